"""Columns that follow from a single column: looked up in a small table, and only when their values are needed.

A game whose whole row follows from its ending is played, counted and compared by that one code.
"""

from collections.abc import Iterator, Mapping

import numpy as np
from numpy.typing import NDArray


class LookedUp(Mapping[str, NDArray[np.integer]]):
    """The columns of some games, by name."""

    # name, codes: The column that is stored, and its values: whole numbers from 0 up.
    # tables: For every other column, its value for each code.

    def __init__(
        self,
        name: str,
        codes: NDArray[np.integer],
        tables: Mapping[str, NDArray[np.integer]],
    ) -> None:
        self.name = name
        self.codes = codes
        self.tables = tables

    def __getitem__(self, name: str) -> NDArray[np.integer]:
        if name == self.name:
            return self.codes
        column: NDArray[np.integer] = self.tables[name].take(self.codes)
        return column

    def __iter__(self) -> Iterator[str]:
        yield self.name
        yield from self.tables

    def __len__(self) -> int:
        return 1 + len(self.tables)

    def values_of(self, name: str, codes: NDArray[np.integer]) -> NDArray[np.int64]:
        """Return the values of a column for some codes."""
        return (codes if name == self.name else self.tables[name][codes]).astype(
            np.int64
        )
