"""Decorators of compiled functions.

They tell apart what Python calls, what only kernels call, and what is copied into its
callers.
"""

from collections.abc import Callable
from typing import Any

import numba
from numba.core import event
from numba.extending import register_jitable

from sim.errors import UserError
from sim.machine.compiler import compiling_begins
from sim.machine.interrupts import hold, release

if getattr(numba.config, "DISABLE_JIT", 0):  # its type stubs do not know the name
    raise UserError(
        "it switches off the compiler that the games are played with",
        where="NUMBA_DISABLE_JIT",
        cure="unset it",
    )


class _Compiling(event.Listener):  # type: ignore[misc, unused-ignore]  # Numba is untyped
    """Holds requests to end while the compiler's lock is held.

    An exception in what LLVM has called is dropped.
    """

    def on_start(self, event: Any) -> None:
        hold()

    def on_end(self, event: Any) -> None:
        release()


event.register("numba:compiler_lock", _Compiling())


class _First(event.Listener):  # type: ignore[misc, unused-ignore]  # Numba is untyped
    """Lets the program say that it compiles."""

    def on_start(self, event: Any) -> None:
        compiling_begins()

    def on_end(self, event: Any) -> None:
        """Say nothing: the games that follow show that it is done."""


event.register("numba:compile", _First())

Compile = Callable[[Callable[..., Any]], Callable[..., Any]]

# Counting references to arrays would take a locked memory access at every call inside a
# game: War takes half as long again. Without the counts (`_nrt`, as in the
# documentation of `register_jitable`) a kernel cannot make arrays: its caller passes in
# the output and the workspace.
#
# Where Numba was imported before `sim.kernels.cache` could name it a directory, it
# would keep code beside the source, and use it after another file of it has changed:
# then no code is kept.
_OPTIONS: dict[str, Any] = {
    "cache": bool(
        getattr(numba.config, "CACHE_DIR", "")
    ),  # its type stubs do not know the name
    "nogil": True,
    "error_model": "numpy",
    "_nrt": False,
}

# What decides how long a kernel takes to compile: Numba links all that a function calls
# into it and optimises the whole again, so each function on the way from a kernel down
# to a long `part` compiles that part once more.
#
# - A long function that is called from several places is a `part`, and the functions
#   between it and the kernel are `inlined`, so that it is optimised twice: by itself
#   and in the kernel.
# - A function called from one place that is far from a kernel, or that other kernels
#   share, stays a `part`.
# - What is `inlined` is typed and optimised at every call. A function with many calls
#   of small ones inside makes its caller slow to compile: inlining such a function into
#   another costs more than compiling it by itself.
# - A `kernel` that compiled code calls is compiled for each constant among its
#   arguments, a `part` only for each type.
kernel: Compile = numba.njit(**_OPTIONS)
"""Compile a function that Python calls.

Compiled code may call it too, and then it is compiled for each constant."""

part: Compile = register_jitable(**_OPTIONS)
"""Compile a function for its callers in compiled code.

It is compiled by the types of the arguments, and cannot call itself.

Called from Python it is the plain function.
"""

COPIED: Any = {**_OPTIONS, "cache": False, "forceinline": True}
"""The options of a function whose machine code is copied into its callers.

Such a function needs a name of its own, module and all. Numba names machine code after
the function, its types and a number that is unique in one process only; so two
functions of one name, compiled in two processes and one of them kept, can be taken for
each other.
"""

copied_part: Compile = register_jitable(**COPIED)
"""Compile a function as a part whose machine code is copied into its callers."""

generator: Compile = register_jitable(**{**_OPTIONS, "cache": False})
"""Compile a generator for its callers.

It is not kept: Numba does not know again what it has read from its cache."""

inlined: Compile = numba.njit(inline="always", **_OPTIONS)
"""Copy a small function of numbers into each of its callers before these are
compiled."""


def c_function(signature: Any) -> Any:
    """A decorator that compiles a function of a C signature, which kernels call by its address."""
    return numba.cfunc(signature, cache=_OPTIONS["cache"], error_model="numpy")
