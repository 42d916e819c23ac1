"""What remains of a column when what follows from other columns has been taken from it."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from sim.tallies.addressed import Addressed

_LEAST, _GREATEST = -(1 << 31), (1 << 31) - 1


def remainder(
    name: str, terms: Mapping[str, int], block: Addressed[str], *, of_largest: bool
) -> NDArray[np.int32]:
    """Return a column less a sum of others, or less the largest of some numbers.

    Parameters
    ----------
    name
        The column.
    terms
        How many times each other column is taken; with ``of_largest``, the number, not below 0, that counts where
        the column is above zero.
    block
        All columns.
    of_largest
        Whether the largest of the numbers is taken away, or 0 if there is none.

    Raises
    ------
    OverflowError
        If it does not fit into 32 bits.
    """
    low, high = block.ranges[name]
    for other, times in terms.items():
        ends = (0, times) if of_largest else tuple(times * end for end in block.ranges[other])
        low, high = low - max(ends), high - min(ends)
    if low < _LEAST or high > _GREATEST:
        return _slowly(name, terms, block, of_largest)
    from sim.runs import kernel

    rest = np.empty(block.games, np.int32)
    numbers = np.array(list(terms.values()), np.int64)
    workspace = np.empty((2, kernel.CHUNK), np.uint32)
    kernel.subtract(block.part((name, *terms)), numbers, of_largest, np.uint64(block.games), rest, workspace)
    return rest


def _slowly(
    name: str, terms: Mapping[str, int], block: Addressed[str], of_largest: bool
) -> NDArray[np.int32]:
    """Return the same where the numbers are so large that each one must be looked at."""
    near = np.zeros(block.games, np.int64)
    for other, number in terms.items():
        values = block.arrays[other]
        if of_largest:
            np.maximum(near, (values > 0) * number, out=near)
        else:
            near += values.astype(np.int64) * number
    rest = block.arrays[name] - near
    small = rest.astype(np.int32)
    if not np.array_equal(small, rest):
        raise OverflowError(f"the rest of {name} does not fit into 32 bits")
    return small
