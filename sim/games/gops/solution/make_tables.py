"""The tables of :mod:`sim.games.gops.equilibria`, made from the exact solutions by running this module.

They come out the same every time: nothing is drawn at random, and no sum depends on the number of threads.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.games.gops.equilibria import sizes, table_path
from sim.games.gops.solution.answer import GopsSolution, gops
from sim.games.gops.solution.single import OPENINGS, opening_of, opening_path
from sim.policies.thresholds import NOTHING, UNIT_BITS, pack, write_tables


def table_of(solution: GopsSolution) -> dict[str, NDArray[Any]]:
    """Return the table of a solution."""
    keys, lengths, shapes, places, supports, thresholds = [], [], [], [], [], []
    for size in range(2, solution.problem.cards + 1):
        layer = solution.layout[size].kernel
        keys.append(layer.keys.astype(np.uint32))
        lengths.append(np.diff(layer.starts).astype(np.int32))
        shapes.append((int(layer.pots), int(layer.leads)))
        places.append(layer.places)
        support, of_support = _thresholds(solution.mixtures(size))
        supports.append(support)
        thresholds.append(of_support)
    return {
        "keys": np.concatenate(keys),
        "lengths": np.concatenate(lengths),
        "shapes": np.array(shapes, np.int32),
        "places": np.concatenate(places),
        "supports": np.concatenate(supports),
        "thresholds": pack(np.concatenate(thresholds)),
    }


def _thresholds(mixtures: NDArray[np.float64]) -> tuple[NDArray[np.uint8], NDArray[np.uint32]]:
    """Return which cards are bid in each mixture, and the thresholds of all of them but the last."""
    chances = np.where(mixtures < NOTHING, 0.0, mixtures)
    chances /= chances.sum(axis=1, keepdims=True)
    whole = 1 << UNIT_BITS
    reached = np.rint(np.cumsum(chances, axis=1) * whole).astype(np.uint32)
    reached[:, -1] = whole
    bid = np.diff(reached, axis=1, prepend=np.uint32(0)) > 0
    bits = np.left_shift(1, np.arange(mixtures.shape[1]))
    return (bid * bits).sum(axis=1).astype(np.uint8), reached[bid & (reached < whole)]


def main() -> None:
    """Make all tables."""
    write_tables(
        (table_path(cards, objective, carry_over), table_of(gops(cards, objective, carry_over)))
        for objective in ("points", "win")
        for carry_over in (False, True)
        for cards in sizes(objective, carry_over)
    )
    write_tables((opening_path(cards), opening_of(gops(cards)._values)) for cards in OPENINGS)


if __name__ == "__main__":
    main()
