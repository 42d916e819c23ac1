"""The mixtures of all positions of a solved layer of GOPS at once, compiled."""

from __future__ import annotations

import numpy as np

from sim.games.gops.solution.kernel.solver import find_children, next_upcards, place_in_row, solve_turn
from sim.kernels.compiling import kernel

_ZERO, _ONE = np.uint64(0), np.uint64(1)


@kernel
def mix_layer(rules, layer, below, set_of, values_below, first, second, work):
    """Fill both players' mixtures for every position of a layer and every prize that can be turned in it.

    Parameters
    ----------
    rules, layer, below, set_of, values_below, work
        As in :func:`sim.games.gops.solution.kernel.solver.solve_rows`.
    first, second
        float64, flat (positions, prizes that can be turned, size): filled; prizes and bids in rising order.
    """
    size = layer.size
    middle = np.int64(layer.leads >> _ONE)
    turned = size if rules.order == _ZERO else _ONE
    for row in range(np.uint64(len(layer.keys))):
        find_children(layer, below, row, work)
        missing = layer.missing[row]
        for number in range(np.uint64(len(layer.sets))):
            prizes = layer.sets[number]
            upcards = next_upcards(rules, prizes)
            for pot in range(layer.pots):
                for lead in range(layer.leads):
                    place = place_in_row(layer, missing, number, pot, lead)
                    if place < 0:
                        continue
                    at = (layer.starts[row] + np.uint64(place)) * turned * size
                    for bit in range(rules.cards):
                        if not (upcards >> bit) & _ONE:
                            continue
                        solve_turn(
                            rules, layer, below, set_of, values_below, missing, prizes ^ (_ONE << bit),
                            np.int64(bit) + 1, np.int64(pot), np.int64(lead) - middle, work,
                        )  # fmt: skip
                        for i in range(size):
                            first[at + i] = work.first[i]
                            second[at + i] = work.second[i]
                        at += size
