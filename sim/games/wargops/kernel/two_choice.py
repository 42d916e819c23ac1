"""The players' choices in WarGops for two, compiled: each hand is a set of cards in one word.

:mod:`sim.games.wargops.kernel.two` says which bit is which card.
"""

from __future__ import annotations

import numpy as np

from sim.games.wargops.kernel.choice import HIGH, JUST_BEAT, MEDIAN, RANDOM, RANDOM_RANK
from sim.games.wargops.kernel.equilibria import BASE, digit_of, wargops_choice
from sim.kernels.bits import count_bits, highest_bit, lowest_bit, nth_bit
from sim.kernels.compiling import inlined, part
from sim.kernels.philox import below, next_word
from sim.kernels.words import ALL_BITS, ONE, ZERO


@inlined
def _ranks_of(hand, pack):
    """Return the lowest bits of the ranks that a hand holds."""
    step = ONE
    while step >> pack.shift == ZERO:
        hand |= hand >> step
        step += step
    return hand & pack.lows


@inlined
def choose(code, own, other, pack, chance, seed):
    """Return the place of the card that a player lays; a hand of a single rank leaves no choice."""
    if lowest_bit(own) >> pack.shift == highest_bit(own) >> pack.shift:
        return lowest_bit(own)
    if code == RANDOM:
        return nth_bit(own, np.uint64(below(count_bits(own), chance, seed)))
    if code == RANDOM_RANK:
        ranks = _ranks_of(own, pack)
        rank = nth_bit(ranks, np.uint64(below(count_bits(ranks), chance, seed))) >> pack.shift
        return lowest_bit(own & (ALL_BITS << (rank << pack.shift)))
    if code == HIGH:
        return highest_bit(own)
    if code == MEDIAN:
        return nth_bit(own, count_bits(own) >> ONE)
    if code == JUST_BEAT and other != ZERO:
        above = own & (ALL_BITS << (((highest_bit(other) >> pack.shift) + ONE) << pack.shift))
        return lowest_bit(above if above != ZERO else own)
    return lowest_bit(own)


@part
def choose_solved(own, other, pot, pack, solved, chance, seed):
    """Return the place of the card that an equilibrium strategy lays, for one card of each rank."""
    ranks = _ranks_of(own, pack)
    if ranks & (ranks - ONE) == ZERO:
        return lowest_bit(own)
    number = ZERO
    for step in range(pack.size):
        place = (pack.size - ONE - step) << ONE
        digit = digit_of(_of_rank(own, place), _of_rank(other, place), _of_rank(pot, place))
        number = number * BASE + digit
    rank = nth_bit(ranks, wargops_choice(solved, ZERO, number, next_word(chance, seed)))
    return lowest_bit(own & (ALL_BITS << rank))


@inlined
def _of_rank(cards, place):
    """Return how many of the two cards of a rank, which begin at a place, a set has."""
    return (cards >> place & ONE) + (cards >> (place + ONE) & ONE)
