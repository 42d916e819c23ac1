"""The columns of a block of games as compiled code takes them: by their addresses, whatever their types."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import cached_property
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

Name = TypeVar("Name", bound=Hashable)

Range = tuple[int, int]
"""The least value and the greatest."""

COMPILED_FROM = 1 << 14
"""The games from which compiled code counts and packs: fewer are done by NumPy before a compiler has begun."""


class Addressed(Generic[Name]):
    """Columns of whole numbers, all of the same length, at least one.

    Parameters
    ----------
    columns
        The columns by name.

    Attributes
    ----------
    arrays
        The columns without gaps, as signed integers or bool. They live as long as this object, and their addresses are
        valid as long as they live.
    games
        How many values each column has.
    """

    def __init__(self, columns: Mapping[Name, NDArray[np.integer]]) -> None:
        self.arrays = {name: _signed(values) for name, values in columns.items()}
        self.games = len(next(iter(self.arrays.values())))
        self._places = {name: place for place, name in enumerate(columns)}

    @cached_property
    def table(self) -> NDArray[np.uint64]:
        """The address of each column, and the bytes of one of its values: uint64 (columns, 2)."""
        return np.array([address_of(values) for values in self.arrays.values()], np.uint64)

    @cached_property
    def ranges(self) -> dict[Name, Range]:
        """The range of each column."""
        if self.games < COMPILED_FROM:
            return {name: (int(values.min()), int(values.max())) for name, values in self.arrays.items()}
        from sim.counts import kernel

        ranges = np.empty((len(self.arrays), 2), np.int64)
        kernel.find_ranges(self.table, self.games, ranges)
        return {name: (low, high) for name, (low, high) in zip(self.arrays, ranges.tolist(), strict=True)}

    def place(self, name: Name) -> int:
        """Return the row of a column in the table."""
        return self._places[name]


def address_of(values: NDArray[Any]) -> tuple[int, int]:
    """Return the address of an array, and the bytes of one of its values."""
    return values.__array_interface__["data"][0], values.itemsize


def _signed(values: NDArray[np.integer]) -> NDArray[np.integer]:
    plain = values.dtype.kind in "ib" and values.dtype.isnative
    return np.ascontiguousarray(values if plain else values.astype(np.int64))
