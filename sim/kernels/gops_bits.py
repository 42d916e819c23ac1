"""Hands of GOPS as numbers, compiled: which card is lowest, nearest, or the k-th held.

A hand is a mask with bit ``c`` set when card ``c`` is held. A hand of at most :data:`MOST_PACKED` cards can besides be
packed: its cards ascending, four bits each, so that the k-th is a shift away and taken out with a few more.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from sim.kernels.compiling import inlined
from sim.kernels.philox import ONE

MOST_PACKED = 15
"""The highest card of four bits."""

NONE = np.uint64(0)
TWO = np.uint64(2)
FOUR = np.uint64(4)
LOWEST = np.uint64(15)
TOP_BIT = np.uint64(63)
HALVES = tuple(np.uint64(width) for width in (16, 8, 4, 2, 1))
"""How the place of a card below bit 32 is halved."""


@intrinsic  # type: ignore[misc, unused-ignore]  # Numba is untyped
def held_in(typingctx: Any, hand: Any) -> Any:
    """Return how many cards a mask holds."""
    signature = types.uint64(types.uint64)

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return signature, codegen


@intrinsic  # type: ignore[misc, unused-ignore]  # Numba is untyped
def lowest(typingctx: Any, hand: Any) -> Any:
    """Return the lowest card of a mask; 64 if it is empty."""
    signature = types.uint64(types.uint64)

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

    return signature, codegen


@intrinsic  # type: ignore[misc, unused-ignore]  # Numba is untyped
def leading_zeros(typingctx: Any, hand: Any) -> Any:
    """Return how many bits are empty above the highest card of a mask; 64 if it is empty."""
    signature = types.uint64(types.uint64)

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctlz(args[0], ir.Constant(ir.IntType(1), 0))

    return signature, codegen


@inlined
def highest(hand):
    """Return the highest card of a mask that is not empty."""
    return TOP_BIT - leading_zeros(hand)


@inlined
def nearest(hand, target):
    """Return the held card nearest to a target below 63, the lower of two equally near."""
    above = (hand >> target) << target
    below = hand & ((TWO << target) - ONE)
    # An empty side is farther away than any card: 64 below, and as far above.
    up = lowest(above) - target
    down = target + leading_zeros(below) - TOP_BIT if below != NONE else TOP_BIT
    return target - down if down <= up else target + up


@inlined
def nth(hand, place):
    """Return the held card with so many below it, of cards below 32."""
    card = NONE
    left = place
    for width in HALVES:
        lower = held_in((hand >> card) & ((ONE << width) - ONE))
        if left >= lower:
            left -= lower
            card += width
    return card


@inlined
def packed_nth(packed, place):
    """Return the card of a packed hand with so many below it."""
    return (packed >> (FOUR * place)) & LOWEST


@inlined
def packed_without(packed, place):
    """Return a packed hand without that card."""
    at = FOUR * place
    lower = (ONE << at) - ONE
    return (packed & lower) | ((packed >> FOUR) & ~lower)
