"""Columns of integers by their addresses: compiled once, code reads columns of every type.

Where a function takes arrays, Numba compiles it anew for each combination of their types. An address is a number, and
the bytes of an integer are another. The caller keeps the arrays alive, and answers for their lengths.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from sim.kernels.compiling import inlined, part


def _loader(kind: Any) -> Callable[..., Any]:
    """Return a compiled function that reads the integer of a kind at a place of a column."""

    @intrinsic  # type: ignore[misc, unused-ignore]  # Numba is untyped
    def load(typingctx: Any, address: Any, place: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            column = builder.inttoptr(args[0], ir.IntType(kind.bitwidth).as_pointer())
            return builder.load(builder.gep(column, [args[1]]), align=1)

        return kind(types.uint64, types.uint64), codegen

    return load


_byte_at, _short_at = _loader(types.int8), _loader(types.int16)
_whole_at, _long_at = _loader(types.int32), _loader(types.int64)


@intrinsic  # type: ignore[misc, unused-ignore]  # Numba is untyped
def count_at(typingctx: Any, address: Any, place: Any) -> Any:
    """Add one to the uint32 at a place of a column."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        number = ir.IntType(32)
        cell = builder.gep(builder.inttoptr(args[0], number.as_pointer()), [args[1]])
        builder.store(builder.add(builder.load(cell), ir.Constant(number, 1)), cell)
        return context.get_dummy_value()

    return types.void(types.uint64, types.uint64), codegen


def _ranger(load: Callable[..., Any]) -> Callable[..., Any]:
    def find(address, games):
        low = high = load(address, np.uint64(0))
        for game in range(games):
            value = load(address, game)
            low = value if value < low else low
            high = value if value > high else high
        return np.int64(low), np.int64(high)

    return inlined(find)


_byte_range, _short_range, _whole_range, _long_range = map(
    _ranger, (_byte_at, _short_at, _whole_at, _long_at)
)


@part
def range_of(address, width, games):
    """Return the least and the greatest of some integers, of which there must be one.

    Parameters
    ----------
    address, width
        uint64: where the first one is, and the bytes of each: 1, 2, 4 or 8, signed.
    games
        uint64: how many there are.
    """
    if width == 1:
        return _byte_range(address, games)
    if width == 2:
        return _short_range(address, games)
    if width == 4:
        return _whole_range(address, games)
    return _long_range(address, games)


def _adder(load: Callable[..., Any]) -> Callable[..., Any]:
    def add(address, start, size, times, sums):
        for game in range(size):
            sums[game] += load(address, start + game) * times

    return inlined(add)


_add_bytes, _add_shorts, _add_wholes, _add_longs = map(_adder, (_byte_at, _short_at, _whole_at, _long_at))


@part
def add_multiple(address, width, start, size, times, sums):
    """Add multiples of ``size`` integers, from place ``start`` on, to ``sums``, uint32, modulo 2**32."""
    if width == 1:
        _add_bytes(address, start, size, times, sums)
    elif width == 2:
        _add_shorts(address, start, size, times, sums)
    elif width == 4:
        _add_wholes(address, start, size, times, sums)
    else:
        _add_longs(address, start, size, times, sums)
