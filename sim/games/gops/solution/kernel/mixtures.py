"""The mixtures of all positions of a solved layer of GOPS at once, compiled."""

from __future__ import annotations

import numpy as np

from sim.games.gops.solution.kernel.layout import RANDOM, area_of
from sim.games.gops.solution.kernel.solver import (
    find_children,
    next_upcards,
    place_in_row,
    position_at,
    solve_turn,
)
from sim.kernels.bits import lowest_bit
from sim.kernels.compiling import kernel
from sim.kernels.words import ONE


@kernel
def mix_layer(step, first, second, work):
    """Fill both players' mixtures for every position of a layer and every prize that can be turned up in it.

    Parameters
    ----------
    step, work
        As in :func:`sim.games.gops.solution.kernel.solver.solve_rows`.
    first, second
        float64, flat (positions, prizes that can be turned up, size): filled; prizes and bids ascending.
    """
    layer = step.layer
    turned = layer.size if step.rules.order == RANDOM else ONE
    for row in range(np.uint64(len(layer.keys))):
        find_children(step, row, work)
        missing = layer.missing[row]
        for at in range(area_of(layer)):
            place = place_in_row(layer, missing, at)
            if place < 0:
                continue
            prizes, pot, lead = position_at(layer, at)
            begin = (layer.starts[row] + np.uint64(place)) * turned * layer.size
            upcards = next_upcards(step.rules, prizes)
            while upcards:
                bit = lowest_bit(upcards)
                upcards &= upcards - ONE
                solve_turn(step, missing, prizes ^ (ONE << bit), np.int64(bit) + 1, pot, lead, work)
                for i in range(layer.size):
                    first[begin + i], second[begin + i] = work.first[i], work.second[i]
                begin += layer.size
