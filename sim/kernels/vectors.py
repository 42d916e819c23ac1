"""Rows of numbers, such as cards, in vector registers: their addresses, and copying sixteen bytes at a time."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from sim.kernels.lanes import called, numbered, picked

LINE = 64
"""Bytes of a line of the processor's cache."""


def data_of(context: Any, builder: Any, array_type: Any, array: Any) -> Any:
    """Return the address of an array's first item, for use in code generation."""
    return context.make_array(array_type)(context, builder, array).data


def vector_at(builder: Any, data: Any, index: Any, lanes: int) -> Any:
    """Return the address of ``lanes`` neighbouring numbers of an array as one vector, for use in code generation."""
    place = builder.gep(data, [index])
    return builder.bitcast(place, ir.VectorType(data.type.pointee, lanes).as_pointer())


@intrinsic  # type: ignore[misc, unused-ignore]  # Numba is untyped
def copy_16(typingctx: Any, table: Any, target: Any, source: Any) -> Any:
    """Copy 16 cards of the table at once."""
    signature = types.void(table, types.uint64, types.uint64)

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        data = data_of(context, builder, signature.args[0], args[0])
        cards = builder.load(vector_at(builder, data, args[2], 16), align=1)
        builder.store(cards, vector_at(builder, data, args[1], 16), align=1)
        return context.get_dummy_value()

    return signature, codegen


@intrinsic  # type: ignore[misc, unused-ignore]  # Numba is untyped
def copy_wide_8(typingctx: Any, source: Any, start: Any, target: Any, to: Any) -> Any:
    """Copy 8 cards of 32 bits each from a place of one row to a place of another."""
    signature = types.void(source, types.uint64, target, types.uint64)

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        one, other = (
            vector_at(builder, data_of(context, builder, signature.args[at], args[at]), args[at + 1], 8)
            for at in (0, 2)
        )
        builder.store(builder.load(one, align=4), other, align=4)
        return context.get_dummy_value()

    return signature, codegen


@intrinsic  # type: ignore[misc, unused-ignore]  # Numba is untyped
def narrow_16(typingctx: Any, wide: Any, start: Any, table: Any, target: Any) -> Any:
    """Put 16 cards of 32 bits each into as many bytes of the table."""
    signature = types.void(wide, types.uint64, table, types.uint64)

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        source, data = (data_of(context, builder, signature.args[at], args[at]) for at in (0, 2))
        cards = builder.load(vector_at(builder, source, args[1], 16), align=4)
        cards = builder.trunc(cards, ir.VectorType(ir.IntType(8), 16))
        builder.store(cards, vector_at(builder, data, args[3], 16), align=1)
        return context.get_dummy_value()

    return signature, codegen


@intrinsic  # type: ignore[misc, unused-ignore]  # Numba is untyped
def eight_at(typingctx: Any, table: Any, place: Any) -> Any:
    """Return eight cards as one number, to compare them with others."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        data = data_of(context, builder, signature.args[0], args[0])
        cards = builder.load(vector_at(builder, data, args[1], 8), align=1)
        return builder.bitcast(cards, ir.IntType(64))

    return types.uint64(table, types.uint64), codegen


@intrinsic  # type: ignore[misc, unused-ignore]  # Numba is untyped
def put_stacks(typingctx: Any, table: Any, to: Any, first: Any, second: Any, laid: Any) -> Any:
    """Put up to 16 cards of one place of the table, then as many of another, at a third; what lies behind stays."""
    word = types.uint64
    signature = types.void(table, word, word, word, word)

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        data = data_of(context, builder, signature.args[0], args[0])
        to, first, second, laid = args[1:]
        middle = builder.add(to, laid)
        end = builder.add(middle, laid)
        # All are read before any is written, so each store may overwrite the end of the one before.
        cards = [builder.load(vector_at(builder, data, place, 16), align=1) for place in (first, second, end)]
        for place, one in zip((to, middle, end), cards, strict=True):
            builder.store(one, vector_at(builder, data, place, 16), align=1)
        return context.get_dummy_value()

    return signature, codegen


@intrinsic  # type: ignore[misc, unused-ignore]  # Numba is untyped
def deal_32(typingctx: Any, deal: Any, start: Any, table: Any, targets: Any, rank: Any, known: Any) -> Any:
    """Deal 32 cards in turn to two places of the table, sixteen to each; count those that the first player gets.

    Returns
    -------
    int, int
        How many of the first player's cards, but for the first ``known``, have a rank, and the sum of their ranks.
    """
    word = types.uint64
    signature = types.UniTuple(word, 2)(deal, word, table, types.UniTuple(word, 2), types.uint8, word)

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        deals, data = (data_of(context, builder, signature.args[at], args[at]) for at in (0, 2))
        dealt = builder.load(vector_at(builder, deals, args[1], 32), align=1)
        packets = [picked(builder, dealt, dealt, range(first, 32, 2)) for first in range(2)]
        for packet, target in zip(packets, cgutils.unpack_tuple(builder, args[3], 2), strict=True):
            builder.store(packet, vector_at(builder, data, target, 16), align=1)
        kind = packets[0].type
        places = ir.Constant(kind, list(range(16)))
        is_new = builder.icmp_unsigned(">=", places, numbered(builder, kind, args[5]).value)
        cards = builder.select(is_new, packets[0], ir.Constant(kind, None))
        same = builder.icmp_unsigned("==", cards, numbered(builder, kind, args[4]).value)
        number = builder.ctpop(builder.bitcast(same, ir.IntType(16)))
        wide = ir.VectorType(ir.IntType(32), 16)
        total = called(builder, "llvm.vector.reduce.add.v16i32", wide.element, builder.zext(cards, wide))
        found = [builder.zext(one, ir.IntType(64)) for one in (number, total)]
        return context.make_tuple(builder, signature.return_type, found)

    return signature, codegen
