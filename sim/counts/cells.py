"""Cells: one counter for each value that a tally has met, and for each pair of values of a table."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import cached_property
from math import prod
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from sim.counts.tallies import Counts

Name = TypeVar("Name", bound=Hashable)

Source = tuple[int, str]
"""A column of a variant: the variant's place among all, and the column's name."""

Axis = tuple[tuple[Source, int], ...]
"""What a tally counts, as a sum of columns, each with its sign: a column, a difference or a margin."""

Range = tuple[int, int]
"""The least value and the greatest."""

COMPILED_FROM = 1 << 14
"""The games from which compiled code counts: fewer are done by NumPy before a compiler has begun."""

WIDEST = 1 << 22
"""The most cells of a tally; what would need more is counted by sorting."""

MOST_CELLS = 1 << 23
"""After how many cells, of four bytes each, they are turned into counts."""

MOST_IN_A_CELL = (1 << 32) - 1
"""The most games that may be counted before the cells are turned into counts: all may fall into one of them."""

_NARROW = 1 << 10


class Block(Generic[Name]):
    """Columns of whole numbers, all of the same length, at least one, as compiled code takes them."""

    def __init__(self, columns: Mapping[Name, NDArray[np.integer]]) -> None:
        # Without gaps, signed or bool. They live as long as this object, and so long their addresses are valid.
        self.arrays = {name: _signed(values) for name, values in columns.items()}
        self.games = len(next(iter(self.arrays.values())))
        self.places = {
            name: place for place, name in enumerate(columns)
        }  # the row of each in the table

    @cached_property
    def table(self) -> NDArray[np.uint64]:
        """The address of each column, and the bytes of one of its values: uint64 (columns, 2)."""
        return np.array(
            [address_of(values) for values in self.arrays.values()], np.uint64
        )

    @cached_property
    def ranges(self) -> dict[Name, Range]:
        """The range of each column."""
        if self.games < COMPILED_FROM:
            return {
                name: (int(values.min()), int(values.max()))
                for name, values in self.arrays.items()
            }
        from sim.counts import kernel

        ranges = np.empty((len(self.arrays), 2), np.int64)
        kernel.find_ranges(self.table, self.games, ranges)
        return {
            name: (low, high)
            for name, (low, high) in zip(self.arrays, ranges.tolist(), strict=True)
        }


def address_of(values: NDArray[Any]) -> tuple[int, int]:
    """Return the address of an array, and the bytes of one of its values."""
    return values.__array_interface__["data"][0], values.itemsize


def _signed(values: NDArray[np.integer]) -> NDArray[np.integer]:
    plain = values.dtype.kind in "ib" and values.dtype.isnative
    return np.ascontiguousarray(values if plain else values.astype(np.int64))


class Cells:
    """The cells of one tally, and what has been counted besides; its axes are the value, or those of a pair."""

    def __init__(self, *axes: Axis) -> None:
        self.axes = axes
        self._lows: tuple[int, ...] = ()
        self._spans: tuple[int, ...] = ()
        self._cells = np.empty((1, 0), np.uint32)
        self._settled = Counts.none()

    @property
    def size(self) -> int:
        """How many cells there are."""
        return self._cells.size

    @property
    def _strides(self) -> tuple[int, ...]:
        """How far the cells of neighbouring values of each axis lie apart."""
        return (1,) if len(self.axes) == 1 else (self._spans[1], 1)

    @property
    def terms(self) -> list[tuple[Source, int]]:
        """The columns whose sum is the place of a game's cell, and how many times each is taken."""
        pairs = zip(self.axes, self._strides, strict=True)
        return [
            (source, sign * stride) for axis, stride in pairs for source, sign in axis
        ]

    @property
    def origin(self) -> int:
        """The place of the cell of a game whose columns are all 0, which may lie outside of the cells."""
        return -sum(
            low * stride for low, stride in zip(self._lows, self._strides, strict=True)
        )

    @property
    def lanes(self) -> tuple[int, int]:
        """The address of the cells, and how far their copies lie apart; 0 if there is only one."""
        copies, span = self._cells.shape
        return address_of(self._cells)[0], span if copies > 1 else 0

    def make_room(self, ranges: Mapping[Source, Range], copies: int) -> bool:
        """Make cells for values of these ranges, in copies if they are few; return whether they may be made."""
        ends = [
            [[sign * end for end in ranges[source]] for source, sign in axis]
            for axis in self.axes
        ]
        met = [(sum(map(min, each)), sum(map(max, each))) for each in ends]
        known = [
            (low, low + span - 1)
            for low, span in zip(self._lows, self._spans, strict=True)
        ]
        both = list(zip(known or met, met, strict=True))
        if known and all(
            low <= least and most <= high for (low, high), (least, most) in both
        ):
            return True
        if not _fits(met):
            return False
        wider = [_widened(*pair) for pair in both]
        self.settle()
        chosen = wider if known and _fits(wider) else met
        self._lows = tuple(low for low, _ in chosen)
        self._spans = tuple(high - low + 1 for low, high in chosen)
        size = prod(self._spans)
        self._cells = np.zeros((copies if size < _NARROW else 1, size), np.uint32)
        return True

    def count(self, block: Block[Source]) -> None:
        """Count games whose cells exist."""
        places = sum(
            (block.arrays[source] * np.int64(times) for source, times in self.terms),
            np.int64(self.origin),
        )
        self._cells[0] += np.bincount(places, minlength=self._cells.shape[1]).astype(
            np.uint32
        )

    def sort(self, block: Block[Source]) -> None:
        """Count games whose values lie too far apart for cells."""
        sums = [np.zeros(block.games, np.int64) for _ in self.axes]
        for total, axis in zip(sums, self.axes, strict=True):
            for source, sign in axis:
                total += block.arrays[source] * np.int64(sign)
        self._add(Counts.by_sorting(*sums))

    def settle(self) -> None:
        """Turn the cells into counts."""
        if not self._cells.size:
            return
        counts = self._cells.sum(axis=0, dtype=np.int64).reshape(self._spans)
        places = [
            where + low
            for where, low in zip(np.nonzero(counts), self._lows, strict=True)
        ]
        self._add(
            Counts.of(
                places[0], places[1] if len(places) == 2 else 0, counts[counts != 0]
            )
        )
        self._cells = np.empty((1, 0), np.uint32)
        self._lows = self._spans = ()

    def _add(self, counts: Counts) -> None:
        self._settled = self._settled + counts if len(self._settled.keys) else counts

    @property
    def counts(self) -> Counts:
        """How often each value, or pair of values, has been met."""
        self.settle()
        return self._settled


