"""What remains of columns when what follows from other columns has been taken from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sim.counts.addressed import COMPILED_FROM, Addressed, Range

_LEAST, _GREATEST = -(1 << 31), (1 << 31) - 1


@dataclass(frozen=True)
class Follows:
    """What follows from other columns about a column.

    Attributes
    ----------
    column
        The column.
    terms
        How many times each other column is taken; with ``of_largest``, the number, not below 0, that counts where the
        other column is above zero.
    of_largest
        Whether the largest of these numbers is taken from the column, or 0 if there is none, and not the sum.
    """

    column: str
    terms: Mapping[str, int]
    of_largest: bool = False

    def ends(self, block: Addressed[str]) -> Range:
        """Return between which numbers the remainder lies, by the ranges of the columns."""
        low, high = block.ranges[self.column]
        for other, times in self.terms.items():
            ends = (0, times) if self.of_largest else tuple(times * end for end in block.ranges[other])
            low, high = low - max(ends), high - min(ends)
        return low, high


def remainders(
    wanted: Sequence[Follows], block: Addressed[str]
) -> dict[str, tuple[NDArray[np.int32], Range]]:
    """Return what remains of columns, and its range.

    Parameters
    ----------
    wanted
        What follows about which columns.
    block
        All columns.

    Raises
    ------
    OverflowError
        If it does not fit into 32 bits.
    """
    known = [(one, one.ends(block)) for one in wanted]
    many = block.games >= COMPILED_FROM
    plain = [one for one, (low, high) in known if many and low >= _LEAST and high <= _GREATEST]
    found = {one.column: _one_by_one(one, block) for one in wanted if one not in plain}
    if not plain:
        return found
    from sim.runs import kernel

    rows: list[tuple[int, int, int, int]] = []
    terms: list[tuple[int, int]] = []
    for one in plain:
        first = len(terms)
        terms += [(block.place(other), times) for other, times in one.terms.items()]
        rows.append((block.place(one.column), first, len(terms), int(one.of_largest)))
    rests = np.empty((len(plain), block.games), np.int32)
    ends = np.empty((len(plain), 2), np.int64)
    workspace = np.empty((2, kernel.CHUNK), np.uint32)
    kernel.subtract(
        block.table,
        np.array(rows),
        np.array(terms, np.int64).reshape(-1, 2),
        np.uint64(block.games),
        rests,
        ends,
        workspace,
    )
    for one, rest, (low, high) in zip(plain, rests, ends.tolist(), strict=True):
        found[one.column] = rest, (low, high)
    return found


def _one_by_one(follows: Follows, block: Addressed[str]) -> tuple[NDArray[np.int32], Range]:
    """Return the same for few games, and where the numbers are so large that each one must be looked at."""
    near = np.zeros(block.games, np.int64)
    for other, number in follows.terms.items():
        values = block.arrays[other]
        if follows.of_largest:
            np.maximum(near, (values > 0) * number, out=near)
        else:
            near += values.astype(np.int64) * number
    rest = block.arrays[follows.column] - near
    small = rest.astype(np.int32)
    if not np.array_equal(small, rest):
        raise OverflowError(f"the rest of {follows.column} does not fit into 32 bits")
    return small, (int(small.min()), int(small.max()))
