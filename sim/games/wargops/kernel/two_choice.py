"""How the players of a game of WarGops for two choose, compiled, where both hands are sets of cards in one word each.

The cards lie as :mod:`sim.games.wargops.kernel.two` says.
"""

from __future__ import annotations

import numpy as np

from sim.games.wargops.kernel.choice import HIGH, JUST_BEAT, MEDIAN, RANDOM, RANDOM_RANK
from sim.games.wargops.kernel.equilibria import BASE, digit_of, wargops_choice
from sim.kernels.bits import count_bits, highest_bit, lowest_bit, nth_bit
from sim.kernels.compiling import inlined, kernel
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
def choose(code, mine, his, pack, chance, seed):
    """Return the place of the card that a player lays; a single rank is not asked for.

    Parameters
    ----------
    code
        His policy.
    mine, his
        uint64: his hand and the other's.
    pack
        The cards of the game.
    chance, seed
        His stream.
    """
    if lowest_bit(mine) >> pack.shift == highest_bit(mine) >> pack.shift:
        return lowest_bit(mine)
    if code == RANDOM:
        return nth_bit(mine, np.uint64(below(count_bits(mine), chance, seed)))
    if code == RANDOM_RANK:
        ranks = _ranks_of(mine, pack)
        rank = nth_bit(ranks, np.uint64(below(count_bits(ranks), chance, seed))) >> pack.shift
        return lowest_bit(mine & (ALL_BITS << (rank << pack.shift)))
    if code == HIGH:
        return highest_bit(mine)
    if code == MEDIAN:
        return nth_bit(mine, count_bits(mine) >> ONE)
    if code == JUST_BEAT and his != ZERO:
        above = mine & (ALL_BITS << (((highest_bit(his) >> pack.shift) + ONE) << pack.shift))
        return lowest_bit(above if above != ZERO else mine)
    return lowest_bit(mine)


@kernel
def choose_solved(mine, his, pot, pack, solved, chance, seed):
    """Return the place of the card that an equilibrium strategy lays, for one card of each rank.

    Parameters
    ----------
    mine, his, pot
        uint64: both hands, and what waits.
    pack, chance, seed
        As in :func:`choose`.
    solved
        uint64 (4,): where the table lies.
    """
    ranks = _ranks_of(mine, pack)
    if ranks & (ranks - ONE) == ZERO:
        return lowest_bit(mine)
    number = ZERO
    for step in range(pack.size):
        place = (pack.size - ONE - step) << ONE
        digit = digit_of(_of_rank(mine, place), _of_rank(his, place), _of_rank(pot, place))
        number = number * BASE + digit
    rank = nth_bit(ranks, wargops_choice(solved, ZERO, number, next_word(chance, seed)))
    return lowest_bit(mine & (ALL_BITS << rank))


@inlined
def _of_rank(cards, place):
    """Return how many of the two cards that begin at a place are there."""
    return (cards >> place & ONE) + (cards >> (place + ONE) & ONE)
