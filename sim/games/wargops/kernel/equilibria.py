"""Cards from the tables of equilibria of WarGops, compiled: the twin of :mod:`sim.games.wargops.equilibria`.

A table reaches the kernels as the addresses of its arrays, because handing whole arrays from function to function costs
all the games that do not need them.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from sim.games.wargops.equilibria import DIGITS, WarGopsTable, wargops_table
from sim.kernels.compiling import inlined, kernel
from sim.kernels.words import FOUR, HALF_WORD, LOW_HALF, ONE, THREE, TWO, ZERO

__all__ = ["BASE", "WarGopsTable", "addresses_of", "digit_of", "wargops_choice", "wargops_table"]

BASE = np.uint64(DIGITS)
"""How many digits there are."""

_NOT_KEPT = LOW_HALF
"""The place -1 of a mixture, as 32 bits."""

_WORD = ir.IntType(64)


def _loaded(bits: int, context: Any, builder: Any, signature: Any, args: Any) -> Any:
    array = builder.inttoptr(args[0], ir.IntType(bits).as_pointer())
    return builder.zext(builder.load(builder.gep(array, [args[1]])), _WORD)


@intrinsic  # type: ignore[misc, unused-ignore]  # Numba is untyped
def _load_8(typingctx: Any, address: Any, place: Any) -> Any:
    """Return a number of an array of 8-bit numbers that begins at an address."""
    return types.uint64(types.uint64, types.uint64), lambda *args: _loaded(8, *args)


@intrinsic  # type: ignore[misc, unused-ignore]  # Numba is untyped
def _load_32(typingctx: Any, address: Any, place: Any) -> Any:
    """Return a number of an array of 32-bit numbers that begins at an address."""
    return types.uint64(types.uint64, types.uint64), lambda *args: _loaded(32, *args)


def addresses_of(table: WarGopsTable) -> np.ndarray:
    """Return where the arrays of a table lie: places, supports, offsets and thresholds; uint64 (4,).

    The tables that :func:`wargops_table` gives stay there.
    """
    return np.array([array.ctypes.data for array in table[1:]], np.uint64)


@inlined
def digit_of(mine, his, pot):
    """Return the digit of a rank in a position's number, from how many of its cards are where; BASE for nowhere."""
    held = mine + his
    if held + pot > TWO or (pot != ZERO and held + pot != ONE):
        return BASE
    if pot != ZERO:
        return THREE
    return FOUR + his if held == TWO else mine + TWO * his


@kernel
def wargops_choice(addresses, begin, number, word):
    """Return which of the ranks that a player holds an equilibrium strategy lays.

    Parameters
    ----------
    addresses, begin
        An array of uint64, and the place in it where what :func:`addresses_of` gives begins.
    number
        uint64: the position as the player sees it.
    word
        uint64: random.

    Returns
    -------
    uint64
        0 is the lowest rank held.
    """
    rank = ZERO
    place = _load_32(addresses[begin], number)
    if place == _NOT_KEPT:
        return rank
    support = _load_8(addresses[begin + ONE], place)
    offset = _load_32(addresses[begin + TWO], place)
    drawn = word >> HALF_WORD
    while True:
        if support & ONE:
            if support == ONE or drawn < _load_32(addresses[begin + THREE], offset):
                return rank
            offset += ONE
        support >>= ONE
        rank += ONE
