"""Check that a solution of GOPS fits into memory, before it starts."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from sim.games.gops.solution.layers import GopsLayer, layout_bytes
from sim.games.gops.solution.problem import GopsProblem
from sim.limits import size_words
from sim.machine.memory import check_memory, fits_memory

_VALUE_BYTES = 8
_FEWER = "solve fewer cards, or without what multiplies the positions (objective points, no carry-over)"


def check_layout(problem: GopsProblem) -> None:
    """Check that the layout of the positions fits into memory.

    Raises
    ------
    UserError
        If it does not.
    """
    check_memory(layout_bytes(problem), "the layout of the positions", _FEWER)


def check_values(layout: Sequence[GopsLayer], *, kept: bool) -> None:
    """Check that the values fit into memory: all of them, or those of two layers if a folder keeps the others.

    Raises
    ------
    UserError
        If they do not.
    """
    needed = values_bytes(layout, kept=kept)
    other = values_bytes(layout, kept=True)
    fits_kept = not kept and fits_memory(other)
    cure = f"give a folder to keep, which takes {size_words(other)} of memory" if fits_kept else _FEWER
    check_memory(needed, f"{sum(layer.positions for layer in layout[1:]):,} positions", cure)


def values_bytes(layout: Sequence[GopsLayer], *, kept: bool) -> int:
    """Return the bytes of all values, or of the two largest neighbouring layers."""
    sizes = [layer.positions * _VALUE_BYTES for layer in layout]
    return max(map(sum, pairwise(sizes))) if kept else sum(sizes)
