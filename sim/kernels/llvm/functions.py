"""Functions written with numbers and memory, for compiled code to call.

It calls them in place, or by their addresses.
"""

import inspect
from collections.abc import Callable, Sequence
from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from sim.kernels.llvm.memory import Memory
from sim.kernels.llvm.numbers import BYTE, WORD, Number

POINTER = BYTE.as_pointer()


def generated(
    result: Any = types.void,
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """A decorator: compiled code calls a function whose instructions the decorated one generates.

    The decorated function gets an array as Memory, an integer as a Number of 64 bits,
    and a tuple of integers as one of them. It returns a number, or a tuple of them, of
    the type of the ``result``.
    """

    def decorate(write: Callable[..., Any]) -> Callable[..., Any]:
        def define(typingctx: Any, *kinds: Any) -> Any:
            def codegen(context: Any, builder: Any, signature: Any, values: Any) -> Any:
                given = [
                    _argument(context, builder, kind, value)
                    for kind, value in zip(signature.args, values, strict=True)
                ]
                made = write(*given)
                if made is None:
                    return context.get_dummy_value()
                if isinstance(made, Number):
                    return made.value
                return context.make_tuple(
                    builder, signature.return_type, [number.value for number in made]
                )

            return result(*map(_as_taken, kinds)), codegen

        return _intrinsic(define, write, list(inspect.signature(write).parameters))

    return decorate


def _as_taken(kind: Any) -> Any:
    if isinstance(kind, types.Integer | types.Boolean):
        return types.uint64
    if isinstance(kind, types.BaseTuple):
        return types.UniTuple(types.uint64, len(kind))
    return kind


def _argument(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    if isinstance(kind, types.Array):
        item = kind.dtype
        size = item.size if isinstance(item, types.Record) else item.bitwidth // 8
        return Memory(
            builder, context.make_array(kind)(context, builder, value).data, size
        )
    if isinstance(kind, types.BaseTuple):
        return tuple(
            Number(builder, builder.extract_value(value, place))
            for place in range(len(kind))
        )
    return Number(builder, value)


def _intrinsic(
    define: Any, write: Any, names: Sequence[str], *, literal: bool = False
) -> Callable[..., Any]:
    """An intrinsic that is called with arguments of these names."""
    named = [
        inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD)
        for name in ("typingctx", *names)
    ]
    define.__signature__ = inspect.Signature(named)
    define.__name__ = write.__name__
    define.__doc__ = write.__doc__
    define.__module__ = write.__module__
    return intrinsic(prefer_literal=literal)(define)


def add_function(
    module: Any, name: str, arguments: int, write: Callable[[list[Memory]], None]
) -> Any:
    """Add a function to a module that takes addresses of different memory, and return it."""
    function = ir.Function(
        module, ir.FunctionType(ir.VoidType(), [POINTER] * arguments), name
    )
    for argument in function.args:
        argument.add_attribute("noalias")
    builder = ir.IRBuilder(function.append_basic_block())
    write([Memory(builder, argument) for argument in function.args])
    builder.ret_void()
    return function


def with_an_address(
    arguments: int,
) -> Callable[[Callable[..., None]], Callable[..., Any]]:
    """A decorator for a function that generates another one.

    Compiled code asks for the address of the generated function.

    The decorated function gets as many memories, and the constants that compiled code
    names. The generated function lives as long as the compiled one that asked for its
    address.
    """

    def decorate(write: Callable[..., None]) -> Callable[..., Any]:
        def define(typingctx: Any, *kinds: Any) -> Any:
            constants = [kind.literal_value for kind in kinds]

            def codegen(context: Any, builder: Any, signature: Any, values: Any) -> Any:
                name = builder.module.get_unique_name(write.__name__)
                function = add_function(
                    builder.module,
                    name,
                    arguments,
                    lambda memories: write(memories, *constants),
                )
                function.linkage = "internal"
                return builder.ptrtoint(function, WORD)

            return types.uint64(*kinds), codegen

        names = list(inspect.signature(write).parameters)[1:]
        return _intrinsic(define, write, names, literal=True)

    return decorate


def _calling(result: Any, code: Any, addresses: Any) -> Any:
    """How to call the code at an address with addresses, given as a tuple."""

    def codegen(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        answer = (
            ir.VoidType() if result is types.void else context.get_value_type(result)
        )
        function = ir.FunctionType(answer, [POINTER] * len(addresses)).as_pointer()
        given = [
            builder.inttoptr(builder.extract_value(values[1], place), POINTER)
            for place in range(len(addresses))
        ]
        made = builder.call(builder.inttoptr(values[0], function), given)
        return context.get_dummy_value() if result is types.void else made

    return result(types.uint64, types.UniTuple(types.uint64, len(addresses))), codegen


@intrinsic  # type: ignore[misc, unused-ignore]  # Numba is untyped
def call(typingctx: Any, code: Any, addresses: Any) -> Any:
    """Call the function at an address, given a tuple of the addresses that it takes."""
    return _calling(types.void, code, addresses)


@intrinsic  # type: ignore[misc, unused-ignore]
def call_for_number(typingctx: Any, code: Any, addresses: Any) -> Any:
    """The int64 that the function at an address returns.

    Its arguments are a tuple of addresses.
    """
    return _calling(types.int64, code, addresses)


@generated(types.uint64)
def address_of(array, place):
    """The address of an item of an array."""
    return array.further(place).number()
