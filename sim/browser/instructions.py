"""Instructions of WebAssembly that kernels ask for by names of their own, as definitions in LLVM.

:mod:`sim.kernels.llvm` calls ``warlab.swizzle`` and its like where it is compiled for WebAssembly. The code of a kernel
passes through Numba, which compiles for this machine: there these names are plain functions that nobody runs.
"""

from collections.abc import Callable
from typing import Any

from llvmlite import ir

from sim.kernels.llvm.numbers import WORD, Number, called, integer, vector

_BYTES, _LANES = 16, (16, 32)


def _define(
    module: Any, name: str, result: Any, given: list[Any], write: Callable[..., Number]
) -> None:
    """Add a function of numbers to a module, to be copied into its callers."""
    function = ir.Function(module, ir.FunctionType(result, given), name)
    function.linkage = "linkonce_odr"
    function.attributes.add("alwaysinline")
    builder = ir.IRBuilder(function.append_basic_block())
    numbers = [Number(builder, argument) for argument in function.args]
    builder.ret(write(*numbers).value)


def _bits(mask: Number) -> Number:
    """The bit of each lane, as one integer: ``bitmask`` of sixteen lanes at a time."""
    lanes = mask.kind.count
    kind = integer(lanes)
    every = mask.widened_signed(vector(8, lanes))
    result = None
    for first in range(0, lanes, _BYTES):
        some = every.picked(range(first, first + _BYTES))
        bits = called("llvm.wasm.bitmask.v16i8", integer(32), some)
        bits = bits if lanes == 32 else bits.cut(kind)
        result = bits if result is None else result | (bits << first)
    assert result is not None
    return result


def _lanes(bits: Number) -> Number:
    """The bits of an integer, one for each lane."""
    count = bits.kind.width
    places = [1 << place % 8 for place in range(count)]
    value = bits.value
    held = Number(bits.builder, bits.builder.bitcast(value, vector(8, count // 8)))
    wide = held.picked([place // 8 for place in range(count)])
    chosen = wide & wide.same(places)
    return chosen.is_("!=", 0)


def _multiply_high(first: Number, second: Number) -> Number:
    """The upper half of a product of 128 bits, from four products of halves."""
    low, other_low = first & 0xFFFFFFFF, second & 0xFFFFFFFF
    high, other_high = first >> 32, second >> 32
    middle = high * other_low + ((low * other_low) >> 32)
    other_middle = low * other_high + (middle & 0xFFFFFFFF)
    return high * other_high + (middle >> 32) + (other_middle >> 32)


def vector_instructions() -> ir.Module:
    """The definitions that the optimiser is to see from the beginning."""
    module = ir.Module()
    cards = vector(8, _BYTES)
    _define(
        module,
        "warlab.swizzle",
        cards,
        [cards, cards],
        lambda row, places: called("llvm.wasm.swizzle", cards, row, places),
    )
    for lanes in _LANES:
        mask, bits = vector(1, lanes), integer(lanes)
        _define(module, f"warlab.bits.{lanes}", bits, [mask], _bits)
        _define(module, f"warlab.lanes.{lanes}", mask, [bits], _lanes)
    return module


def products() -> ir.Module:
    """The definitions that the optimiser must not see before its last pass.

    It would recognise the product of 128 bits, for which WebAssembly calls a function that nobody has.
    """
    module = ir.Module()
    _define(module, "warlab.multiply_high", WORD, [WORD, WORD], _multiply_high)
    return module


NAMES = (
    "warlab.swizzle",
    *(f"warlab.{kind}.{lanes}" for kind in ("bits", "lanes") for lanes in _LANES),
    "warlab.multiply_high",
)
"""All these names."""
