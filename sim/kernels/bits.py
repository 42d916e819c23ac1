"""Sets of small numbers, such as cards, in a word: how many there are, the lowest, the highest, and the n-th of them.

The n-th bit is one instruction where the machine has BMI2 (a bit deposited into the set), and six halvings elsewhere;
both return the same.
"""

from __future__ import annotations

from typing import Any

import llvmlite.binding as llvm
import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from sim.kernels.compiling import inlined
from sim.kernels.words import EIGHT, FOUR, HALF_WORD, LAST_BIT, ONE, SIXTEEN, TWO, ZERO

HAS_DEPOSIT = bool(llvm.get_host_cpu_features().get("bmi2", False))
"""Whether this machine can deposit bits."""

_WORD = ir.IntType(64)
_OF_ZERO_TOO = ir.Constant(ir.IntType(1), 0)
"""What asks for an answer also of a word without any bit."""


@intrinsic  # type: ignore[misc, unused-ignore]  # Numba is untyped
def count_bits(typingctx: Any, word: Any) -> Any:
    """Return how many bits are set."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.uint64(types.uint64), codegen


@intrinsic  # type: ignore[misc, unused-ignore]  # Numba is untyped
def lowest_bit(typingctx: Any, word: Any) -> Any:
    """Return the place of the lowest bit of a word; 64 if it is 0."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], _OF_ZERO_TOO)

    return types.uint64(types.uint64), codegen


@intrinsic  # type: ignore[misc, unused-ignore]  # Numba is untyped
def leading_zeros(typingctx: Any, word: Any) -> Any:
    """Return how many bits are empty above the highest bit of a word; 64 if it is 0."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctlz(args[0], _OF_ZERO_TOO)

    return types.uint64(types.uint64), codegen


@inlined
def highest_bit(word):
    """Return the place of the highest bit of a word that is not 0."""
    return LAST_BIT - leading_zeros(word)


@intrinsic  # type: ignore[misc, unused-ignore]  # Numba is untyped
def deposit(typingctx: Any, word: Any, mask: Any) -> Any:
    """Return the mask with its set bits replaced by the lowest bits of the word, in order; 0 without BMI2."""
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
    """Return the half of the word that holds the bit looked for, its number there, and where that half begins."""
    below = count_bits(word & ((ONE << width) - ONE))
    above = np.uint64(number >= below)
    return word >> (width * above), number - below * above, place + width * above


@inlined
def halved_nth_bit(word, number):
    """Return what :func:`nth_bit` does, on any machine."""
    word, number, place = _half(word, number, ZERO, HALF_WORD)
    word, number, place = _half(word, number, place, SIXTEEN)
    word, number, place = _half(word, number, place, EIGHT)
    word, number, place = _half(word, number, place, FOUR)
    word, number, place = _half(word, number, place, TWO)
    word, number, place = _half(word, number, place, ONE)
    return place


@inlined
def nth_bit(word, number):
    """Return the place of a set bit of the word (uint64), the lowest being number 0 (uint64)."""
    if HAS_DEPOSIT:
        return lowest_bit(deposit(ONE << number, word))
    return halved_nth_bit(word, number)
