"""The processor: which instructions the code that is compiled for it may use.

It is this machine's, unless the environment names WebAssembly: then :mod:`sim.browser`
compiles kernels for a page, in a process of its own. What a formula needs there under a
name of its own (``warlab.…``) is defined in ``sim/browser/vectors.ll`` and
``products.ll``.
"""

import os
import platform

import llvmlite.binding as llvm
from numba import config

VARIABLE = "WARLAB_COMPILE_FOR"
"""The environment variable that names the processor."""

PLAIN, SIMD = "wasm32", "wasm32+simd128"
"""Its values: WebAssembly as every browser has it, and with vectors of 128 bits."""

_CHOSEN = os.environ.get(VARIABLE, "")

IS_WASM, HAS_SIMD = _CHOSEN in (PLAIN, SIMD), _CHOSEN == SIMD
"""Whether code is compiled for WebAssembly, and whether that has vectors."""

IS_ARM = not IS_WASM and platform.machine().lower() in ("aarch64", "arm64")
"""Whether this is an ARM processor of 64 bits. All of these have NEON's vector
instructions."""


def has(feature: str) -> bool:
    """Whether compiled code may use an instruction set, by LLVM's name for it."""
    if IS_WASM:
        return False
    # Users may make Numba compile for another processor, to share code among machines:
    # then only what they name counts.
    if (
        getattr(config, "CPU_NAME", None) is not None
        or getattr(config, "CPU_FEATURES", None) is not None
    ):
        return f"+{feature}" in (getattr(config, "CPU_FEATURES", None) or "").split(",")
    return bool(llvm.get_host_cpu_features().get(feature, False))


def orders_bytes() -> bool:
    """Whether one instruction brings sixteen bytes into any order.

    It is SSSE3's ``pshufb``, NEON's ``tbl``, WebAssembly's ``swizzle``.
    """
    return IS_ARM or HAS_SIMD or has("ssse3")
