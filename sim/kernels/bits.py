"""Sets of small numbers, such as cards, as the bits of one word.

There are their count, the lowest, the highest and the n-th.
"""

import numpy as np

from sim.kernels.compiling import inlined
from sim.kernels.llvm.words import (
    HAS_DEPOSIT,
    count_bits,
    deposit,
    leading_zeros,
    lowest_bit,
)
from sim.kernels.words import EIGHT, FOUR, HALF_WORD, LAST_BIT, ONE, SIXTEEN, TWO, ZERO

__all__ = [
    "count_bits",
    "halved_nth_bit",
    "highest_bit",
    "leading_zeros",
    "lowest_bit",
    "nth_bit",
]


@inlined
def highest_bit(word):
    """The index of the highest set bit of a word other than 0."""
    return LAST_BIT - leading_zeros(word)


@inlined
def _half(word, number, place, width):
    """The half of the word with the wanted bit.

    With it come the bit's number in that half, and where the half begins.
    """
    below = count_bits(word & ((ONE << width) - ONE))
    above = np.uint64(number >= below)
    return word >> (width * above), number - below * above, place + width * above


@inlined
def halved_nth_bit(word, number):
    """The function :func:`nth_bit` without BMI2."""
    word, number, place = _half(word, number, ZERO, HALF_WORD)
    word, number, place = _half(word, number, place, SIXTEEN)
    word, number, place = _half(word, number, place, EIGHT)
    word, number, place = _half(word, number, place, FOUR)
    word, number, place = _half(word, number, place, TWO)
    word, number, place = _half(word, number, place, ONE)
    return place


@inlined
def nth_bit(word, number):
    """The index of the n-th set bit of a word, counted from 0 at the lowest.

    All numbers are uint64.
    """
    if HAS_DEPOSIT:
        return lowest_bit(deposit(ONE << number, word))
    return halved_nth_bit(word, number)
