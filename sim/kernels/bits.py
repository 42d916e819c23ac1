"""Sets of small numbers, such as cards, as the bits of one word: their count, the lowest, the highest and the n-th.

With BMI2 the n-th bit is found by one bit deposit (``pdep``), elsewhere by halving the word six times. Both give the
same answer.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from sim.kernels.compiling import inlined
from sim.kernels.processor import has
from sim.kernels.words import EIGHT, FOUR, HALF_WORD, LAST_BIT, ONE, SIXTEEN, TWO, ZERO

HAS_DEPOSIT = has("bmi2")
"""Whether the processor has BMI2's bit deposit."""

_WORD = ir.IntType(64)
_ZERO_IS_DEFINED = ir.Constant(ir.IntType(1), 0)
"""LLVM's flag ``is_zero_poison``, off: counting the zeros of the word 0 is defined and gives 64."""


@intrinsic  # type: ignore[misc, unused-ignore]  # Numba is untyped
def count_bits(typingctx: Any, word: Any) -> Any:
    """Return the number of set bits of a word."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.uint64(types.uint64), codegen


@intrinsic  # type: ignore[misc, unused-ignore]  # Numba is untyped
def lowest_bit(typingctx: Any, word: Any) -> Any:
    """Return the index of the lowest set bit of a word; 64 if the word is 0."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], _ZERO_IS_DEFINED)

    return types.uint64(types.uint64), codegen


@intrinsic  # type: ignore[misc, unused-ignore]  # Numba is untyped
def leading_zeros(typingctx: Any, word: Any) -> Any:
    """Return the number of zero bits above the highest set bit of a word; 64 if the word is 0."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctlz(args[0], _ZERO_IS_DEFINED)

    return types.uint64(types.uint64), codegen


@inlined
def highest_bit(word):
    """Return the index of the highest set bit of a word other than 0."""
    return LAST_BIT - leading_zeros(word)


@intrinsic  # type: ignore[misc, unused-ignore]  # Numba is untyped
def deposit(typingctx: Any, word: Any, mask: Any) -> Any:
    """Return the lowest bits of the word, moved in order to the set bits of the mask; 0 without BMI2."""
    signature = types.uint64(types.uint64, types.uint64)

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        if not HAS_DEPOSIT:
            return ir.Constant(_WORD, 0)
        name = "llvm.x86.bmi.pdep.64"
        kind = ir.FunctionType(_WORD, [_WORD, _WORD])
        function = builder.module.globals.get(name) or ir.Function(builder.module, kind, name)
        return builder.call(function, args)

    return signature, codegen


@inlined
def _half(word, number, place, width):
    """Return the half of the word with the wanted bit, the bit's number in that half, and where the half begins."""
    below = count_bits(word & ((ONE << width) - ONE))
    above = np.uint64(number >= below)
    return word >> (width * above), number - below * above, place + width * above


@inlined
def halved_nth_bit(word, number):
    """Return the same as :func:`nth_bit`, without BMI2."""
    word, number, place = _half(word, number, ZERO, HALF_WORD)
    word, number, place = _half(word, number, place, SIXTEEN)
    word, number, place = _half(word, number, place, EIGHT)
    word, number, place = _half(word, number, place, FOUR)
    word, number, place = _half(word, number, place, TWO)
    word, number, place = _half(word, number, place, ONE)
    return place


@inlined
def nth_bit(word, number):
    """Return the index of the n-th set bit of a word, counted from 0 at the lowest; all numbers are uint64."""
    if HAS_DEPOSIT:
        return lowest_bit(deposit(ONE << number, word))
    return halved_nth_bit(word, number)
