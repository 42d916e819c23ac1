"""Mixed strategies stored as thresholds.

With these a random word becomes a choice.

The choices with a positive probability are the support, a bit mask; each of them but
the last has a threshold. A random 64-bit word ``w`` selects the first whose threshold
is above ``w >> 32``: an error of at most ``2**-UNIT_BITS``.
"""

from collections.abc import Sequence

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


def joined(arrays: Sequence[NDArray[np.integer]]) -> NDArray[np.int64]:
    """Arrays of whole numbers as one array, with which a policy can come.

    First where each begins, and then all of them.

    Parameters
    ----------
    arrays
        The arrays.
    """
    starts = len(arrays) + np.cumsum([0, *map(len, arrays[:-1])])
    return np.concatenate([starts, *arrays]).astype(np.int64)
