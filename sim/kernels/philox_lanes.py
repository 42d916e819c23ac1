"""Philox of several games side by side, while code is generated: the first words of their streams.

The words are those of :mod:`sim.kernels.philox`. A vector register multiplies only halves of 64-bit numbers, so each
product is put together from four; with AVX2 that still takes a quarter less time than one game after the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from sim.kernels.lanes import Lanes, constant, numbered
from sim.kernels.philox import KEY_STEP_0, KEY_STEP_1, MULTIPLIER_0, MULTIPLIER_1
from sim.kernels.processor import has
from sim.kernels.vectors import data_of

GAMES = 8
"""Games side by side: one register of AVX-512, or two of AVX2, of which one multiplies while the other waits."""

HAS_WORDS = has("avx2")
"""Whether words are made faster side by side than one by one on this processor."""

WORDS = ir.VectorType(ir.IntType(64), GAMES)
_HALF, _LOWER = 32, (1 << 32) - 1
_ROUNDS = 10


def product_of_halves(one: Lanes, other: Lanes | int) -> Lanes:
    """Return the product of the lower halves: one instruction (``vpmuludq``)."""
    second = other if isinstance(other, Lanes) else Lanes(one.builder, constant(WORDS, other))
    return Lanes(one.builder, one.builder.mul((one & _LOWER).value, (second & _LOWER).value))


def multiplied(words: Lanes, factor: Lanes) -> tuple[Lanes, Lanes]:
    """Return both halves of the products with a factor below ``2**31``, the upper one first."""
    low = product_of_halves(words, factor)
    high = product_of_halves(words >> _HALF, factor) + (low >> _HALF)
    return high >> _HALF, (high << _HALF) | (low & _LOWER)


@intrinsic  # type: ignore[misc, unused-ignore]  # Numba is untyped
def first_words(typingctx: Any, seed: Any, stream: Any, game: Any, words: Any, at: Any) -> Any:
    """Put the first words of a stream of games ``game, game + 1, ...`` at ``words[at], words[at + 1], ...``.

    Parameters
    ----------
    seed, stream, game
        uint64: the seed, the stream, and the first of ``GAMES`` games.
    words, at
        uint64: the words, and where the first goes.
    """
    word = types.uint64
    signature = types.void(word, word, word, words, word)

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        seed, stream, game, words, at = args
        place = builder.gep(data_of(context, builder, signature.args[3], words), [at])
        made = _first_words(builder, seed, stream, game)
        builder.store(made.value, builder.bitcast(place, WORDS.as_pointer()), align=8)
        return context.get_dummy_value()

    return signature, codegen


def _first_words(builder: Any, seed: Any, stream: Any, game: Any) -> Lanes:
    """Return the first words, as :func:`sim.kernels.philox.philox_block` makes them."""
    zero = Lanes(builder, constant(WORDS, 0))
    c0, c1, c3 = Lanes(builder, constant(WORDS, 1)), zero, zero
    c2 = numbered(builder, WORDS, game) + Lanes(builder, constant(WORDS, [*range(GAMES)]))
    keys = zip(_keys(builder, seed, KEY_STEP_0), _keys(builder, stream, KEY_STEP_1), strict=True)
    for k0, k1 in keys:
        high_0, low_0 = _wide_product(c0, int(MULTIPLIER_0))
        high_1, low_1 = _wide_product(c2, int(MULTIPLIER_1))
        c0, c1, c2, c3 = high_1 ^ c1 ^ k0, low_1, high_0 ^ c3 ^ k1, low_0
    return c0


def _keys(builder: Any, key: Any, step: Any) -> Iterator[Lanes]:
    """Yield the key of each round."""
    for round_number in range(_ROUNDS):
        steps = ir.Constant(ir.IntType(64), round_number * int(step) % 2**64)
        yield numbered(builder, WORDS, builder.add(key, steps))


def _wide_product(words: Lanes, factor: int) -> tuple[Lanes, Lanes]:
    """Return both halves of the products with a constant of 64 bits, the upper one first."""
    lower, upper = factor & _LOWER, factor >> _HALF
    above = words >> _HALF
    low = product_of_halves(words, lower)
    first = product_of_halves(above, lower) + (low >> _HALF)
    second = product_of_halves(words, upper) + (first & _LOWER)
    high = product_of_halves(above, upper) + (first >> _HALF) + (second >> _HALF)
    return high, (second << _HALF) | (low & _LOWER)
