"""Sets and rows of small numbers in one 64-bit word, for the kernels of Wargame.

A set has a bit for each member; a row has four bits for each place, the first place lowest.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from sim.kernels.compiling import inlined
from sim.kernels.philox import ONE

ZERO = np.uint64(0)
FOUR = np.uint64(4)
LAST_BIT = np.uint64(63)
_NIBBLE = np.uint64(15)


@intrinsic  # type: ignore[misc, unused-ignore]  # Numba is untyped
def size(typingctx: Any, members: Any) -> Any:
    """Return how many members a set has."""
    signature = types.uint64(types.uint64)

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return signature, codegen


@intrinsic  # type: ignore[misc, unused-ignore]  # Numba is untyped
def lowest(typingctx: Any, members: Any) -> Any:
    """Return the lowest member of a set, 64 if it is empty."""
    signature = types.uint64(types.uint64)

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

    return signature, codegen


@intrinsic  # type: ignore[misc, unused-ignore]  # Numba is untyped
def above_highest(typingctx: Any, members: Any) -> Any:
    """Return how many bits lie above the highest member of a set, 64 if it is empty."""
    signature = types.uint64(types.uint64)

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctlz(args[0], ir.Constant(ir.IntType(1), 0))

    return signature, codegen


@inlined
def highest(members):
    """Return the highest member of a set that is not empty."""
    return LAST_BIT - above_highest(members)


@inlined
def one(member):
    """Return the set of one member."""
    return ONE << member


@inlined
def under(member):
    """Return the set of all numbers under one."""
    return (ONE << member) - ONE


@inlined
def at(row, place):
    """Return the number at a place of a row."""
    return (row >> (place * FOUR)) & _NIBBLE


@inlined
def put(number, place):
    """Return a row that is empty but for one place."""
    return number << (place * FOUR)


@inlined
def without(row, place):
    """Return a row without one place; what lies above moves down."""
    low = under(place * FOUR)
    return (row & low) | ((row >> FOUR) & ~low)


@inlined
def member(members, index):
    """Return a member of a set by its index, the lowest first."""
    for _ in range(index):
        members &= members - ONE
    return lowest(members)


@inlined
def run_around(members, number):
    """Return how many adjacent numbers a set would have around a number, were that a member too."""
    members |= one(number)
    return lowest(~(members >> number)) + above_highest(~(members << (LAST_BIT - number))) - ONE
