"""How the kernels are compiled: one decorator for all of them."""

from __future__ import annotations

from numba import njit

kernel = njit(nogil=True, cache=True, error_model="numpy", _nrt=False)
"""Compile without the interpreter lock, keep the code on disk, and do not count references.

Counting references to arrays would take locked memory accesses at every call inside the games, several times what
the games cost. So a kernel makes no arrays: what it writes to and works in is given to it.
"""

inlined = njit(nogil=True, inline="always", error_model="numpy", _nrt=False)
"""The same for small functions of numbers that are part of whoever calls them."""
