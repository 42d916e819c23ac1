"""Cells: one counter for each value that a tally has met, and for each pair of values of a table.

A tally's cells are an array that grows with the values, so that a block of games is counted with one addition for each
game and tally. Values too far apart for an array are counted by sorting.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import prod

import numpy as np
from numpy.typing import NDArray

from sim.counts.addressed import COMPILED_FROM, Addressed, Range, address_of
from sim.counts.tallies import Counts

Source = tuple[int, str]
"""A column of a variant: the variant's place among all, and the column's name."""

Axis = tuple[tuple[Source, int], ...]
"""What a tally counts, as a sum of columns, each with its sign: a column, a difference or a margin."""

Values = Mapping[Source, NDArray[np.integer]]
"""The columns of a block of games, all of the same length."""

WIDEST = 1 << 22
"""The most cells of a tally; what would need more is counted by sorting."""

MOST_CELLS = 1 << 23
"""After how many cells, of four bytes each, they are turned into counts."""

MOST_IN_A_CELL = (1 << 32) - 1
"""The most games that may be counted before the cells are turned into counts: all may fall into one of them."""

_NARROW = 1 << 10


class Cells:
    """The cells of one tally, and what has been counted besides.

    Parameters
    ----------
    *axes
        What is counted: the value, or the first one of a pair and the second.
    """

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
        return [(source, sign * stride) for axis, stride in pairs for source, sign in axis]

    @property
    def origin(self) -> int:
        """The place of the cell of a game whose columns are all 0, which may lie outside of the cells."""
        return -sum(low * stride for low, stride in zip(self._lows, self._strides, strict=True))

    @property
    def lanes(self) -> tuple[int, int]:
        """The address of the cells, and how far their copies lie apart; 0 if there is only one."""
        copies, span = self._cells.shape
        return address_of(self._cells)[0], span if copies > 1 else 0

    def make_room(self, ranges: Mapping[Source, Range], copies: int) -> bool:
        """Make cells for values of these ranges; return whether their number is allowed.

        Parameters
        ----------
        ranges
            Of every column.
        copies
            How many copies a narrow tally has.
        """
        met = [_range(axis, ranges) for axis in self.axes]
        known = [(low, low + span - 1) for low, span in zip(self._lows, self._spans, strict=True)]
        if known and all(low <= one and other <= high for (low, high), (one, other) in _both(known, met)):
            return True
        if not _fits(met):
            return False
        wider = [_widened(*one) for one in _both(known, met)]
        self.settle()
        wanted = wider if known and _fits(wider) else met
        self._lows = tuple(low for low, _ in wanted)
        self._spans = tuple(high - low + 1 for low, high in wanted)
        size = prod(self._spans)
        self._cells = np.zeros((copies if size < _NARROW else 1, size), np.uint32)
        return True

    def count(self, columns: Values) -> None:
        """Count games whose cells exist."""
        places = sum(
            (columns[source] * np.int64(times) for source, times in self.terms), np.int64(self.origin)
        )
        self._cells[0] += np.bincount(places, minlength=self._cells.shape[1]).astype(np.uint32)

    def sort(self, columns: Values) -> None:
        """Count games whose values lie too far apart for cells."""
        sums = [np.zeros(len(next(iter(columns.values()))), np.int64) for _ in self.axes]
        for total, axis in zip(sums, self.axes, strict=True):
            for source, sign in axis:
                total += columns[source] * np.int64(sign)
        self._add(Counts.by_sorting(*sums))

    def settle(self) -> None:
        """Turn the cells into counts."""
        if not self._cells.size:
            return
        counts = self._cells.sum(axis=0, dtype=np.int64).reshape(self._spans)
        places = [where + low for where, low in zip(np.nonzero(counts), self._lows, strict=True)]
        found = counts[counts != 0]
        self._add(Counts.of(places[0], places[1] if len(places) == 2 else 0, found))
        self._cells = np.empty((1, 0), np.uint32)
        self._lows = self._spans = ()

    def _add(self, counts: Counts) -> None:
        self._settled = self._settled + counts if len(self._settled.keys) else counts

    @property
    def counts(self) -> Counts:
        """How often each value, or pair of values, has been met."""
        self.settle()
        return self._settled


def count_all(tallies: Iterable[Cells], columns: Values, *, compiled: bool | None = None) -> None:
    """Count a block of games in the cells of some tallies.

    Parameters
    ----------
    tallies
        Where to count.
    columns
        Every column that they are taken from, with at least one game.
    compiled
        Whether to count by compiled code; None: where there are enough games. The counts are the same.
    """
    games = len(next(iter(columns.values())))
    compiled = games >= COMPILED_FROM if compiled is None else compiled
    block = _Compiled(columns) if compiled else _Plain(columns)
    ready: list[Cells] = []
    for one in tallies:
        if one.make_room(block.ranges, block.copies):
            ready.append(one)
        else:
            one.sort(columns)
        if sum(each.size for each in ready) > MOST_CELLS:
            block.count(ready)
            for each in ready:
                each.settle()
            ready = []
    block.count(ready)


class _Plain:
    """A block that is counted by NumPy."""

    copies = 1

    def __init__(self, columns: Values) -> None:
        block = Addressed(columns)
        self._columns, self.ranges = block.arrays, block.ranges

    def count(self, tallies: Sequence[Cells]) -> None:
        """Count all of it."""
        for one in tallies:
            one.count(self._columns)


class _Compiled:
    """A block that is counted by compiled code."""

    def __init__(self, columns: Values) -> None:
        from sim.counts import kernel

        self._kernel, self.copies = kernel, kernel.LANES
        self._block = Addressed(columns)
        self.ranges = self._block.ranges

    def count(self, tallies: Sequence[Cells]) -> None:
        """Count all of it."""
        terms: list[tuple[int, int]] = []
        rows = []
        for one in tallies:
            first = len(terms)
            terms += [(self._block.place(source), times) for source, times in one.terms]
            rows.append((first, len(terms), one.origin % (1 << 32), *one.lanes))
        if rows:
            places = np.empty(self._kernel.CHUNK, np.uint32)
            self._kernel.count_games(
                self._block.table, np.array(terms), np.array(rows, np.uint64), self._block.games, places
            )


def _range(axis: Axis, ranges: Mapping[Source, Range]) -> Range:
    """Return the range of a sum of columns of these ranges."""
    ends = [[sign * end for end in ranges[source]] for source, sign in axis]
    return sum(map(min, ends)), sum(map(max, ends))


def _both(known: Sequence[Range], met: Sequence[Range]) -> Iterable[tuple[Range, Range]]:
    return zip(known or met, met, strict=True)


def _fits(ranges: Sequence[Range]) -> bool:
    return prod(high - low + 1 for low, high in ranges) <= WIDEST


def _widened(known: Range, met: Range) -> Range:
    """Return a range for both, with something to spare where the first one was left."""
    spare = (known[1] - known[0] + 1) // 4
    low = known[0] if known[0] <= met[0] else met[0] - spare
    return low, known[1] if met[1] <= known[1] else met[1] + spare
