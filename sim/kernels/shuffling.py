"""Shuffles of piles of cards in vector registers.

Words are spent as :func:`sim.kernels.philox.shuffle` does.

The draws of a shuffle are the digits of one number: with the bounds 6, 5, ... 2, the
number ``(word * 720) >> 64``, below 720, says how six cards are swapped. So several
draws share a row of a table: it has the order that their swaps make of the cards, and
a byte shuffle (SSSE3's ``pshufb``, NEON's ``tbl``) brings them into it. A pile has any
size, and a word of draws may end at any card. So that the processor need not guess what
comes next, all piles of up to 16 cards take the same five steps, from the draws for 16
and 15 cards to those for the last six; those of up to 22 cards take three steps before
these, those of up to 30 seven.

Each step finds its row from what is left of the pile's first and second word::

    row = first + (left_0 * draws_0 >> 64) * draws_1 + (left_1 * draws_1 >> 64)

where ``draws_0`` and ``draws_1`` say how many ways there are to draw what the step
takes from either word: 1, which draws nothing, if all of it comes from the other one. A
pile too small for a step draws nothing there, and ``first`` is the row that leaves all
cards as they lie. Where piles of such a size never use one of the words, its part is
left out.
"""

from collections.abc import Callable, Sequence
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.kernels.compiling import inlined
from sim.kernels.llvm.functions import generated
from sim.kernels.llvm.memory import constant_bytes
from sim.kernels.llvm.numbers import WORD, Number, integer, vector
from sim.kernels.llvm.words import multiply_high
from sim.kernels.philox import BATCH_ENDS, BATCH_PRODUCTS, next_word, rejection_bound
from sim.kernels.words import ONE, ZERO
from sim.rng import batches

SMALL, MIDDLE, LARGE = 16, 22, 30
"""The most cards of piles that are shuffled in five steps, in eight, and in twelve."""

IN_REGISTER = 16
"""The cards in a register: small piles lie in one, others in two."""

_IN_TWO = [(bound, bound - 1) for bound in range(LARGE, IN_REGISTER, -2)]
_IN_ONE = [(16, 15), (14, 13), (12, 11, 10), (9, 8, 7), (6, 5, 4, 3, 2)]
_STEPS = [*_IN_TWO, *_IN_ONE]
"""The bounds of the draws of each step."""

_CARDS, _DOUBLE = vector(8, IN_REGISTER), integer(128)

_IN_FIRST = 0x70
"""A number to add to the place of a card. Then a byte shuffle takes the card if it is
one of the first 16, and zero if not."""


def _orders(bounds: Sequence[int], width: int) -> NDArray[np.uint8]:
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


def _width(step: tuple[int, ...]) -> int:
    """How many cards a step brings into order."""
    return IN_REGISTER if step in _IN_ONE else 2 * IN_REGISTER


_ROWS = np.concatenate(
    [
        (_orders(step, _width(step)) + (_IN_FIRST if step in _IN_TWO else 0)).ravel()
        for step in _STEPS
    ]
)
_STARTS = np.cumsum([0, *(prod(step) * _width(step) for step in _STEPS)])


def steps_of(size: int) -> list[tuple[int, int, int]]:
    """The steps that a pile takes from each of its words.

    For each step how many ways there are to draw from both words, and its row's first
    byte.
    """
    words = [set(bounds) for _, bounds in batches(size)]
    numbers = []
    for step, start in zip(_STEPS, _STARTS[:-1].tolist(), strict=True):
        ways = [
            prod(bound for bound in step if bound in word)
            for word in (*words, set(), set())[:2]
        ]
        # The draws that the pile is too small for, before the others, leave the cards
        # where they are.
        row = 0
        for bound in step:
            row = row * bound + (bound - 1 if bound > size else 0)
        numbers.append((ways[0], ways[1], start + row * _width(step)))
    return numbers


_TABLE = np.array([steps_of(size) for size in range(LARGE + 1)], np.uint32)
_NUMBERS = _TABLE[0].size

_MOST_IN_WORD = max(
    size - int(BATCH_ENDS[size]) for size in range(LARGE + 1, len(BATCH_ENDS))
)
"""The most draws of a larger pile that share a word."""


