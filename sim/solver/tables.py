"""Tables of equilibria as files of the package."""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

NOTHING = 1e-9
"""Smaller chances are rounding errors."""


def write_tables(tables: Iterable[tuple[Path, Mapping[str, NDArray[Any]]]]) -> None:
    """Write tables of named arrays, and print their sizes."""
    total = 0
    for path, table in tables:
        path.parent.mkdir(exist_ok=True)
        content = io.BytesIO()
        np.savez_compressed(content, **table)  # type: ignore[arg-type, unused-ignore]  # NumPy's stubs
        path.write_bytes(content.getvalue())
        total += len(content.getvalue())
        print(f"{path.name}: {len(content.getvalue()):,} bytes")
    print(f"{total:,} bytes in all")
