"""Cards from the tables of equilibria of WarGops, compiled: the twin of :mod:`sim.policies.wargops_equilibria`."""

from __future__ import annotations

import numpy as np

from sim.kernels.compiling import inlined, kernel
from sim.policies.wargops_equilibria import DIGITS, WarGopsTable, wargops_table

__all__ = ["NO_TABLE", "WarGopsTable", "digit_of", "wargops_choice", "wargops_table"]

NO_TABLE = WarGopsTable(
    ranks=np.uint64(0),
    places=np.zeros(1, np.int32),
    supports=np.zeros(1, np.uint8),
    offsets=np.zeros(1, np.uint32),
    thresholds=np.zeros(1, np.uint32),
)
"""For games in which nobody plays by a table."""

BASE = np.uint64(DIGITS)
"""How many digits there are."""

_ZERO, _ONE, _TWO, _THREE, _FOUR = map(np.uint64, range(5))
_HALF_WORD = np.uint64(32)


@inlined
def digit_of(mine, his, pot):
    """Return the digit of a rank in a position's number, from how many of its cards are where (uint64)."""
    if mine + his == _TWO:
        return _FOUR + his
    return _THREE if pot != _ZERO else mine + _TWO * his


@kernel
def wargops_choice(table, number, word):
    """Return which of the ranks that a player holds an equilibrium strategy lays.

    Parameters
    ----------
    table
        What :func:`wargops_table` gives for the game.
    number
        uint64: the position as the player sees it.
    word
        uint64: random.

    Returns
    -------
    uint64
        0 is the lowest rank held.
    """
    place = table.places[number]
    rank = _ZERO
    if place < 0:
        return rank
    support = np.uint64(table.supports[np.uint64(place)])
    offset = np.uint64(table.offsets[np.uint64(place)])
    drawn = word >> _HALF_WORD
    while True:
        if support & _ONE:
            if support == _ONE or drawn < np.uint64(table.thresholds[offset]):
                return rank
            offset += _ONE
        support >>= _ONE
        rank += _ONE
