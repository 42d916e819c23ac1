"""Columns of integers by their addresses: compiled once, code reads columns of every type.

Where a function takes arrays, Numba compiles it anew for each combination of their types. An address is a number, and
the bytes of an integer are another. The caller keeps the arrays alive, and answers for their lengths.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import types

from sim.kernels.compiling import inlined, part
from sim.kernels.llvm.functions import generated
from sim.kernels.llvm.memory import memory_at
from sim.kernels.llvm.numbers import WORD, integer


def _loader(kind: types.Integer) -> Callable[..., Any]:
    """Return a compiled function that reads the integer of a kind at a place of a column."""

    @generated(kind)
    def load(address, place):
        """Return an integer of the column at an address."""
        return memory_at(address, kind.bitwidth // 8).load(
            place, integer(kind.bitwidth), aligned=1
        )

    return load


_byte_at, _short_at = _loader(types.int8), _loader(types.int16)
_whole_at, _long_at = _loader(types.int32), _loader(types.int64)


@generated(types.uint64)
def load_8(address, place):
    """Return the unsigned byte at a place of a table."""
    return memory_at(address).load(place, integer(8)).widened(WORD)


@generated(types.uint64)
def load_32(address, place):
    """Return the unsigned number of 32 bits at a place of a table."""
    return memory_at(address, 4).load(place, integer(32)).widened(WORD)


@generated()
def count_at(address, place):
    """Add one to the uint32 at a place of a column."""
    counts = memory_at(address, 4)
    counts.store(place, counts.load(place, integer(32)) + 1)


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
    """Return the least and the greatest of ``games`` signed integers, at least one, each ``width`` bytes wide."""
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


_add_bytes, _add_shorts, _add_wholes, _add_longs = map(
    _adder, (_byte_at, _short_at, _whole_at, _long_at)
)


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
