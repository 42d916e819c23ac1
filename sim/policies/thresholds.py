"""Mixtures kept as thresholds: how the chances of an equilibrium become a choice, always the same for one random word.

Of what a player can choose only some are chosen at all: they are the support, a bit mask. Each of them but the last has
a threshold, in units of ``2**-UNIT_BITS`` on the disk and of ``2**-32`` in memory. With a random 64-bit word ``w`` the
first choice is taken whose threshold is above ``w >> 32``, so a chance is off by ``2**-UNIT_BITS`` at most.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

WHOLE = 1 << 32
"""The threshold of the last choice of a mixture."""

UNIT_BITS = 20
"""Thresholds are kept to this many bits."""


def pack(thresholds: NDArray[np.uint32]) -> NDArray[np.uint8]:
    """Return thresholds in units of ``2**-UNIT_BITS`` as they are kept: bit after bit, the highest first.

    Examples
    --------
    >>> unpack(pack(np.array([3, 1 << 19], np.uint32)), 2).tolist() == [3 << 12, 1 << 31]
    True
    """
    bits = thresholds[:, None] >> np.arange(UNIT_BITS - 1, -1, -1, dtype=np.uint32) & np.uint32(1)
    return np.packbits(bits.astype(np.uint8))


def unpack(packed: NDArray[np.uint8], count: int) -> NDArray[np.uint32]:
    """Return kept thresholds in units of ``2**-32``."""
    bits = np.unpackbits(packed, count=count * UNIT_BITS).reshape(-1, UNIT_BITS)
    found: NDArray[np.uint32] = bits @ (np.uint32(1) << np.arange(31, 31 - UNIT_BITS, -1, dtype=np.uint32))
    return found


def mixture(thresholds: NDArray[np.uint32], offset: int, support: int, choices: int) -> tuple[int, ...]:
    """Return one mixture as a threshold for each choice, those that are never taken included.

    Parameters
    ----------
    thresholds, offset
        Those of all mixtures, and where those of this one begin.
    support
        Which choices are taken at all, the first in bit 0.
    choices
        How many there are.

    Returns
    -------
    tuple
        Not falling, the last one ``WHOLE``.

    Examples
    --------
    >>> mixture(np.array([1 << 30], np.uint32), 0, 0b110, 4)
    (0, 1073741824, 4294967296, 4294967296)
    """
    found, reached = [], 0
    for choice in range(choices):
        if support >> choice & 1:
            support ^= 1 << choice
            reached = int(thresholds[offset]) if support else WHOLE
            offset += 1
        found.append(reached)
    return tuple(found)
