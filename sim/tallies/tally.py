"""Tallies: what a run knows of its games, as exact counts that add up.

A tally is a table of how many games had which value. Counts are whole numbers, and adding them is exact,
associative and commutative, so the tallies of a run are the same however its games were divided and in
whatever order the parts came in. No statistics here: what the counts say is for :mod:`sim.stats`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from sim.contract.events import UNFINISHED
from sim.contract.game import Game
from sim.contract.lookups import LookedUp

if TYPE_CHECKING:
    import polars as pl

Columns = Mapping[str, NDArray[np.integer]]
"""The outcome columns of the games of a block, codes for categories."""

Key = tuple[str, str, str]
"""A variant, the variant that it is compared with ("" for none), and the column or columns counted."""

ALL_PAIRS = 8
"""Up to so many variants are compared each with each, more of them only with the first."""

WINNER = "winner"
"""In pairs of variants it is also counted who wins under the one and who under the other."""

MARGIN = "margin"
"""What player 0 is ahead by at the end, in games of choice: counted though it is no column."""

ENDING = "ending"
"""The column that says how a game ended, and so also why it did not."""

LENGTHS = ("rounds", "turns", "tricks", "battles", "plays")
"""Columns that say how long a game was, the most telling first; of unfinished games they are counted apart."""

_SHIFT = 32
_HALF = 1 << (_SHIFT - 1)
_WIDEST = 1 << 22
"""Ranges of values up to this are counted in an array with a place for each, wider ones by sorting."""
_NARROW = 1 << 10
_LANES = 4


@dataclass(frozen=True, eq=False)
class Counts:
    """How many games had each pair of values ``(a, b)``; for a single column ``b`` is 0.

    Attributes
    ----------
    keys
        int64, rising: ``a * 2**32 + b`` for each pair that was seen.
    counts
        int64: in how many games.
    """

    keys: NDArray[np.int64]
    counts: NDArray[np.int64]

    @classmethod
    def of(cls, a: NDArray[np.int64], b: NDArray[np.int64] | int, counts: NDArray[np.int64]) -> Counts:
        """Return the counts of the given pairs, which are rising in ``a`` and then in ``b``."""
        return cls((a << _SHIFT) + b, counts)

    @property
    def a(self) -> NDArray[np.int64]:
        """The first value of each pair."""
        return (self.keys + _HALF) >> _SHIFT

    @property
    def b(self) -> NDArray[np.int64]:
        """The second value of each pair."""
        return self.keys - (self.a << _SHIFT)

    @property
    def total(self) -> int:
        """The number of games."""
        return int(self.counts.sum())

    def __add__(self, other: Counts) -> Counts:
        keys = np.concatenate((self.keys, other.keys))
        counts = np.concatenate((self.counts, other.counts))
        # A stable sort merges two rising runs in one pass.
        order = np.argsort(keys, kind="stable")
        keys, counts = keys[order], counts[order]
        new = np.empty(len(keys), bool)
        new[:1] = True
        np.not_equal(keys[1:], keys[:-1], out=new[1:])
        starts = np.flatnonzero(new)
        return Counts(keys[starts], np.add.reduceat(counts, starts) if len(starts) else counts)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Counts):
            return NotImplemented
        return np.array_equal(self.keys, other.keys) and np.array_equal(self.counts, other.counts)

    __hash__ = None  # type: ignore[assignment]  # arrays have none


@dataclass(frozen=True)
class Tallies:
    """Everything that is counted over some games, under every variant of a run.

    Attributes
    ----------
    entries
        The counts of each tally.
    """

    entries: Mapping[Key, Counts] = field(default_factory=dict)

    @property
    def games(self) -> int:
        """The number of games that each variant has played."""
        return next((counts.total for counts in self.entries.values()), 0)

    def __add__(self, other: Tallies) -> Tallies:
        added = dict(self.entries)
        for key, counts in other.entries.items():
            added[key] = added[key] + counts if key in added else counts
        return Tallies(added)

    def frame(self) -> pl.DataFrame:
        """Return the tallies as a table.

        Returns
        -------
        polars.DataFrame
            Columns ``variant``, ``versus``, ``tally`` (texts), ``a``, ``b``, ``count`` (int64): a row for
            each pair of values that was seen, sorted by all columns in that order.
        """
        import polars as pl

        keys = sorted(self.entries)
        lengths = [len(self.entries[key].keys) for key in keys]
        texts = {
            name: pl.Series(name, [key[place] for key in keys], pl.String).gather(
                np.repeat(range(len(keys)), lengths)
            )
            for place, name in enumerate(("variant", "versus", "tally"))
        }
        numbers = {
            name: _joined([getattr(self.entries[key], part) for key in keys])
            for name, part in (("a", "a"), ("b", "b"), ("count", "counts"))
        }
        return pl.DataFrame({**texts, **numbers})

    @classmethod
    def from_frame(cls, frame: pl.DataFrame) -> Tallies:
        """Return the tallies that a table holds; the inverse of :meth:`frame`."""
        entries = {}
        for key, rows in frame.partition_by(["variant", "versus", "tally"], as_dict=True).items():
            rows = rows.sort("a", "b")
            a, b, counts = (rows[name].to_numpy().astype(np.int64) for name in ("a", "b", "count"))
            entries[str(key[0]), str(key[1]), str(key[2])] = Counts.of(a, b, counts)
        return cls(entries)


def pairs(variants: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield the places of the variants that are compared: a later one, and the earlier one that it meets.

    Examples
    --------
    >>> list(pairs(["one", "two", "three"]))
    [(1, 0), (2, 0), (2, 1)]
    """
    for later in range(1, len(variants)):
        for earlier in range(later if len(variants) <= ALL_PAIRS else 1):
            yield later, earlier


