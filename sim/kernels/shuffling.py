"""Shuffles of a few cards in one vector register, spending words as :func:`sim.kernels.philox.shuffle` does.

The draws of a shuffle are the digits of one number: with the bounds 6, 5, ... 2, the number ``(word * 720) >> 64``,
below 720, says how six cards are swapped. So a table has the order that each of the 720 makes of them, and one
instruction (SSSE3's ``pshufb``) brings the cards into it. More cards are first swapped down to six, two draws at a
time.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic
from numpy.typing import NDArray

from sim.kernels.compiling import inlined
from sim.kernels.lanes import called
from sim.kernels.philox import multiply_high, next_word, rejection_bound
from sim.kernels.vectors import data_of, vector_at
from sim.kernels.words import SIX, TWO, ZERO

MOST_IN_REGISTER = 16
"""The most cards that are shuffled so."""

_BYTES = ir.VectorType(ir.IntType(8), MOST_IN_REGISTER)
_BY_SIZE = {4: (4, 3, 2), 6: (6, 5, 4, 3, 2), **{size: (size, size - 1) for size in range(8, 17, 2)}}
"""The bounds of the draws that share a row, by the number of cards still to be shuffled."""


def orders(bounds: Sequence[int], width: int = MOST_IN_REGISTER) -> NDArray[np.uint8]:
    """Return for all draws with these bounds where each card comes from.

    Parameters
    ----------
    bounds
        The bounds, descending by one: the first is the number of cards.
    width
        The cards in a register; those behind the first bound stay where they are.

    Returns
    -------
    ndarray
        uint8 (product of the bounds, width): the places before the shuffle of the cards in their order after it.
    """
    rows = np.tile(np.arange(width, dtype=np.uint8), (prod(bounds), 1))
    every = np.arange(len(rows))
    for bound, places in zip(bounds, np.unravel_index(every, bounds), strict=True):
        last = rows[:, bound - 1].copy()
        rows[:, bound - 1] = rows[every, places]
        rows[every, places] = last
    return rows


_ROWS = np.concatenate([orders(bounds) for bounds in _BY_SIZE.values()])
_FIRST_ROWS, _COUNTS, _PRODUCTS = np.zeros((3, MOST_IN_REGISTER + 1), np.uint64)
_FIRST_ROWS[list(_BY_SIZE)] = np.cumsum([0, *(prod(bounds) for bounds in _BY_SIZE.values())])[:-1]
_COUNTS[list(_BY_SIZE)] = [prod(bounds) for bounds in _BY_SIZE.values()]
_PRODUCTS[list(_BY_SIZE)] = [prod(range(1, size + 1)) for size in _BY_SIZE]


def _ordered(builder: Any, cards: Any, order: Any) -> Any:
    return called(builder, "llvm.x86.ssse3.pshuf.b.128", _BYTES, cards, order)


def _below(builder: Any, number: Any) -> tuple[Any, Any]:
    """Return the places less a number, and which places are below it."""
    places = ir.Constant(_BYTES, list(range(MOST_IN_REGISTER)))
    single = builder.insert_element(
        ir.Constant(_BYTES, ir.Undefined),
        builder.trunc(number, ir.IntType(8)),
        ir.Constant(ir.IntType(32), 0),
    )
    first = ir.Constant(ir.VectorType(ir.IntType(32), MOST_IN_REGISTER), [0] * MOST_IN_REGISTER)
    numbers = builder.shuffle_vector(single, single, first)
    return builder.sub(places, numbers), builder.icmp_unsigned("<", places, numbers)


@intrinsic  # type: ignore[misc, unused-ignore]  # Numba is untyped
def _stack(typingctx: Any, table: Any, first: Any, second: Any, laid: Any, pot: Any) -> Any:
    """Put ``laid`` cards of one place of the table, then as many of another, at the beginning of ``pot``."""
    word = types.uint64
    signature = types.void(table, word, word, word, pot)

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        data = data_of(context, builder, signature.args[0], args[0])
        one, other = (builder.load(vector_at(builder, data, args[at], 16), align=1) for at in (1, 2))
        # A place below zero is none: the register has a zero there.
        later, is_first = _below(builder, args[3])
        both = builder.select(is_first, one, _ordered(builder, other, later))
        to = data_of(context, builder, signature.args[4], args[4])
        builder.store(both, vector_at(builder, to, ir.Constant(ir.IntType(64), 0), 16), align=1)
        return context.get_dummy_value()

    return signature, codegen


@intrinsic  # type: ignore[misc, unused-ignore]  # Numba is untyped
def _reorder(typingctx: Any, pot: Any, rows: Any, row: Any) -> Any:
    """Bring the first 16 cards of ``pot`` into the order of a row."""
    signature = types.void(pot, rows, types.uint64)

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        place = vector_at(
            builder,
            data_of(context, builder, signature.args[0], args[0]),
            ir.Constant(ir.IntType(64), 0),
            16,
        )
        data = data_of(context, builder, signature.args[1], args[1])
        start = builder.mul(args[2], ir.Constant(ir.IntType(64), MOST_IN_REGISTER))
        order = builder.load(vector_at(builder, data, start, 16), align=1)
        builder.store(_ordered(builder, builder.load(place, align=1), order), place, align=1)
        return context.get_dummy_value()

    return signature, codegen


@intrinsic  # type: ignore[misc, unused-ignore]  # Numba is untyped
def _put(typingctx: Any, pot: Any, size: Any, table: Any, to: Any) -> Any:
    """Put the first ``size`` cards of ``pot`` at a place of the table; what lies behind them stays."""
    signature = types.void(pot, types.uint64, table, types.uint64)

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        source = data_of(context, builder, signature.args[0], args[0])
        cards = builder.load(vector_at(builder, source, ir.Constant(ir.IntType(64), 0), 16), align=1)
        place = vector_at(builder, data_of(context, builder, signature.args[2], args[2]), args[3], 16)
        _, is_in_pot = _below(builder, args[1])
        builder.store(builder.select(is_in_pot, cards, builder.load(place, align=1)), place, align=1)
        return context.get_dummy_value()

    return signature, codegen


@inlined
def put_shuffled(table, stacks, to, pot, words, seed):
    """Shuffle a pot of two equal stacks, and put it at a place of the table.

    Parameters
    ----------
    table
        The cards; at least 16 bytes lie behind each place that is named here.
    stacks
        The places of both stacks, and how many cards each has, from 2 to 8.
    to
        Where the pot goes.
    pot
        uint8 (16 or more,): a workspace.
    words, seed
        The stream of the shuffles, and the seed.
    """
    first, second, laid = stacks
    size = laid + laid
    factorial = _PRODUCTS[size]
    left = next_word(words, seed)
    while left * factorial < factorial and left * factorial < rejection_bound(factorial):
        left = next_word(words, seed)
    _stack(table, first, second, laid, pot)
    unordered = size
    while unordered > ZERO:
        count = _COUNTS[unordered]
        _reorder(pot, _ROWS, _FIRST_ROWS[unordered] + multiply_high(left, count))
        left *= count
        unordered = unordered - TWO if unordered > SIX else ZERO
    _put(pot, size, table, to)
