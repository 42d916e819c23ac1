"""How the kernels are compiled: a decorator for what Python calls, and one for what only kernels call."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba import njit, types

from sim.kernels.interrupts import wait_for_compiler
from sim.kernels.kept import keep, keep_part
from sim.kernels.part_code import PartCompiler
from sim.kernels.remembered import remember
from sim.kernels.uncollected import pause_collection

pause_collection()
remember()
wait_for_compiler()

_OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "_nrt": False, "no_cfunc_wrapper": True}
_PART_OPTIONS: dict[str, Any] = _OPTIONS | {"no_cpython_wrapper": True, "pipeline_class": PartCompiler}


def kernel(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile without the interpreter lock, keep the code on disk, and do not count references.

    Counting references to arrays would take a locked memory access at every call inside a game, which costs several
    times as much as the game. Without the counts a kernel cannot make arrays: its caller passes in the output and the
    workspace.
    """
    return _once_for_all_constants(keep(njit(**_OPTIONS)(function)))


def part(function: Callable[..., Any]) -> Callable[..., Any]:
    """Do the same for a function that only compiled code calls.

    What would take its arguments from Python, and its answer back, is not compiled. Python cannot call it, and it
    cannot print.
    """
    compiled = keep_part(njit(**_PART_OPTIONS)(function))
    compiled._compile_for_args = _refuse
    # Numba would look its code up by the types of the arguments, and jump to nowhere.
    compiled._insert = _forget
    return _once_for_all_constants(compiled)


def _once_for_all_constants(compiled: Any) -> Callable[..., Any]:
    """Let compiled code call a function by the types of the arguments.

    Numba would compile it once more for every constant that is passed to it: a loop that somebody calls with True,
    somebody else with False, and a third with a variable is compiled three times.
    """
    find = compiled.get_call_template

    def find_by_types(arguments: tuple[Any, ...], named: dict[str, Any]) -> Any:
        return find(
            tuple(map(types.unliteral, arguments)),
            {name: types.unliteral(one) for name, one in named.items()},
        )

    compiled.get_call_template = find_by_types
    return compiled  # type: ignore[no-any-return]


def _refuse(*arguments: object, **more: object) -> None:
    raise TypeError(
        "a part of a kernel is called from compiled code only; use @kernel to call it from Python"
    )


def _forget(*found: object, **more: object) -> None:
    """Do not register compiled code."""


inlined: Callable[[Callable[..., Any]], Callable[..., Any]] = njit(inline="always", **_OPTIONS)
"""The same for small functions of numbers, compiled into each caller."""
