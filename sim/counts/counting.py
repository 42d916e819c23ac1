"""Counting: the tallies of a block of games, from their columns, as the game declares them."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from sim.contract.columns import ENDING, WINNER
from sim.contract.events import UNFINISHED
from sim.contract.game import Game
from sim.contract.lookups import LookedUp
from sim.counts.cells import MOST_IN_A_CELL, Axis, Cells, Source, count_all
from sim.counts.declarations import MARGIN, declared
from sim.counts.keys import has_margin, of_all_games, query_keys, seats_of, tally_keys
from sim.counts.queries import Kind, Query, values
from sim.counts.tallies import Counts, Key, Longest, Tallies, longer, unfinished_tally

Columns = Mapping[str, NDArray[np.integer]]
"""The outcome columns of a block of games; categories as codes."""

_CODES = ""
"""Stands for the name of the column that all the others of a variant are looked up from."""


def tally(
    game: Game,
    variants: Sequence[str],
    played: Sequence[Columns],
    mirrored: Sequence[tuple[int, int]] = (),
    queries: Sequence[Query] = (),
    *,
    first: int | None = None,
) -> Tallies:
    """Count a block of games, the same ones under each variant; ``first`` is the number of the first of them."""
    counter = Counter(game, variants, mirrored, queries)
    counter.add(played, first)
    return counter.tallies


class Counter:
    """The tallies of a stretch of games, counted piece by piece; the arguments are those of :func:`tally`."""

    def __init__(
        self,
        game: Game,
        variants: Sequence[str],
        mirrored: Sequence[tuple[int, int]] = (),
        queries: Sequence[Query] = (),
    ) -> None:
        self._game, self._variants, self._mirrored = game, variants, mirrored
        # Queries that ask the same under two names have one tally.
        self._queries = tuple({query.key: query for query in queries}.values())
        self._unsettled = 0
        self._cells: dict[Key, Cells] = {}
        self._looked_up: list[tuple[Key, Key, LookedUp, LookedUp]] = []
        self._summed: list[tuple[Key, Key, bool]] = []
        self._others: dict[Key, Counts] = {}
        self._longest: dict[str, Longest | None] | None = {}

    def add(self, played: Sequence[Columns], first: int | None = None) -> None:
        """Count the next games; without the number of the first of them, the longest game is not known."""
        games = max(
            len(values) for columns in played for values in islice(columns.values(), 1)
        )
        if not games:
            return
        if not self._cells:
            self._plan(played)
        self._unsettled += games
        if self._unsettled > MOST_IN_A_CELL:
            for cells in self._cells.values():
                cells.settle()
            self._unsettled = games
        sources = {
            source
            for cells in self._cells.values()
            for axis in cells.axes
            for source, _ in axis
        }
        if sources:
            count_all(
                self._cells.values(),
                {source: _column(played, source) for source in sources},
            )
        for name, columns in zip(self._variants, played, strict=True):
            for what, counts in _unfinished(self._game, columns):
                self._count((name, "", what), counts)
        if self._mirrored and self._game.margin is not None:
            margins = [_margin(self._game, columns) for columns in played]
            for name, matches in seats_of(self._variants, self._mirrored).items():
                for what, totals in of_all_games(matches, margins, played).items():
                    self._count((name, "", what), count_values(totals))
        for query in self._queries:
            for key, counts in self._answers(query, played):
                self._count(key, counts)
        if first is None or self._longest is None:
            self._longest = None
            return
        for name, columns in zip(self._variants, played, strict=True):
            self._longest[name] = longer(
                self._longest.get(name), longest_of(self._game, columns, first)
            )

    @property
    def tallies(self) -> Tallies:
        """The counts of all games so far."""
        entries = {key: cells.counts for key, cells in self._cells.items()}
        for key, codes, columns, others in self._looked_up:
            entries[key] = _spread(entries[codes], key[2], columns, others)
        for key, table, is_first in self._summed:
            pairs = entries[table]
            entries[key] = _added_up(pairs.a if is_first else pairs.b, pairs.counts)
        for key in {codes for _, codes, _, _ in self._looked_up}:
            del entries[key]
        entries |= self._others
        return Tallies(
            {key: counts for key, counts in entries.items() if len(counts.keys)},
            self._longest or {},
        )

    def _count(self, key: Key, counts: Counts) -> None:
        self._others[key] = (
            self._others[key] + counts if key in self._others else counts
        )

    def _plan(self, played: Sequence[Columns]) -> None:
        """Decide where each tally is counted, or which other one it follows from."""
        tables: dict[Key, tuple[Key, bool]] = {}
        keys = list(tally_keys(self._game, self._variants, played, self._mirrored))
        for (variant, versus, name), _, _ in keys:
            first, comma, second = name.partition(",")
            if comma and not versus:
                tables.setdefault((variant, "", second), ((variant, "", name), False))
                tables.setdefault((variant, "", first), ((variant, "", name), True))
        for key, later, earlier in keys:
            columns, others = played[later], played[earlier]
            first, comma, second = key[2].partition(",")
            if comma:
                self._cells[key] = Cells(
                    (((later, first), 1),), (((earlier, second), 1),)
                )
            elif (
                isinstance(columns, LookedUp)
                and isinstance(others, LookedUp)
                and first != MARGIN
            ):
                codes = (key[0], key[1], _CODES)
                own, other = (((place, _CODES), 1) for place in (later, earlier))
                self._cells[codes] = (
                    Cells((own,)) if later == earlier else Cells((own,), (other,))
                )
                self._looked_up.append((key, codes, columns, others))
            elif key in tables:
                self._summed.append((key, *tables[key]))
            else:
                self._cells[key] = Cells(self._axis(first, later, earlier))

    def _axis(self, name: str, later: int, earlier: int) -> Axis:
        """Return a column or the margin of a variant, less that of another one if they differ."""
        margin = self._game.margin
        terms = (
            ((margin[0], 1), (margin[1], -1))
            if name == MARGIN and margin is not None
            else ((name, 1),)
        )
        own = tuple(((later, column), sign) for column, sign in terms)
        return (
            own
            if later == earlier
            else own + tuple(((earlier, column), -sign) for column, sign in terms)
        )

    def _answers(
        self, query: Query, played: Sequence[Columns]
    ) -> Iterator[tuple[Key, Counts]]:
        """Yield the counts of a query in a block of games."""
        known: dict[int, NDArray[np.int64]] = {}
        for key, later, earlier in query_keys(
            query, self._variants, played, self._mirrored
        ):
            if later == earlier:
                known[later] = values(query, self._game, played[later])
            own, other = known[later], known[earlier]
            if query.kind is not Kind.CHANCE:
                yield key, count_wide(own if later == earlier else own - other)
            else:
                yield (
                    key,
                    count_values(own) if later == earlier else count_values(own, other),
                )


def longest_of(game: Game, columns: Columns, first: int) -> Longest | None:
    """Return the longest of consecutive games that ended; None if none did, or the game has no length."""
    leading = declared(game).lengths()[:1]
    if not leading or leading[0].name not in columns:
        return None
    lengths = columns[leading[0].name]
    if WINNER in columns:
        unfinished = columns[WINNER] == UNFINISHED
        if unfinished.any():
            lengths = np.where(unfinished, -1, lengths)
    place = int(lengths.argmax())
    return Longest(int(lengths[place]), first + place) if lengths[place] >= 0 else None


def _column(played: Sequence[Columns], source: Source) -> NDArray[np.integer]:
    place, name = source
    columns = played[place]
    return (
        columns.codes
        if name == _CODES and isinstance(columns, LookedUp)
        else columns[name]
    )


def _margin(game: Game, columns: Columns) -> NDArray[np.integer] | None:
    if not has_margin(game, columns):
        return None
    assert game.margin is not None
    first, second = (columns[name] for name in game.margin)
    return np.subtract(first, second, dtype=np.int32)


def _unfinished(game: Game, columns: Columns) -> Iterator[tuple[str, Counts]]:
    """Yield the counted lengths of unfinished games, by ending: stopped, or endless."""
    if WINNER not in columns or ENDING not in columns:
        return
    left = np.flatnonzero(columns[WINNER] == UNFINISHED)
    known = declared(game)
    words = known.columns[ENDING].categories if ENDING in known.columns else ()
    endings = columns[ENDING][left]
    for code, word in enumerate(words):
        those = left[endings == code]
        for column in known.lengths() if len(those) else ():
            if column.name in columns:
                yield (
                    unfinished_tally(column.name, word),
                    count_values(columns[column.name][those]),
                )


def count_wide(amounts: NDArray[np.int64]) -> Counts:
    """Return how often each amount occurs, of any size: the two halves of a key hold one 64-bit number."""
    seen, counts = np.unique(amounts, return_counts=True)
    return Counts(seen, counts.astype(np.int64))


def count_values(*columns: NDArray[np.integer]) -> Counts:
    """Return how often each value of a column occurs, or each pair of values of two."""
    named = {(place, ""): values for place, values in enumerate(columns)}
    cells = Cells(*(((source, 1),) for source in named))
    if len(columns[0]):
        count_all([cells], named)
    return cells.counts


def _spread(codes: Counts, name: str, columns: LookedUp, others: LookedUp) -> Counts:
    """Return the counts of a column, or of its differences, derived from the counts of the codes."""
    values = columns.values_of(name, codes.a)
    if columns is not others:
        values -= others.values_of(name, codes.b)
    return _added_up(values, codes.counts)


def _added_up(values: NDArray[np.int64], games: NDArray[np.int64]) -> Counts:
    """Return the counts of values of which each may be there several times."""
    seen, places = np.unique(values, return_inverse=True)
    counts = np.zeros(len(seen), np.int64)
    np.add.at(counts, places, games)
    return Counts.of(seen, 0, counts)
