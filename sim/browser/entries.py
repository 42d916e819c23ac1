"""Entries: kernels in the form that a page can call, with one address as their only argument.

At that address lies a row of int64: the *leaves* of the kernel's arguments, depth
first. An array has its address and its shape there, a number its value, and ``None``
nothing. The entry puts the named tuples together again.

Two things here are not documented by Numba, and this is the only module of the room
with such things. ``_nrt=False`` keeps reference counts out, as in
:mod:`sim.kernels.compiling`; without it the module would import Numba's runtime, which
:func:`sim.browser.wasm.compiled` refuses. And ``populate_array`` makes an array of an
address: ``numba.carray`` does the same, but not without reference counts. If a new
Numba lacks it, set the fields of the structure that ``context.make_array`` returns, as
its own source does.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from llvmlite import ir
from numba import cfunc, types
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np.arrayobj import populate_array
from numba.np.numpy_support import from_dtype
from numpy.typing import NDArray

Leaf = int | NDArray[Any]
"""A number, or an array: one leaf for its address, followed by one for each of its
dimensions."""


class Argument(NamedTuple):
    """A leaf and the place where it belongs.

    Attributes
    ----------
    path
        The names that lead to it, such as ``("job", "cards")``; a plain tuple counts
        its items.
    value
        Its value in a sample call.
    """

    path: tuple[str, ...]
    value: Leaf


def array_of(kind: Any) -> Callable[..., Any]:
    """The compiled function that makes an array of a type of its address and its shape."""

    def define(typingctx: Any, address: Any, shape: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            array = context.make_array(kind)(context, builder)
            size = context.get_abi_sizeof(context.get_data_type(kind.dtype))
            step = context.get_constant(types.intp, size)
            shape = cgutils.unpack_tuple(builder, values[1])  # type: ignore[no-untyped-call, unused-ignore]
            strides: list[Any] = []
            for items in reversed(shape):
                strides.insert(0, step)
                step = builder.mul(step, items)
            populate_array(  # type: ignore[no-untyped-call, unused-ignore]
                array,
                data=builder.inttoptr(values[0], array.data.type),
                shape=shape,
                strides=strides,
                itemsize=context.get_constant(types.intp, size),
                meminfo=None,
            )
            return array._getvalue()

        sizes = types.UniTuple(types.int64, kind.ndim)  # type: ignore[no-untyped-call, unused-ignore]
        return kind(types.int64, sizes), codegen

    made: Callable[..., Any] = intrinsic(define)
    return made


@intrinsic  # type: ignore[misc, unused-ignore]  # Numba is untyped
def leaf(typingctx: Any, address: Any, place: Any) -> Any:
    """The leaf at a place of the row that begins at an address."""

    def codegen(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        word = ir.IntType(64)
        row = builder.inttoptr(values[0], word.as_pointer())
        return builder.load(builder.gep(row, [values[1]]), align=8)

    return types.int64(types.int64, types.int64), codegen


def arguments(value: Any, path: tuple[str, ...] = ()) -> Iterator[Argument]:
    """Yield the leaves of a kernel's arguments, depth first."""
    if isinstance(value, tuple):
        names = getattr(value, "_fields", None) or map(str, range(len(value)))
        for name, item in zip(names, value, strict=True):
            yield from arguments(item, (*path, name))
    elif isinstance(value, np.ndarray):
        yield Argument(path, value)
    elif value is not None:
        yield Argument(path, int(value))


class _Source:
    """The text of an entry, and the objects that it names."""

    def __init__(self) -> None:
        self.leaves = 0
        self.names: dict[str, Any] = {"leaf": leaf}

    def name(self, value: Any) -> str:
        """A name under which the text finds an object."""
        name = f"n{len(self.names)}"
        self.names[name] = value
        return name

    def next_leaf(self) -> str:
        """The expression for the next leaf."""
        self.leaves += 1
        return f"leaf(at, {self.leaves - 1})"

    def expression(self, value: Any) -> str:
        """The expression that makes an argument of its leaves."""
        if value is None:
            return "None"
        if isinstance(value, np.ndarray):
            start = self.next_leaf()
            shape = "".join(f"{self.next_leaf()}, " for _ in value.shape)
            kind = types.Array(from_dtype(value.dtype), value.ndim, "C")
            return f"{self.name(array_of(kind))}({start}, ({shape}))"
        if isinstance(value, tuple):
            items = "".join(f"{self.expression(item)}, " for item in value)
            maker = "" if type(value) is tuple else self.name(type(value))
            return f"{maker}({items})"
        if isinstance(value, bool | np.bool_):
            return f"({self.next_leaf()} != 0)"
        if isinstance(value, np.integer):
            return f"{self.name(type(value))}({self.next_leaf()})"
        return self.next_leaf()


def entry_code(kernel: Callable[..., Any], sample: Sequence[Any]) -> str:
    """The entry of a kernel as LLVM's text.

    Parameters
    ----------
    kernel
        The compiled function; what it returns is dropped.
    sample
        Its arguments in a sample call: they give the types, and no value.

    Returns
    -------
    str
        A module with the function ``cfunc.…``, which takes the address of the leaves
        and returns 0.
    """
    source = _Source()
    call = ", ".join(source.expression(value) for value in sample)
    text = f"def entry(at):\n    kernel({call})\n    return 0\n"
    names = {**source.names, "kernel": kernel}
    # The text is made of names given here and of whole numbers alone.
    exec(text, names)
    options: dict[str, Any] = {"nogil": True, "error_model": "numpy", "_nrt": False}
    compiled = cfunc(types.int64(types.int64), **options)(names["entry"])
    code: str = compiled.inspect_llvm()
    return code
