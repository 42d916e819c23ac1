"""The processor: which instructions the code that is compiled for it may use."""

import platform

import llvmlite.binding as llvm
from numba import config

IS_ARM = platform.machine().lower() in ("aarch64", "arm64")
"""Whether this is an ARM processor of 64 bits. All of these have NEON's vector instructions."""


def has(feature: str) -> bool:
    """Return whether compiled code may use an instruction set, by LLVM's name for it."""
    # Users may make Numba compile for another processor, to share code among machines: then only what they name counts.
    if (
        getattr(config, "CPU_NAME", None) is not None
        or getattr(config, "CPU_FEATURES", None) is not None
    ):
        return f"+{feature}" in (getattr(config, "CPU_FEATURES", None) or "").split(",")
    return bool(llvm.get_host_cpu_features().get(feature, False))


def orders_bytes() -> bool:
    """Return whether one instruction brings sixteen bytes into any order (SSSE3's ``pshufb``, NEON's ``tbl``)."""
    return IS_ARM or has("ssse3")
