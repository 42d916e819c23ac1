"""Cards from the equilibrium tables of WarGops, compiled; a table is the addresses of its arrays."""

import numpy as np

from sim.games.wargops.equilibria import DIGITS, WarGopsTable, wargops_table
from sim.kernels.addresses import load_8, load_32
from sim.kernels.compiling import inlined, kernel
from sim.kernels.words import FOUR, HALF_WORD, LOW_HALF, ONE, THREE, TWO, ZERO

__all__ = [
    "BASE",
    "WarGopsTable",
    "addresses_of",
    "digit_of",
    "wargops_choice",
    "wargops_table",
]

BASE = np.uint64(DIGITS)
"""The number of different digits."""

_NOT_KEPT = LOW_HALF
"""The place of a mixture that is not stored: -1 as an unsigned number of 32 bits."""


def addresses_of(table: WarGopsTable) -> np.ndarray:
    """Return the addresses of a table's places, supports, offsets and thresholds; uint64 (4,)."""
    # They stay valid, because `wargops_table` keeps its tables.
    return np.array([array.ctypes.data for array in table[1:]], np.uint64)


@inlined
def digit_of(own, other, pot):
    """Return a rank's digit in a position's number, from how many of its cards lie where; BASE if none fits."""
    held = own + other
    if held + pot > TWO or (pot != ZERO and held + pot != ONE):
        return BASE
    if pot != ZERO:
        return THREE
    return FOUR + other if held == TWO else own + TWO * other


@kernel
def wargops_choice(addresses, begin, number, word):
    """Return which of the ranks that a player holds is laid by an equilibrium strategy."""
    rank = ZERO
    place = load_32(addresses[begin], number)
    if place == _NOT_KEPT:
        return rank
    support = load_8(addresses[begin + ONE], place)
    offset = load_32(addresses[begin + TWO], place)
    drawn = word >> HALF_WORD
    while True:
        if support & ONE:
            if support == ONE or drawn < load_32(addresses[begin + THREE], offset):
                return rank
            offset += ONE
        support >>= ONE
        rank += ONE
