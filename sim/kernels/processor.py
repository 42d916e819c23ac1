"""What the processor can do, as far as the code that is compiled for it may use it."""

from __future__ import annotations

import llvmlite.binding as llvm
from numba import config


def has(feature: str) -> bool:
    """Return whether compiled code may use an instruction set, by LLVM's name for it.

    Numba compiles for the processor at hand, and keys the code that it keeps on disk by the processor's features. Users
    may make it compile for another one, for example to share that code among different machines; then only what they
    name counts.

    Examples
    --------
    >>> has("no-such-instructions")
    False
    """
    if getattr(config, "CPU_NAME", None) is not None or getattr(config, "CPU_FEATURES", None) is not None:
        return f"+{feature}" in (getattr(config, "CPU_FEATURES", None) or "").split(",")
    return bool(llvm.get_host_cpu_features().get(feature, False))
