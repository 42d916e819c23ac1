"""The cache directory of compiled code.

Numba notices a change in the file of a function, but not in the file of a function that it calls, nor of a constant in
another module. So the directory is named after the contents of all files that kernels are made of.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from pathlib import Path

import numba
from platformdirs import user_cache_path

SOURCES = (
    "cards.py",
    "errors.py",
    "options.py",
    "rng.py",
    "contract/*.py",
    "deals/*.py",
    "kernels/*.py",
    "policies/*.py",
    "games/packets/*.py",
    "games/*/rules.py",
    "games/*/pays.py",
    "games/*/policies.py",
    "games/*/policies/*.py",
    "games/*/equilibri*.py",
    "games/**/kernel.py",
    "games/**/kernel/*.py",
)
"""The files with the code and the constants of kernels; a test checks that the list is complete."""


def _cache_directory() -> Path:
    """Return the directory of compiled code: the user's cache directory, else a temporary one."""
    content = hashlib.sha256()
    package = Path(__file__).parents[1]
    for pattern in SOURCES:
        for path in sorted(package.glob(pattern)):
            content.update(path.read_bytes())
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    usual = Path(chosen) if chosen else user_cache_path("warlab")
    for base in (usual, Path(tempfile.gettempdir()) / "warlab-cache"):
        place = base / f"kernels-{content.hexdigest()[:16]}"
        try:
            place.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(place, os.W_OK):
            return place
    return Path(tempfile.mkdtemp(prefix="warlab-cache-"))


setattr(numba.config, "CACHE_DIR", str(_cache_directory()))  # noqa: B010 - its type stubs do not know the name