def wanted(
    game: Game,
    variants: Sequence[str],
    columns: Sequence[Collection[str]],
    mirrored: Sequence[tuple[int, int]] = (),
) -> Iterator[tuple[Key, int, int]]:
    """Yield every tally of a run: its key, and the places of the one or two variants that it is taken from.

    Parameters
    ----------
    game
        It says what is counted.
    variants
        The names of the variants.
    columns
        The names of the outcome columns of each of them: a tally of others is left out.
    mirrored
        In a tournament the places of variants in which the same two players have changed seats: they alone are
        compared, by margin and winner.
    """
    for place, name in enumerate(variants):
        for column in game.histograms:
            if column in columns[place]:
                yield (name, "", column), place, place
        if _has_margin(game, columns[place]):
            yield (name, "", MARGIN), place, place
        for first, second in game.tables:
            if first in columns[place] and second in columns[place]:
                yield (name, "", f"{first},{second}"), place, place
    for later, earlier in mirrored or pairs(variants):
        both = {*columns[later]} & {*columns[earlier]}
        for column in () if mirrored else game.paired:
            if column in both:
                yield (variants[later], variants[earlier], column), later, earlier
        if _has_margin(game, both):
            yield (variants[later], variants[earlier], MARGIN), later, earlier
        if WINNER in both:
            yield (variants[later], variants[earlier], f"{WINNER},{WINNER}"), later, earlier


def _has_margin(game: Game, columns: Collection[str]) -> bool:
    return game.margin is not None and {*game.margin} <= {*columns}


def _margin(game: Game, columns: Columns) -> NDArray[np.integer]:
    assert game.margin is not None
    mine, his = (columns[name] for name in game.margin)
    return np.subtract(mine, his, dtype=np.int32)


def tally(
    game: Game,
    variants: Sequence[str],
    played: Sequence[Columns],
    mirrored: Sequence[tuple[int, int]] = (),
) -> Tallies:
    """Count the games of a block.

    Parameters
    ----------
    game
        It says which columns are counted, and which of them together.
    variants
        The names of the variants.
    played
        The columns of the same games under each variant.
    mirrored
        As :func:`wanted` takes it.
    """
    entries: dict[Key, Counts] = {}
    codes: dict[tuple[int, int], Counts] = {}
    margins = [_margin(game, columns) if _has_margin(game, columns) else None for columns in played]
    for key, later, earlier in wanted(game, variants, played, mirrored):
        first, _, second = key[2].partition(",")
        columns, others = played[later], played[earlier]
        if key[2] == MARGIN:
            mine, his = margins[later], margins[earlier]
            assert mine is not None
            assert his is not None
            entries[key] = count_values(mine) if later == earlier else count_differences(mine, his)
            continue
        if isinstance(columns, LookedUp) and isinstance(others, LookedUp) and not second:
            if (later, earlier) not in codes:
                codes[later, earlier] = _count_codes(columns, others)
            entries[key] = _spread(codes[later, earlier], first, columns, others)
        elif second:
            entries[key] = count_pairs(columns[first], others[second])
        elif later != earlier:
            entries[key] = count_differences(columns[first], others[first])
        else:
            entries[key] = count_values(columns[first])
    for name, columns in zip(variants, played, strict=True):
        entries |= {(name, "", what): counts for what, counts in _unfinished(game, columns)}
    return Tallies({key: counts for key, counts in entries.items() if len(counts.keys)})


