"""The tables of :mod:`sim.games.wargops.equilibria`, made from the exact solutions by running this module.

They come out the same every time: nothing is drawn at random, and no sum depends on the number of threads.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.games.wargops.equilibria import sizes, table_path
from sim.games.wargops.solution.answer import WarGopsSolution, wargops
from sim.games.wargops.solution.problem import LAST_POTS
from sim.policies.thresholds import UNIT_BITS, pack, write_tables


def table_of(solution: WarGopsSolution) -> dict[str, NDArray[Any]]:
    """Return the table of a solution."""
    positions, supports, thresholds = solution.strategy(UNIT_BITS)
    there = np.zeros(solution.problem.numbers, np.uint8)
    there[positions] = 1
    return {
        "positions": np.packbits(there),
        "supports": supports.astype(np.uint8),
        "thresholds": pack(thresholds),
    }


def main() -> None:
    """Make all tables."""
    write_tables(
        (table_path(ranks, last_pot), table_of(wargops(ranks, last_pot)))
        for last_pot in LAST_POTS
        for ranks in sizes(last_pot)
    )


if __name__ == "__main__":
    main()
