"""Words of 64 bits: products of 128 bits, and the bits of a word."""

from numba import types

from sim.kernels.llvm.functions import generated
from sim.kernels.llvm.numbers import WORD, Number, called, constant, integer
from sim.kernels.llvm.processor import IS_WASM, has

HAS_DEPOSIT = has("bmi2")
"""Whether the processor has BMI2's bit deposit (``pdep``)."""

_DOUBLE = integer(128)
_LOW_HALF = 0xFFFFFFFF


def _zero_counts(word: Number) -> Number:
    """LLVM's flag ``is_zero_poison``, off.

    Counting the zeros of the word 0 is defined and gives 64.
    """
    return Number(word.builder, constant(integer(1), 0))


@generated(types.uint64)
def multiply_high(a, b):
    """The upper 64 bits of the 128-bit product."""
    if IS_WASM:
        return called("warlab.multiply_high", WORD, a, b)
    return ((a.widened(_DOUBLE) * b.widened(_DOUBLE)) >> 64).cut(WORD)


@generated(types.uint64)
def draw_of(word, bound):
    """The draw below a bound that a word stands for: the upper half of their product.

    The bound has at most 32 bits.
    """
    if IS_WASM:
        # Two products instead of the four that a bound of 64 bits needs.
        carried = ((word & _LOW_HALF) * bound) >> 32
        return ((word >> 32) * bound + carried) >> 32
    return ((word.widened(_DOUBLE) * bound.widened(_DOUBLE)) >> 64).cut(WORD)


@generated(types.UniTuple(types.uint64, 2))
def multiply_wide(a, b):
    """Both halves of the 128-bit product, the upper one first: one multiplication gives both."""
    if IS_WASM:
        return called("warlab.multiply_high", WORD, a, b), a * b
    product = a.widened(_DOUBLE) * b.widened(_DOUBLE)
    return (product >> 64).cut(WORD), product.cut(WORD)


@generated(types.uint64)
def count_bits(word):
    """The number of set bits of a word."""
    return word.ones()


@generated(types.uint64)
def lowest_bit(word):
    """The index of the lowest set bit of a word; 64 if the word is 0."""
    return called("llvm.cttz.i64", WORD, word, _zero_counts(word))


@generated(types.uint64)
def leading_zeros(word):
    """The number of zero bits above the highest set bit of a word.

    64 if the word is 0.
    """
    return called("llvm.ctlz.i64", WORD, word, _zero_counts(word))


@generated(types.uint64)
def deposit(word, mask):
    """The lowest bits of the word, moved in order to the set bits of the mask.

    0 without BMI2.
    """
    return (
        called("llvm.x86.bmi.pdep.64", WORD, word, mask)
        if HAS_DEPOSIT
        else word.same(0)
    )
