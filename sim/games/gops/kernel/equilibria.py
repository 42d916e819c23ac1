"""Bids from the tables of equilibria, compiled: the twin of :mod:`sim.games.gops.equilibria`."""

from __future__ import annotations

import numpy as np

from sim.games.gops.equilibria import GopsTable, gops_table
from sim.kernels.bits import count_bits, lowest_bit
from sim.kernels.compiling import kernel
from sim.kernels.words import FOUR, HALF_WORD, ONE, THREE, TWO, ZERO

__all__ = ["GopsTable", "gops_choice", "gops_table"]


@kernel
def gops_choice(table, mine, his, prizes, upcard, pot, lead, word):
    """Return the card that an equilibrium strategy bids.

    Parameters
    ----------
    table
        What :func:`gops_table` gives for the game.
    mine, his, prizes
        uint64 bit masks, card ``c`` in bit ``c - 1``: the own and the other hand, and the prizes still face down.
    upcard, pot
        uint64: the prize turned up, and the points that lie there.
    lead
        int64: how many more points the player has than the other.
    word
        uint64: random.

    Returns
    -------
    uint64
        A card of ``mine``.
    """
    held = count_bits(mine)
    if held == ONE:
        return lowest_bit(mine) + ONE
    shape = held * FOUR
    sets, pots = table.shapes[shape + ONE], table.shapes[shape + TWO]
    leads = table.shapes[shape + THREE]
    row = np.uint64(table.rows[mine << table.cards | his])
    swapped = row & ONE
    bit = ONE << (upcard - ONE)
    every = prizes | bit
    seen = np.int64(0)
    if leads > ONE:
        seen = (-lead if swapped else lead) + np.int64(leads >> ONE)
        if seen < 0 or seen >= np.int64(leads):
            return lowest_bit(mine) + ONE
    missing = table.cards - count_bits(mine | his)
    at = ((missing * sets + table.set_of[every]) * pots + pot) * leads + np.uint64(seen)
    place = table.places[table.shapes[shape] + at]
    if place < 0:
        return lowest_bit(mine) + ONE
    turn = (row >> ONE) + np.uint64(place) * held + count_bits(every & (bit - ONE))
    support = np.uint64(table.supports[turn * TWO + swapped])
    offset = np.uint64(table.offsets[turn * TWO + swapped])
    drawn = word >> HALF_WORD
    card = ZERO
    while True:
        card += ONE
        if not mine & ONE:
            mine >>= ONE
            continue
        mine >>= ONE
        if support & ONE:
            if support == ONE or drawn < np.uint64(table.thresholds[offset]):
                return card
            offset += ONE
        support >>= ONE
