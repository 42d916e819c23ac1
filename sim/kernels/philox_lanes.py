"""Philox of several games side by side: the first words of their streams.

The words are those of :mod:`sim.kernels.philox`. A vector register multiplies only
halves of 64-bit numbers, so each product is put together from four; with AVX2 that
still takes a quarter less time than one game after the other.
"""

from collections.abc import Iterator
from typing import Any

from sim.kernels.llvm.functions import generated
from sim.kernels.llvm.numbers import Number, vector
from sim.kernels.llvm.processor import has
from sim.kernels.philox import KEY_STEP_0, KEY_STEP_1, MULTIPLIER_0, MULTIPLIER_1

GAMES = 8
"""The number of games side by side: one register of AVX-512, or two of AVX2, of which
one multiplies while the other waits."""

HAS_WORDS = has("avx2")
"""Whether words are made faster side by side than one by one on this processor."""

WORDS = vector(64, GAMES)
_HALF, _LOWER = 32, (1 << 32) - 1
_ROUNDS = 10


def product_of_halves(first: Number, other: Number | int) -> Number:
    """The product of the lower halves: one instruction (``vpmuludq``)."""
    second = other if isinstance(other, Number) else first.same(other)
    return (first & _LOWER) * (second & _LOWER)


@generated()
def first_words(seed, stream, game, words, at):
    """Write the first words of a stream of several games side by side.

    Those of ``game, game + 1, ...`` are put at ``words[at], words[at + 1], ...``.
    """
    numbers = game.in_every_lane(WORDS)
    numbers += numbers.same(range(GAMES))
    c0 = numbers.same(1)
    c1 = numbers.same(0)
    c2 = numbers
    c3 = numbers.same(0)
    for k0, k1 in zip(_keys(seed, KEY_STEP_0), _keys(stream, KEY_STEP_1), strict=True):
        high_0, low_0 = _wide_product(c0, int(MULTIPLIER_0))
        high_1, low_1 = _wide_product(c2, int(MULTIPLIER_1))
        c0 = high_1 ^ c1 ^ k0
        c1 = low_1
        c2 = high_0 ^ c3 ^ k1
        c3 = low_0
    words.store(at, c0)


def _keys(key: Number, step: Any) -> Iterator[Number]:
    """Yield the key of each round."""
    for turn in range(_ROUNDS):
        yield (key + turn * int(step) % 2**64).in_every_lane(WORDS)


def _wide_product(words: Number, factor: int) -> tuple[Number, Number]:
    """Both halves of the products with a constant of 64 bits, the upper one first."""
    lower = factor & _LOWER
    upper = factor >> _HALF
    above = words >> _HALF
    low = product_of_halves(words, lower)
    first = product_of_halves(above, lower) + (low >> _HALF)
    second = product_of_halves(words, upper) + (first & _LOWER)
    high = product_of_halves(above, upper) + (first >> _HALF) + (second >> _HALF)
    return high, (second << _HALF) | (low & _LOWER)
