"""Shuffles of a few cards in one vector register, spending words as :func:`sim.kernels.philox.shuffle` does.

The draws of a shuffle are the digits of one number: with the bounds 6, 5, ... 2, the
number ``(word * 720) >> 64``, below 720, says how six cards are swapped. So a table has
the order that each of the 720 makes of them, and one instruction (SSSE3's ``pshufb``,
NEON's ``tbl``) brings the cards into it. More cards are first swapped down to six, two
draws at a time.
"""

from collections.abc import Sequence
from math import prod

import numpy as np
from numpy.typing import NDArray

from sim.kernels.compiling import inlined
from sim.kernels.llvm.functions import generated
from sim.kernels.llvm.numbers import vector
from sim.kernels.llvm.words import multiply_high
from sim.kernels.philox import next_word, rejection_bound
from sim.kernels.words import SIX, TWO, ZERO

MOST_IN_REGISTER = 16
"""The most cards that are shuffled so."""

_BYTES = vector(8, MOST_IN_REGISTER)
_BY_SIZE = {
    4: (4, 3, 2),
    6: (6, 5, 4, 3, 2),
    **{size: (size, size - 1) for size in range(8, 17, 2)},
}
"""The bounds of the draws that share a row, by the number of cards still to be shuffled."""


def orders(bounds: Sequence[int], width: int = MOST_IN_REGISTER) -> NDArray[np.uint8]:
    """For all draws with these bounds where each card comes from.

    Returns uint8 (product of the bounds, width): the places before the shuffle of the
    cards in their order after it.
    """
    rows = np.tile(np.arange(width, dtype=np.uint8), (prod(bounds), 1))
    every = np.arange(len(rows))
    for bound, places in zip(bounds, np.unravel_index(every, bounds), strict=True):
        last = rows[:, bound - 1].copy()
        rows[:, bound - 1] = rows[every, places]
        rows[every, places] = last
    return rows


_ROWS = np.concatenate([orders(bounds) for bounds in _BY_SIZE.values()])
_FIRST_ROWS, _COUNTS, _PRODUCTS = np.zeros((3, MOST_IN_REGISTER + 1), np.uint64)
_FIRST_ROWS[list(_BY_SIZE)] = np.cumsum(
    [0, *(prod(bounds) for bounds in _BY_SIZE.values())]
)[:-1]
_COUNTS[list(_BY_SIZE)] = [prod(bounds) for bounds in _BY_SIZE.values()]
_PRODUCTS[list(_BY_SIZE)] = [prod(range(1, size + 1)) for size in _BY_SIZE]


@generated()
def _stack(table, first, second, laid, pot):
    """Put ``laid`` cards of one place of the table, then as many of another, at the beginning of ``pot``."""
    one, other = table.load(first, _BYTES), table.load(second, _BYTES)
    number = laid.in_every_lane(_BYTES)
    places = number.same(range(MOST_IN_REGISTER))
    # A place below zero is none: the register has a zero there.
    pot.store(0, places.is_("<", number).chosen(one, other.ordered(places - number)))


@generated()
def _reorder(pot, rows, row):
    """Bring the first 16 cards of ``pot`` into the order of a row."""
    pot.store(0, pot.load(0, _BYTES).ordered(rows.load(row * MOST_IN_REGISTER, _BYTES)))


@generated()
def _put(pot, size, table, to):
    """Put the first ``size`` cards of ``pot`` at a place of the table.

    What lies behind them stays.
    """
    cards = pot.load(0, _BYTES)
    is_in_pot = cards.same(range(MOST_IN_REGISTER)).is_("<", size.in_every_lane(_BYTES))
    table.store(to, is_in_pot.chosen(cards, table.load(to, _BYTES)))


@inlined
def put_shuffled(table, stacks, to, pot, words, seed):
    """Shuffle a pot of two equal stacks, and put it at a place of the table."""
    # table: The cards; at least 16 bytes lie behind each place that is named here.
    # pot: uint8 (16 or more,): a workspace.
    first, second, laid = stacks
    size = laid + laid
    factorial = _PRODUCTS[size]
    left = next_word(words, seed)
    while left * factorial < factorial and left * factorial < rejection_bound(
        factorial
    ):
        left = next_word(words, seed)
    _stack(table, first, second, laid, pot)
    unordered = size
    while unordered > ZERO:
        count = _COUNTS[unordered]
        _reorder(pot, _ROWS, _FIRST_ROWS[unordered] + multiply_high(left, count))
        left *= count
        unordered = unordered - TWO if unordered > SIX else ZERO
    _put(pot, size, table, to)
