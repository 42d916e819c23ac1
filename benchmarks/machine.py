"""The machine that something is measured on, and its class, whose ratios can be compared."""

import os
import platform
from pathlib import Path

import numba
import numpy as np

from sim.games.war.kernel.lanes.cards import BY_COMPRESSION
from sim.games.war.kernel.lanes.step import HAS_LANES, WAY
from sim.kernels.llvm.processor import has
from sim.words import count_words

FAMILIES = {"x86_64": "x86-64", "amd64": "x86-64", "aarch64": "arm64", "arm64": "arm64"}
"""What families of processors are called, by what the operating systems call them."""

FEATURES = ("avx2", "bmi2", "avx512f", "avx512vl", "avx512vbmi2", "neon")
"""The instruction sets that are stated, by LLVM's names."""


def kind() -> str:
    """The class of this machine: its family, and the vector registers that games use."""
    family = FAMILIES.get(platform.machine().lower(), platform.machine().lower())
    vectors = (
        "AVX-512"
        if WAY == BY_COMPRESSION
        else "AVX2"
        if HAS_LANES
        else "no vector registers"
    )
    return f"{family}, {vectors}"


def processor() -> str:
    """Return what the processor calls itself."""
    listed = Path("/proc/cpuinfo")
    if listed.exists():
        for line in listed.read_text(encoding="utf-8", errors="replace").splitlines():
            name, _, value = line.partition(":")
            if name.strip() == "model name":
                return value.strip()
    return platform.processor() or platform.machine()


def described() -> list[str]:
    """Return lines that say what is measured on, and what else it has to do."""
    cores = os.cpu_count() or 1
    features = [feature for feature in FEATURES if has(feature)]
    load = f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"
    return [
        (
            f"{processor()}; {count_words(cores, 'core')}; "
            f"{', '.join(features) or 'no vector registers'}"
        ),
        f"class: {kind()}",
        (
            f"{platform.system()}, Python {platform.python_version()}, "
            f"Numba {numba.__version__}, NumPy {np.__version__}"
        ),
        f"load when this began: {load}",
    ]
