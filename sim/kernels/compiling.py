"""How the kernels are compiled: one decorator for all of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba import njit

from sim.kernels.kept import keep

_OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "_nrt": False}


def kernel(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile without the interpreter lock, keep the code on disk, and do not count references.

    Counting references to arrays would take a locked memory access at every call inside a game, which costs several
    times as much as the game. Without the counts a kernel cannot make arrays: its caller passes in the output and the
    workspace.
    """
    return keep(njit(**_OPTIONS)(function))  # type: ignore[no-any-return]


inlined: Callable[[Callable[..., Any]], Callable[..., Any]] = njit(inline="always", **_OPTIONS)
"""The same for small functions of numbers, compiled into each caller."""