def unfinished_tally(column: str, ending: str) -> str:
    """Return the name of the tally of a length among the unfinished games that ended in one way.

    Examples
    --------
    >>> unfinished_tally("rounds", "cycle")
    'rounds unfinished cycle'
    """
    return f"{column} unfinished {ending}"


def _unfinished(game: Game, columns: Columns) -> Iterator[tuple[str, Counts]]:
    """Yield the lengths of unfinished games by how they ended: one may be stopped, another go on for ever."""
    if WINNER not in columns or ENDING not in columns:
        return
    left = np.flatnonzero(columns[WINNER] == UNFINISHED)
    if not len(left):
        return
    known = (*game.columns, *game.more_columns)
    words = next((column.categories for column in known if column.name == ENDING), ())
    endings = columns[ENDING][left]
    alike = bool((endings == endings[0]).all())
    for code, word in enumerate(words):
        if alike and endings[0] != code:
            continue
        those = left if alike else left[endings == code]
        for name in LENGTHS:
            if len(those) and name in game.histograms and name in columns:
                yield unfinished_tally(name, word), count_values(columns[name][those])


def count_values(values: NDArray[np.integer]) -> Counts:
    """Return how often each value occurs."""
    if not len(values):
        return _nothing()
    low, high = int(values.min()), int(values.max())
    if high - low >= _WIDEST:
        return _by_sorting(values.astype(np.int64))
    from sim.kernels import counting

    counts = np.zeros((_LANES if high - low < _NARROW else 1, high - low + 1), np.int64)
    counting.count_values(values, low, counts)
    return _seen(counts.sum(axis=0), low)


def count_differences(a: NDArray[np.integer], b: NDArray[np.integer]) -> Counts:
    """Return how often each difference ``a - b`` occurs."""
    if not len(a):
        return _nothing()
    low, high = int(a.min()) - int(b.max()), int(a.max()) - int(b.min())
    if high - low >= _WIDEST:
        return _by_sorting(a.astype(np.int64) - b)
    from sim.kernels import counting

    counts = np.zeros(high - low + 1, np.int64)
    counting.count_differences(a, b, low, counts)
    return _seen(counts, low)


def count_pairs(a: NDArray[np.integer], b: NDArray[np.integer]) -> Counts:
    """Return how often each pair of values ``(a, b)`` occurs."""
    if not len(a):
        return _nothing()
    low_a, low_b = int(a.min()), int(b.min())
    span_a, span_b = int(a.max()) - low_a + 1, int(b.max()) - low_b + 1
    if span_a * span_b > _WIDEST:
        keys, counts = np.unique((a.astype(np.int64) << _SHIFT) + b, return_counts=True)
        return Counts(keys, counts.astype(np.int64))
    from sim.kernels import counting

    counts = np.zeros((span_a, span_b), np.int64)
    counting.count_pairs(a, b, low_a, low_b, counts)
    rows, places = np.nonzero(counts)
    return Counts.of(rows + low_a, places + low_b, counts[rows, places])


def _count_codes(columns: LookedUp, others: LookedUp) -> Counts:
    """Count the codes of a variant by themselves, or in pairs with those of another."""
    return count_values(columns.codes) if columns is others else count_pairs(columns.codes, others.codes)


def _spread(codes: Counts, name: str, columns: LookedUp, others: LookedUp) -> Counts:
    """Return the counts of a column, or of its differences, that follow from those of the codes."""
    values = columns.values_of(name, codes.a)
    if columns is not others:
        values -= others.values_of(name, codes.b)
    seen, places = np.unique(values, return_inverse=True)
    counts = np.zeros(len(seen), np.int64)
    np.add.at(counts, places, codes.counts)
    return Counts.of(seen, 0, counts)


def _nothing() -> Counts:
    return Counts(np.empty(0, np.int64), np.empty(0, np.int64))


def _seen(counts: NDArray[np.int64], low: int) -> Counts:
    places = np.flatnonzero(counts)
    return Counts.of(places + low, 0, counts[places])


def _by_sorting(values: NDArray[np.int64]) -> Counts:
    seen, counts = np.unique(values, return_counts=True)
    return Counts.of(seen, 0, counts.astype(np.int64))


def _joined(parts: list[NDArray[np.int64]]) -> NDArray[np.int64]:
    return np.concatenate(parts) if parts else np.empty(0, np.int64)