def _reordering(least: int, most: int, words: int = 2) -> Callable[..., None]:
    """A function of compiled code that shuffles piles of these sizes.

    It takes as many words as they need.
    """
    sizes = slice(least, most + 1)
    steps = [step for step in _STEPS if step[-1] <= most]
    used = [
        [bool((ways > 1).any()) for ways in _TABLE[sizes, _STEPS.index(step), :words].T]
        for step in steps
    ]
    registers = 1 if most <= IN_REGISTER else 2

    @generated()
    def reorder(cards, place, size, left_0, left_1, table):
        """Shuffle the cards at a place, given both words.

        The address of the constant rows would be spelled out at every load.
        """
        pile = cards.hidden()
        rows = constant_bytes(cards.builder, "rows_of_piles", _ROWS.tobytes()).hidden()
        record = table.hidden().further(size * _NUMBERS)
        lefts = [left_0, left_1]
        places = [place + IN_REGISTER * register for register in range(registers)]
        halves = [pile.load(half, _CARDS) for half in places]

        def number(at: int) -> Any:
            return record.load(at, integer(32)).widened(WORD)

        def drawn(word: int, ways: Number) -> Any:
            wide = lefts[word].widened(_DOUBLE) * ways.widened(_DOUBLE)
            lefts[word] = wide.cut(WORD)
            # LLVM would join this shift and the next one (shld), which is slow on some
            # processors.
            return (wide >> 64).cut(WORD).hidden()

        for step, is_used in zip(steps, used, strict=True):
            at = 3 * _STEPS.index(step)
            width = _width(step)
            ways = [number(at + word) for word in range(2)]
            draws = [drawn(word, ways[word]) for word in range(words) if is_used[word]]
            row = draws[0] if len(draws) == 1 else draws[0] * ways[1] + draws[1]
            start = number(at + 2) + row * width
            orders_of_row = [
                rows.load(start + first, _CARDS)
                for first in range(0, width, IN_REGISTER)
            ]
            if len(orders_of_row) == 1:
                halves[0] = halves[0].ordered(*orders_of_row)
            else:
                # Sixteen cards each, out of both halves.
                low, high = halves
                halves = [
                    low.ordered(order) | high.ordered(order ^ 0x80)
                    for order in orders_of_row
                ]
        for half, ordered in zip(places, halves, strict=True):
            pile.store(half, ordered)

    return reorder


_reorder_small, _reorder_middle, _reorder_large = (
    _reordering(least, most)
    for least, most in ((2, SMALL), (SMALL + 1, MIDDLE), (MIDDLE + 1, LARGE))
)
_NUMBERS_OF_STEPS = _TABLE.ravel()

MOST_BY_WORD = max(size for size in range(LARGE) if len(list(batches(size))) == 1)
"""The most cards for whose draws one word is enough."""

_reorder_by_word = _reordering(2, MOST_BY_WORD, words=1)


@inlined
def _word_for(product, words, seed):
    """The next word with which draws whose bounds have this product are unbiased."""
    word = next_word(words, seed)
    while word * product < product and word * product < rejection_bound(product):
        word = next_word(words, seed)
    return word


@inlined
def swap_down(cards, place, size, words, seed):
    """Make the first draws of a shuffle of more than 30 cards.

    They are as many as share a word. Return how many are left.
    """
    left = _word_for(BATCH_PRODUCTS[size], words, seed)
    fewer = BATCH_ENDS[size]
    for _ in range(_MOST_IN_WORD):
        last = size - ONE
        # As many turns of the loop for every pile: those that draw nothing swap a card
        # with itself.
        drawn = multiply_high(left, size) if size > fewer else last
        left *= size
        size = last
        card = cards[place + last]
        cards[place + last] = cards[place + drawn]
        cards[place + drawn] = card
    return fewer


@inlined
def _words_for(size, words, seed):
    """Both words of a pile, the second 0 if it needs only one."""
    left_0 = _word_for(BATCH_PRODUCTS[size], words, seed)
    left_1 = ZERO
    fewer = BATCH_ENDS[size]
    if fewer > ONE:
        left_1 = _word_for(BATCH_PRODUCTS[fewer], words, seed)
    return left_0, left_1


@inlined
def shuffle_small(cards, place, size, words, seed):
    """Shuffle 2 to 16 cards where they lie.

    Behind the place lie at least 16 bytes (32 for the other functions), of which those
    behind the last card are written as they are.
    """
    left = _word_for(BATCH_PRODUCTS[size], words, seed)
    _reorder_small(cards, place, size, left, ZERO, _NUMBERS_OF_STEPS)


@inlined
def shuffle_middle(cards, place, size, words, seed):
    """Shuffle 17 to 22 cards where they lie; see :func:`shuffle_small`."""
    left_0, left_1 = _words_for(size, words, seed)
    _reorder_middle(cards, place, size, left_0, left_1, _NUMBERS_OF_STEPS)


@inlined
def shuffle_large(cards, place, size, words, seed):
    """Shuffle 23 to 30 cards where they lie; see :func:`shuffle_small`."""
    left_0, left_1 = _words_for(size, words, seed)
    _reorder_large(cards, place, size, left_0, left_1, _NUMBERS_OF_STEPS)


@inlined
def shuffle_by_word(cards, place, size, word):
    """Shuffle 2 to 19 cards where they lie, with one word for all their draws.

    See :func:`shuffle_small`.
    """
    _reorder_by_word(cards, place, size, word, ZERO, _NUMBERS_OF_STEPS)
