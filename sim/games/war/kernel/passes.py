"""A pass: up to 32 battles without a tie, played at once.

Until the shorter packet is used up or a tie comes, the k-th cards of both packets meet, no matter who wins the battles
before. So up to 32 cards can be compared at once, and the captured pairs go to the ends of the packets in the order of
the battles. With AVX-512 (VBMI2) that takes a few instructions: compare 32 cards, count the battles before the first
tie, and compress each winner's pairs together. Elsewhere a loop without branches on the cards does the same. Both
return the same masks and leave the same cards; the bytes beyond a tail are garbage.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from sim.kernels.compiling import kernel
from sim.kernels.processor import has
from sim.kernels.vectors import data_of, vector_at
from sim.kernels.words import HALF_WORD, ONE, TWO, ZERO

WIDTH = 32
"""The most battles in one pass."""

REACH = 64
"""How far beyond a head or a tail a pass may read or write."""

HAS_WIDE = has("avx512vbmi2")
"""Whether the processor can play a pass in vector registers."""


def _splat(builder: Any, value: Any, lanes: int) -> Any:
    """Return a vector with the same value in all lanes, for use in code generation."""
    vector_type = ir.VectorType(value.type, lanes)
    zero = ir.Constant(ir.IntType(32), 0)
    single = builder.insert_element(ir.Constant(vector_type, ir.Undefined), value, zero)
    order = ir.Constant(ir.VectorType(ir.IntType(32), lanes), [0] * lanes)
    return builder.shuffle_vector(single, ir.Constant(vector_type, ir.Undefined), order)


# Ten parameters, as plain_pass has: the code generated here works on single words, and both are called alike.
@intrinsic  # type: ignore[misc, unused-ignore]  # Numba is untyped
def wide_pass(
    typingctx: Any,
    table: Any,
    head_0: Any,
    head_1: Any,
    tail_0: Any,
    tail_1: Any,
    limit: Any,
    by_winner: Any,
    turned: Any,
    low: Any,
    high: Any,
) -> Any:
    """Play a pass in vector registers; see :func:`plain_pass` for the parameters and the result."""
    # Ten plain arguments: an intrinsic gets each of them in a register, without unpacking a tuple first.
    word = types.uint64
    signature = word(table, *(word,) * 9)

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        i8, i16, i32, i64 = (ir.IntType(bits) for bits in (8, 16, 32, 64))
        if not HAS_WIDE:
            return ir.Constant(i64, 0)
        data = data_of(context, builder, signature.args[0], args[0])
        head_0, head_1, tail_0, tail_1, limit, by_winner, turned, low, high = args[1:]
        bits = ir.VectorType(ir.IntType(1), WIDTH)
        wide = ir.VectorType(i16, WIDTH)
        one = ir.Constant(i64, 1)

        cards_0 = builder.load(vector_at(builder, data, head_0, WIDTH), align=1)
        cards_1 = builder.load(vector_at(builder, data, head_1, WIDTH), align=1)
        lows = _splat(builder, builder.trunc(low, i8), WIDTH)
        highs = _splat(builder, builder.trunc(high, i8), WIDTH)

        def equal(cards: Any, others: Any) -> Any:
            return builder.icmp_unsigned("==", cards, others)

        above = builder.icmp_unsigned(">", cards_0, cards_1)
        crossed = builder.or_(
            builder.and_(equal(cards_0, lows), equal(cards_1, highs)),
            builder.and_(equal(cards_0, highs), equal(cards_1, lows)),
        )
        wins = builder.zext(builder.bitcast(builder.xor(above, crossed), i32), i64)
        ties = builder.zext(builder.bitcast(equal(cards_0, cards_1), i32), i64)
        length = builder.cttz(builder.or_(ties, builder.shl(one, limit)), ir.Constant(ir.IntType(1), 1))
        played = builder.sub(builder.shl(one, length), one)
        wins = builder.and_(wins, played)
        losses = builder.xor(wins, played)

        wide_0, wide_1 = builder.zext(cards_0, wide), builder.zext(cards_1, wide)
        eight = ir.Constant(wide, [8] * WIDTH)
        first_0 = builder.or_(wide_0, builder.shl(wide_1, eight))
        first_1 = builder.or_(wide_1, builder.shl(wide_0, eight))
        order = builder.xor(builder.and_(wins, by_winner), turned)
        pairs = builder.select(builder.bitcast(builder.trunc(order, i32), bits), first_0, first_1)
        compress_type = ir.FunctionType(wide, [wide, wide, bits])
        compress = builder.module.globals.get("llvm.x86.avx512.mask.compress.v32i16") or ir.Function(
            builder.module, compress_type, "llvm.x86.avx512.mask.compress.v32i16"
        )
        undefined = ir.Constant(wide, [0] * WIDTH)
        for mask, tail in ((wins, tail_0), (losses, tail_1)):
            captured = builder.call(
                compress, [pairs, undefined, builder.bitcast(builder.trunc(mask, i32), bits)]
            )
            target = builder.bitcast(builder.gep(data, [tail]), wide.as_pointer())
            builder.store(captured, target, align=1)
        return builder.or_(builder.shl(length, ir.Constant(i64, 32)), wins)

    return signature, codegen


@kernel
def plain_pass(table, head_0, head_1, tail_0, tail_1, limit, by_winner, turned, low, high):
    """Play battles until the limit or a tie, and put the captured pairs at the tails.

    Parameters
    ----------
    table
        uint8: both players' cards; no packet overlaps the free bytes behind a tail.
    head_0, head_1, tail_0, tail_1
        uint64: where both packets begin, and where both players' captures go.
    limit
        uint64, at most 32: the most battles.
    by_winner, turned
        uint64 masks of the pick-up order: player 0's card of battle ``i`` goes first when bit ``i`` of
        ``(won by player 0 & by_winner) ^ turned`` is set.
    low, high
        uint64: the rank that beats the highest, and the highest; both 0 if no rank does.

    Returns
    -------
    uint64
        The number of battles in the upper 32 bits; below, bit ``i`` is set where player 0 won battle ``i``.
    """
    # Ten plain arguments, as for the wide pass, so that the caller can use either.
    wins = ZERO
    length = ZERO
    while length < limit:
        card_0, card_1 = table[head_0 + length], table[head_1 + length]
        if card_0 == card_1:
            break
        won = np.uint64(card_0 > card_1)
        won ^= np.uint64((card_0 == low) & (card_1 == high)) | np.uint64((card_0 == high) & (card_1 == low))
        goes_first = (won & (by_winner >> length) & ONE) ^ ((turned >> length) & ONE)
        first = card_0 if goes_first else card_1
        second = card_1 if goes_first else card_0
        table[tail_0], table[tail_0 + ONE] = first, second
        table[tail_1], table[tail_1 + ONE] = first, second
        tail_0 += won + won
        tail_1 += TWO - won - won
        wins |= won << length
        length += ONE
    return (length << HALF_WORD) | wins
