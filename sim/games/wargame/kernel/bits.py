"""Sets and rows of small numbers in one 64-bit word, for the search of Wargame.

A set has a bit for each member; a row has four bits for each place, the first place
lowest.
"""

import numpy as np

from sim.games.wargame.policies.cards import ALL, BEATERS, PLACES
from sim.kernels.bits import leading_zeros, lowest_bit
from sim.kernels.compiling import inlined
from sim.kernels.words import FOUR, LAST_BIT, ONE, TWO, ZERO

COLUMNS = np.uint64(PLACES)

BEATEN_BY = BEATERS.astype(np.uint64)
"""For each card, the set of those that beat it."""

_NIBBLE = np.uint64(15)


@inlined
def one(member):
    """The set of one member."""
    return ONE << member


@inlined
def under(member):
    """The set of all numbers below one."""
    return (ONE << member) - ONE


@inlined
def at(row, place):
    """The number at a place of a row."""
    return (row >> (place * FOUR)) & _NIBBLE


@inlined
def put(number, place):
    """A row with a number at one place and zeros elsewhere."""
    return number << (place * FOUR)


@inlined
def run_around(members, number):
    """The length of the run of adjacent members around a number, which counts as a member."""
    members |= one(number)
    return (
        lowest_bit(~(members >> number))
        + leading_zeros(~(members << (LAST_BIT - number)))
        - ONE
    )


@inlined
def reach(lost, column):
    """The columns that are not cut off from a column by three adjacent lost ones."""
    starts = lost & (lost >> ONE) & (lost >> TWO)
    reached = np.uint64(ALL)
    if starts != ZERO:
        left = starts & under(column)
        right = starts & ~under(column)
        if left != ZERO:
            # All columns up to the last of the nearest three on the left are out of
            # reach.
            reached &= ~under(np.uint64(64) - leading_zeros(left) + TWO)
        if right != ZERO:
            reached &= under(lowest_bit(right))
    return reached
