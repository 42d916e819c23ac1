"""Bids from the tables of equilibria, compiled: the twin of :mod:`sim.games.gops.equilibria`."""

from __future__ import annotations

import numpy as np

from sim.games.gops.equilibria import GopsTable, gops_table
from sim.kernels.bits import count_bits, lowest_bit
from sim.kernels.compiling import kernel

__all__ = ["GopsTable", "gops_choice", "gops_table"]

_ZERO, _ONE, _TWO, _FOUR = np.uint64(0), np.uint64(1), np.uint64(2), np.uint64(4)
_HALF_WORD = np.uint64(32)


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
    if held == _ONE:
        return lowest_bit(mine) + _ONE
    shape = held * _FOUR
    sets, pots, leads = (
        table.shapes[shape + _ONE],
        table.shapes[shape + _TWO],
        table.shapes[shape + _TWO + _ONE],
    )
    row = np.uint64(table.rows[mine << table.cards | his])
    swapped = row & _ONE
    bit = _ONE << (upcard - _ONE)
    every = prizes | bit
    seen = np.int64(0)
    if leads > _ONE:
        seen = (-lead if swapped else lead) + np.int64(leads >> _ONE)
        if seen < 0 or seen >= np.int64(leads):
            return lowest_bit(mine) + _ONE
    missing = table.cards - count_bits(mine | his)
    at = ((missing * sets + table.set_of[every]) * pots + pot) * leads + np.uint64(seen)
    place = table.places[table.shapes[shape] + at]
    if place < 0:
        return lowest_bit(mine) + _ONE
    turn = (row >> _ONE) + np.uint64(place) * held + count_bits(every & (bit - _ONE))
    support = np.uint64(table.supports[turn * _TWO + swapped])
    offset = np.uint64(table.offsets[turn * _TWO + swapped])
    drawn = word >> _HALF_WORD
    card = _ZERO
    while True:
        card += _ONE
        if not mine & _ONE:
            mine >>= _ONE
            continue
        mine >>= _ONE
        if support & _ONE:
            if support == _ONE or drawn < np.uint64(table.thresholds[offset]):
                return card
            offset += _ONE
        support >>= _ONE
