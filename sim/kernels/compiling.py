"""How the kernels are compiled: one decorator for all of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba import njit

_OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "_nrt": False}

kernel: Callable[[Callable[..., Any]], Callable[..., Any]] = njit(cache=True, **_OPTIONS)
"""Compile without the interpreter lock, keep the code on disk, and do not count references.

Counting references to arrays would take locked memory accesses at every call inside the games, several times what
the games cost. So a kernel makes no arrays: what it writes to and works in is given to it.
"""

inlined: Callable[[Callable[..., Any]], Callable[..., Any]] = njit(inline="always", **_OPTIONS)
"""The same for small functions of numbers that are part of whoever calls them."""
