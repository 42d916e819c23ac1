"""Counting: the tallies of a block of games, from their columns, as the game declares them."""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from sim.contract.columns import ENDING, WINNER
from sim.contract.events import UNFINISHED
from sim.contract.game import Game
from sim.counts.counted import Counts, Key, Longest
from sim.counts.declarations import MARGIN, declared
from sim.counts.keys import (
    MARGIN_OF_ALL,
    WINS_OF_ALL,
    Pairing,
    Place,
    has_margin,
    query_keys,
    tally_keys,
)
from sim.counts.queries import Kind, Query, values
from sim.counts.tallies import Tallies

Columns = Mapping[str, NDArray[np.integer]]
"""The outcome columns of a block of games; categories as codes."""

WIDEST = 1 << 20
"""The most cells in which values are counted; what would need more is sorted."""


def tally(
    game: Game,
    variants: Sequence[str],
    played: Sequence[Columns],
    matches: Sequence[Pairing] = (),
    queries: Sequence[Query] = (),
    *,
    first: int | None = None,
) -> Tallies:
    """Count a block of games, the same ones under each variant.

    Parameters
    ----------
    game
        The game, which declares what is counted.
    variants
        The names of the variants.
    played
        The columns of each variant.
    matches
        The matches of a tournament.
    queries
        What is counted besides; queries that ask the same have one tally.
    first
        The number of the first game; without it the longest game is not known.
    """
    entries: dict[Key, Counts] = {}
    for key, later, earlier in tally_keys(game, variants, played, matches):
        column = column_of(game, played[later], key.column)
        if key.other:
            other = column_of(game, played[earlier], key.other)
            entries[key] = count_values(column, other)
        elif later != earlier:
            other = column_of(game, played[earlier], key.column)
            entries[key] = count_values(np.subtract(column, other, dtype=np.int64))
        else:
            entries[key] = count_values(column)
    for name, columns in zip(variants, played, strict=True):
        entries |= _unfinished(game, name, columns)
    if matches and game.margin is not None:
        entries |= _of_all_games(game, played, matches)
    for query in queries:
        asked = query_keys(query, variants, played, paired=not matches)
        entries |= _answers(query, game, played, list(asked))
    longest = {}
    if first is not None:
        longest = {
            name: longest_of(game, columns, first)
            for name, columns in zip(variants, played, strict=True)
            if len(next(iter(columns.values())))
        }
    seen = {key: counts for key, counts in entries.items() if len(counts.a)}
    return Tallies(seen, longest)


def count_values(
    values: NDArray[np.integer], others: NDArray[np.integer] | None = None
) -> Counts:
    """How often each value occurs, or each pair of values of two columns."""
    if not len(values):
        return Counts.none()
    low, span = _range(values)
    if others is None:
        if span > WIDEST:
            seen, games = np.unique(values, return_counts=True)
            return Counts(seen.astype(np.int64), np.zeros(len(seen), np.int64), games)
        games = np.bincount(np.subtract(values, low, dtype=np.int64))
        places = np.flatnonzero(games)
        return Counts(places + low, np.zeros(len(places), np.int64), games[places])
    other_low, width = _range(others)
    if span * width > WIDEST:
        once = np.ones(len(values), np.int64)
        return Counts.of(values.astype(np.int64), others.astype(np.int64), once)
    cells = np.subtract(values, low, dtype=np.int64) * width
    cells += others
    cells -= other_low
    games = np.bincount(cells)
    places = np.flatnonzero(games)
    first, second = np.divmod(places, width)
    return Counts(first + low, second + other_low, games[places])


def _range(values: NDArray[np.integer]) -> tuple[int, int]:
    """The least value, and how many whole numbers there are from it to the greatest."""
    low = int(values.min())
    return low, int(values.max()) - low + 1


def longest_of(game: Game, columns: Columns, first: int) -> Longest | None:
    """The longest of consecutive games that ended.

    None if none did, or games have no length.
    """
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


def column_of(game: Game, columns: Columns, name: str) -> NDArray[np.integer]:
    """A column of a variant, or its margin."""
    if name != MARGIN or game.margin is None:
        return columns[name]
    first, second = (columns[side] for side in game.margin)
    return np.subtract(first, second, dtype=np.int64)


def _unfinished(game: Game, variant: str, columns: Columns) -> dict[Key, Counts]:
    """The counted lengths of unfinished games, by ending: stopped, or endless."""
    if WINNER not in columns or ENDING not in columns:
        return {}
    left = np.flatnonzero(columns[WINNER] == UNFINISHED)
    known = declared(game)
    words = known.columns[ENDING].categories if ENDING in known.columns else ()
    endings = columns[ENDING][left]
    return {
        Key(variant, "", column.name, ending=word): count_values(
            columns[column.name][left[endings == code]]
        )
        for code, word in enumerate(words)
        for column in known.lengths()
        if column.name in columns
    }


def _of_all_games(
    game: Game, played: Sequence[Columns], matches: Sequence[Pairing]
) -> dict[Key, Counts]:
    """Each policy's margin and its wins on each deal, over all of its games."""
    margins: dict[str, NDArray[np.int64]] = {}
    wins: dict[str, NDArray[np.int64]] = {}
    for name, place, seat in _seatings(matches):
        if not has_margin(game, played[place]):
            continue
        lead = column_of(game, played[place], MARGIN).astype(np.int64)
        won = (played[place][WINNER] == seat).astype(np.int64)
        margins[name] = margins.get(name, 0) + (lead if seat == 0 else -lead)
        wins[name] = wins.get(name, 0) + won
    return {
        Key(name, "", column): count_values(totals)
        for column, by_policy in ((MARGIN_OF_ALL, margins), (WINS_OF_ALL, wins))
        for name, totals in by_policy.items()
    }


def _seatings(matches: Sequence[Pairing]) -> Iterator[tuple[str, int, int]]:
    """Yield each game of each policy: its name, the place of the variant, and its seat."""
    for match in matches:
        for later in (0, 1):
            yield match.policy, match.place + later, later
            yield match.rival, match.place + later, 1 - later


def _answers(
    query: Query, game: Game, played: Sequence[Columns], places: Sequence[Place]
) -> dict[Key, Counts]:
    """The counts of a query in a block of games."""
    answered = {later: values(query, game, played[later]) for _, later, _ in places}
    entries = {}
    for key, later, earlier in places:
        if later == earlier:
            entries[key] = count_values(answered[later])
        elif query.kind is Kind.CHANCE:
            entries[key] = count_values(answered[later], answered[earlier])
        else:
            entries[key] = count_values(answered[later] - answered[earlier])
    return entries
