"""Whether a solution of GOPS fits into memory, told before it is tried."""

from __future__ import annotations

import os
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from sim.errors import UserError
from sim.games.gops.solution.layers import GopsLayer, layout_bytes
from sim.games.gops.solution.problem import GopsProblem

_VALUE_BYTES = 8
_SHARE = 0.9
"""What is left over is for everything else."""

_FEWER = "solve fewer cards, or without what multiplies the positions (objective points, no carry-over)"


def check_layout(problem: GopsProblem) -> None:
    """See to it that there is room for the tables of where every position lies.

    Raises
    ------
    UserError
        If there is not.
    """
    _check(layout_bytes(problem), "where the positions lie", _FEWER)


def check_values(layout: Sequence[GopsLayer], *, kept: bool) -> None:
    """See to it that there is room for the values: all of them, or those of two layers where a folder keeps the rest.

    Raises
    ------
    UserError
        If there is not.
    """
    needed = values_bytes(layout, kept=kept)
    other = values_bytes(layout, kept=True)
    fits_kept = not kept and other <= _SHARE * available_bytes()
    cure = f"give a folder to keep, which takes {size_words(other)} of memory" if fits_kept else _FEWER
    _check(needed, f"{sum(layer.positions for layer in layout[1:]):,} positions", cure)


def values_bytes(layout: Sequence[GopsLayer], *, kept: bool) -> int:
    """Return the bytes of all values, or of the two neighbouring layers that have most."""
    sizes = [layer.positions * _VALUE_BYTES for layer in layout]
    return max(map(sum, pairwise(sizes))) if kept else sum(sizes)


def available_bytes() -> int:
    """Return how much memory is free for use."""
    try:
        for line in Path("/proc/meminfo").read_text("ascii").splitlines():
            name, _, size = line.partition(":")
            if name == "MemAvailable":
                return int(size.split()[0]) * 1024
    except (OSError, ValueError):
        pass
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


def size_words(size: float) -> str:
    """Return a number of bytes in words.

    Examples
    --------
    >>> size_words(999), size_words(1_500_000), size_words(32e9)
    ('999 bytes', '1.5 MB', '32 GB')
    """
    for unit, one in (("TB", 1e12), ("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if size >= one:
            number = size / one
            return f"{number:.1f} {unit}" if number < 10 else f"{number:,.0f} {unit}"
    return f"{size:.0f} bytes"


def _check(needed: int, what: str, cure: str) -> None:
    free = available_bytes()
    if needed > _SHARE * free:
        raise UserError(
            f"{what} would take {size_words(needed)} of memory, and {size_words(free)} are free", cure=cure
        )
