"""Hands of GOPS as numbers, compiled: a mask with bit ``c`` for card ``c``, or packed, four bits for each card."""

import numpy as np

from sim.kernels.bits import leading_zeros, lowest_bit
from sim.kernels.compiling import inlined
from sim.kernels.words import FOUR, LAST_BIT, ONE, TWO, ZERO

MOST_PACKED = 15
"""The highest card that fits into four bits."""

_LOWEST = np.uint64(MOST_PACKED)
"""The mask of the lowest four bits."""


@inlined
def nearest(hand, target):
    """Return the held card nearest to a target below 63, the lower of two equally near."""
    above = (hand >> target) << target
    below = hand & ((TWO << target) - ONE)
    # An empty side is farther away than any card: 64 below, and as far above.
    up = lowest_bit(above) - target
    down = target + leading_zeros(below) - LAST_BIT if below != ZERO else LAST_BIT
    return target - down if down <= up else target + up


@inlined
def packed_nth(packed, place):
    """Return the card of a packed hand at a place, the lowest being at 0."""
    return (packed >> (FOUR * place)) & _LOWEST


@inlined
def packed_without(packed, place):
    """Return a packed hand without the card at a place."""
    at = FOUR * place
    lower = (ONE << at) - ONE
    return (packed & lower) | ((packed >> FOUR) & ~lower)
