"""Bids from tables of equilibria, compiled: the twin of :mod:`sim.games.gops.equilibria`."""

import numpy as np

from sim.kernels.bits import count_bits, lowest_bit
from sim.kernels.compiling import kernel, part
from sim.kernels.words import FOUR, HALF_WORD, ONE, THREE, TWO, ZERO


@part
def gops_mixture(table, own, other, prizes, upcard, pot, lead, held):
    """Return which of the cards held are bid, the lowest in bit 0, and where their thresholds begin."""
    shape = held * FOUR
    sets, pots = table.shapes[shape + ONE], table.shapes[shape + TWO]
    leads = table.shapes[shape + THREE]
    row = np.uint64(table.rows[own << table.cards | other])
    swapped = row & ONE
    bit = ONE << (upcard - ONE)
    every = prizes | bit
    seen = np.int64(0)
    if leads > ONE:
        seen = (-lead if swapped else lead) + np.int64(leads >> ONE)
        if seen < 0 or seen >= np.int64(leads):
            return ONE, ZERO
    missing = table.cards - count_bits(own | other)
    at = ((missing * sets + table.set_of[every]) * pots + pot) * leads + np.uint64(seen)
    place = table.places[table.shapes[shape] + at]
    if place < 0:
        return ONE, ZERO
    turn = (row >> ONE) + np.uint64(place) * held + count_bits(every & (bit - ONE))
    turn = turn * TWO + swapped
    return np.uint64(table.supports[turn]), np.uint64(table.offsets[turn])


@kernel
def gops_choice(table, own, other, prizes, upcard, pot, lead, word):
    """Return the card that an equilibrium strategy bids."""
    held = count_bits(own)
    if held == ONE:
        return lowest_bit(own) + ONE
    support, offset = gops_mixture(table, own, other, prizes, upcard, pot, lead, held)
    drawn = word >> HALF_WORD
    card = ZERO
    while True:
        card += ONE
        if not own & ONE:
            own >>= ONE
            continue
        own >>= ONE
        if support & ONE:
            if support == ONE or drawn < np.uint64(table.thresholds[offset]):
                return card
            offset += ONE
        support >>= ONE
