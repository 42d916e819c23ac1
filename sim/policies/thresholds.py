"""Mixed strategies stored as thresholds, by the number of the position.

With thresholds a random word becomes a choice.

The choices with a positive probability are the support, a bit mask; each of them but
the last has a threshold. A random 64-bit word ``w`` selects the first whose threshold
is above ``w >> 32``: an error of at most ``2**-UNIT_BITS``.
"""

from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

UNIT_BITS = 20
"""Thresholds are stored with this many bits."""

NOTHING = 1e-9
"""Smaller chances are rounding errors."""


def pack(thresholds: NDArray[np.uint32]) -> NDArray[np.uint8]:
    """Thresholds in units of ``2**-UNIT_BITS`` as packed bits, the highest first.

    Parameters
    ----------
    thresholds
        The thresholds.
    """
    bits = thresholds[:, None] >> np.arange(
        UNIT_BITS - 1, -1, -1, dtype=np.uint32
    ) & np.uint32(1)
    return np.packbits(bits.astype(np.uint8))


def unpack(packed: NDArray[np.uint8], count: int) -> NDArray[np.uint32]:
    """Stored thresholds in units of ``2**-32``.

    Parameters
    ----------
    packed
        The bits.
    count
        The number of thresholds.
    """
    bits = np.unpackbits(packed, count=count * UNIT_BITS).reshape(-1, UNIT_BITS)
    thresholds: NDArray[np.uint32] = bits @ (
        np.uint32(1) << np.arange(31, 31 - UNIT_BITS, -1, dtype=np.uint32)
    )
    return thresholds


@cache
def strategy(path: Path) -> NDArray[np.int64]:
    """A stored strategy as one array, with which a policy can come.

    First comes where each of three arrays begins, and where the thresholds do; then the
    numbers of the positions, ascending; for each the choices that are ever made, the
    lowest in bit 0, and where their thresholds begin; and the thresholds.

    Parameters
    ----------
    path
        The file.
    """
    with np.load(path) as file:
        positions = np.cumsum(file["steps"])
        supports = file["supports"]
        packed = file["thresholds"]
    after = np.bitwise_count(supports).astype(np.int64) - 1
    offsets = np.cumsum(after) - after
    arrays = (positions, supports, offsets, unpack(packed, int(after.sum())))
    starts = len(arrays) + np.cumsum([0, *map(len, arrays[:-1])])
    return np.concatenate([starts, *arrays]).astype(np.int64)


def mixture_of(table: NDArray[np.int64], position: int) -> tuple[int, int]:
    """Where the mixture of a position is stored.

    It says which choices are made, and where their thresholds begin. Compiled, too.
    Where nothing is stored, the lowest choice is sure.

    Parameters
    ----------
    table
        The strategy.
    position
        The number of the position.
    """
    low = table[0]
    high = table[1]
    while low < high:
        middle = (low + high) // 2
        if table[middle] < position:
            low = middle + 1
        else:
            high = middle
    if low < table[1] and table[low] == position:
        place = low - table[0]
        return table[table[1] + place], table[3] + table[table[2] + place]
    return 1, 0
