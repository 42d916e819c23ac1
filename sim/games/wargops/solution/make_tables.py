"""Make the tables of :mod:`sim.games.wargops.equilibria` from the exact solutions.

Run it with ``python -m sim.games.wargops.solution.make_tables``. It makes the same tables every time, bit for bit:
nothing is drawn at random, and no sum depends on the number of threads.
"""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.games.wargops.equilibria import sizes, table_path
from sim.games.wargops.solution.answer import WarGopsSolution, wargops
from sim.games.wargops.solution.problem import LAST_POTS
from sim.policies.thresholds import UNIT_BITS, pack


def table_of(solution: WarGopsSolution) -> dict[str, NDArray[Any]]:
    """Return the table of a solution.

    Returns
    -------
    dict
        ``positions`` (uint8): a bit for each number of a position, set where there is a mixture, packed; ``supports``
        (uint8): as in :class:`sim.games.wargops.equilibria.WarGopsTable`, positions ascending; ``thresholds`` (uint8):
        those of all mixtures, 20 bits each, the highest first, packed.
    """
    positions, supports, thresholds = solution.strategy(UNIT_BITS)
    there = np.zeros(solution.problem.numbers, np.uint8)
    there[positions] = 1
    return {
        "positions": np.packbits(there),
        "supports": supports.astype(np.uint8),
        "thresholds": pack(thresholds),
    }


def write_table(ranks: int, last_pot: str) -> Path:
    """Make one table and write its file."""
    path = table_path(ranks, last_pot)
    path.parent.mkdir(exist_ok=True)
    content = io.BytesIO()
    np.savez_compressed(content, **table_of(wargops(ranks, last_pot)))  # type: ignore[arg-type, unused-ignore]  # NumPy's stubs
    path.write_bytes(content.getvalue())
    return path


def main() -> None:
    """Make all tables."""
    total = 0
    for last_pot in LAST_POTS:
        for ranks in sizes(last_pot):
            path = write_table(ranks, last_pot)
            total += path.stat().st_size
            print(f"{path.name}: {path.stat().st_size:,} bytes")
    print(f"{total:,} bytes in all")


if __name__ == "__main__":
    main()
