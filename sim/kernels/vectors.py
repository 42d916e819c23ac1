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
