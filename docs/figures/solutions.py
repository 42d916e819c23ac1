"""Numbers of the texts that take long to compute: solutions of GOPS with ten cards or more.

That with thirteen takes twenty minutes of one core, two hours with prizes carried over;
that with twelve where winning counts takes an hour and a half. Each layer is kept in a
folder when it is finished, and what is there is not computed again: a solution that was
interrupted, or that a text needs another number of, is resumed.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from docs.figures.named import ALL, Numbers

if TYPE_CHECKING:
    from sim.games.gops.solution.answer import GopsSolution

SOLVE = "solve "

_GOPS = re.compile(rf"{SOLVE}gops --cards (\d+)(?: --objective (win))?( --carry-over)?")


def is_solution(source: str) -> bool:
    """Return whether a source is a solution, not a run of games."""
    return source.startswith(SOLVE)


def solve(source: str, folder: Path) -> GopsSolution:
    """Return the solution that a source names, as ``warlab solve`` computes it."""
    from sim.exact import gops

    match = _GOPS.fullmatch(source)
    if match is None:
        raise ValueError(
            f"{source}: only gops --cards N [--objective win] [--carry-over] is solved here"
        )
    return gops(
        int(match[1]),
        match[2] or "points",
        bool(match[3]),
        keep=folder,
    )


def numbers_of(solution: GopsSolution) -> Numbers:
    """All numbers of a solution that a text can name, by variant and name as those of a run."""
    # ``positions`` and ``matrix games`` are those of the whole solution.
    # ``first bid 1`` is the chance of the ace as the first bid; the variant is the
    # first prize, ``prize 13``.
    numbers: Numbers = {
        ALL: {
            "positions": [solution.positions, None, None],
            "matrix games": [solution.games, None, None],
        }
    }
    for prize, row in zip(
        solution.first_upcards, solution.first_bids.tolist(), strict=True
    ):
        # The last digits of a floating-point number may differ between machines.
        numbers[f"prize {prize}"] = {
            f"first bid {card}": [round(chance, 9), None, None]
            for card, chance in enumerate(row, 1)
        }
    return numbers