def count_all(
    tallies: Iterable[Cells],
    columns: Mapping[Source, NDArray[np.integer]],
    *,
    compiled: bool
    | None = None,  # None: where there are enough games; the counts are the same
) -> None:
    """Count a block of at least one game in the cells of some tallies."""
    block = Block(columns)
    if block.games >= COMPILED_FROM if compiled is None else compiled:
        from sim.counts.kernel import LANES

        copies, count = LANES, _count_compiled
    else:
        copies, count = 1, _count_plain
    ready: list[Cells] = []
    for cells in tallies:
        if cells.make_room(block.ranges, copies):
            ready.append(cells)
        else:
            cells.sort(block)
        if sum(each.size for each in ready) > MOST_CELLS:
            count(block, ready)
            for each in ready:
                each.settle()
            ready = []
    count(block, ready)


def _count_plain(block: Block[Source], tallies: Sequence[Cells]) -> None:
    """Count a block by NumPy."""
    for cells in tallies:
        cells.count(block)


def _count_compiled(block: Block[Source], tallies: Sequence[Cells]) -> None:
    """Count a block by compiled code, in one walk over its columns."""
    from sim.counts import kernel

    terms: list[tuple[int, int]] = []
    rows = []
    for cells in tallies:
        first = len(terms)
        terms += [(block.places[source], times) for source, times in cells.terms]
        rows.append((first, len(terms), cells.origin % (1 << 32), *cells.lanes))
    if rows:
        places = np.empty(kernel.CHUNK, np.uint32)
        kernel.count_games(
            block.table, np.array(terms), np.array(rows, np.uint64), block.games, places
        )


def _fits(ranges: Sequence[Range]) -> bool:
    return prod(high - low + 1 for low, high in ranges) <= WIDEST


def _widened(known: Range, met: Range) -> Range:
    """Return a range for both, with something to spare where the first one was left."""
    spare = (known[1] - known[0] + 1) // 4
    low = known[0] if known[0] <= met[0] else met[0] - spare
    return low, known[1] if met[1] <= known[1] else met[1] + spare
