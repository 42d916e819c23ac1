"""Unsigned numbers by their addresses: a kernel reads a table without being passed its arrays.

Passing whole arrays from function to function slows down all the games that do not need them. The caller keeps the
arrays alive, and answers for their lengths.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic


def _loader(bits: int) -> Callable[..., Any]:
    @intrinsic  # type: ignore[misc, unused-ignore]  # Numba is untyped
    def load(typingctx: Any, address: Any, place: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            array = builder.inttoptr(args[0], ir.IntType(bits).as_pointer())
            return builder.zext(builder.load(builder.gep(array, [args[1]])), ir.IntType(64))

        return types.uint64(types.uint64, types.uint64), codegen

    return load


load_8, load_32 = _loader(8), _loader(32)
"""``load_8(address, place)``: the number of 8 or 32 bits at a place of an array, as uint64."""
