"""How the kernels are compiled: one decorator for all of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba import njit

_OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "_nrt": False}

kernel: Callable[[Callable[..., Any]], Callable[..., Any]] = njit(cache=True, **_OPTIONS)
"""Compile without the interpreter lock, keep the code on disk, and do not count references.

Counting references to arrays would take a locked memory access at every call inside a game, which costs several times
as much as the game. Without the counts a kernel cannot make arrays: its caller passes in the output and the workspace.
"""

inlined: Callable[[Callable[..., Any]], Callable[..., Any]] = njit(inline="always", **_OPTIONS)
"""The same for small functions of numbers, compiled into each caller."""
