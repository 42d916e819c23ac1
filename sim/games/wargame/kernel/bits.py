"""Sets and rows of small numbers in one 64-bit word, for the kernels of Wargame.

A set has a bit for each member; a row has four bits for each place, the first place lowest.
"""

import numpy as np

from sim.kernels.bits import leading_zeros, lowest_bit
from sim.kernels.compiling import inlined
from sim.kernels.words import FOUR, LAST_BIT, ONE

_NIBBLE = np.uint64(15)


@inlined
def one(member):
    """Return the set of one member."""
    return ONE << member


@inlined
def under(member):
    """Return the set of all numbers below one."""
    return (ONE << member) - ONE


@inlined
def at(row, place):
    """Return the number at a place of a row."""
    return (row >> (place * FOUR)) & _NIBBLE


@inlined
def put(number, place):
    """Return a row with a number at one place and zeros elsewhere."""
    return number << (place * FOUR)


@inlined
def without(row, place):
    """Return a row without one place; the places above move down."""
    low = under(place * FOUR)
    return (row & low) | ((row >> FOUR) & ~low)


@inlined
def member(members, index):
    """Return a member of a set by its index in ascending order."""
    for _ in range(index):
        members &= members - ONE
    return lowest_bit(members)


@inlined
def run_around(members, number):
    """Return the length of the run of adjacent members around a number, which counts as a member."""
    members |= one(number)
    return (
        lowest_bit(~(members >> number))
        + leading_zeros(~(members << (LAST_BIT - number)))
        - ONE
    )
