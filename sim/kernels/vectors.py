"""Rows of bytes, such as cards, in vector registers: their addresses, and copying sixteen bytes at a time."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic


def data_of(context: Any, builder: Any, array_type: Any, array: Any) -> Any:
    """Return the address of an array's first item, for use in code generation."""
    return context.make_array(array_type)(context, builder, array).data


def vector_at(builder: Any, data: Any, index: Any, lanes: int) -> Any:
    """Return the address of ``lanes`` neighbouring bytes as one vector, for use in code generation."""
    place = builder.gep(data, [index])
    return builder.bitcast(place, ir.VectorType(ir.IntType(8), lanes).as_pointer())


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
def eight_at(typingctx: Any, table: Any, place: Any) -> Any:
    """Return eight cards as one number, to compare them with others."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        data = data_of(context, builder, signature.args[0], args[0])
        cards = builder.load(vector_at(builder, data, args[1], 8), align=1)
        return builder.bitcast(cards, ir.IntType(64))

    return types.uint64(table, types.uint64), codegen


@intrinsic  # type: ignore[misc, unused-ignore]  # Numba is untyped
def deal_16(typingctx: Any, deal: Any, start: Any, table: Any, target_0: Any, target_1: Any) -> Any:
    """Deal 16 cards in turn to two places of the table, eight to each."""
    word = types.uint64
    signature = types.void(deal, word, table, word, word)

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        source = data_of(context, builder, signature.args[0], args[0])
        data = data_of(context, builder, signature.args[2], args[2])
        cards = builder.load(vector_at(builder, source, args[1], 16), align=1)
        for first, target in enumerate(args[3:]):
            order = ir.Constant(ir.VectorType(ir.IntType(32), 8), list(range(first, 16, 2)))
            packet = builder.shuffle_vector(cards, cards, order)
            builder.store(packet, vector_at(builder, data, target, 8), align=1)
        return context.get_dummy_value()

    return signature, codegen


@intrinsic  # type: ignore[misc, unused-ignore]  # Numba is untyped
def count_8(typingctx: Any, table: Any, place: Any, rank: Any) -> Any:
    """Return how many of eight cards have a rank, and the sum of all eight ranks."""
    word = types.uint64
    signature = types.UniTuple(word, 2)(table, word, types.uint8)

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        data = data_of(context, builder, signature.args[0], args[0])
        cards = builder.load(vector_at(builder, data, args[1], 8), align=1)
        single = builder.insert_element(
            ir.Constant(cards.type, ir.Undefined), args[2], ir.Constant(ir.IntType(32), 0)
        )
        order = ir.Constant(ir.VectorType(ir.IntType(32), 8), [0] * 8)
        ranks = builder.shuffle_vector(single, single, order)
        same = builder.bitcast(builder.icmp_unsigned("==", cards, ranks), ir.IntType(8))
        number = builder.zext(builder.ctpop(same), ir.IntType(64))
        wide = ir.VectorType(ir.IntType(16), 8)
        kind = ir.FunctionType(ir.IntType(16), [wide])
        name = "llvm.vector.reduce.add.v8i16"
        add = builder.module.globals.get(name) or ir.Function(builder.module, kind, name)
        total = builder.zext(builder.call(add, [builder.zext(cards, wide)]), ir.IntType(64))
        return context.make_tuple(builder, signature.return_type, [number, total])

    return signature, codegen
