"""What best responses to the strategies of a solution of GOPS get, compiled: a second pass from the last prize back.

The strategies follow from the values of the layer below, as in :mod:`sim.games.gops.solution.kernel.solver`, but their
worth does not: it is computed from what the best responses get in the positions that follow. So a wrong value anywhere
shows up as a response that gains.
"""

from __future__ import annotations

import numpy as np

from sim.games.gops.solution.kernel.layout import area_of
from sim.games.gops.solution.kernel.solver import (
    find_children,
    next_upcards,
    place_in_row,
    position_at,
    solve_turn,
)
from sim.kernels.bits import lowest_bit
from sim.kernels.compiling import kernel, part
from sim.kernels.words import ONE


@kernel
def respond_to_rows(step, bounds_below, rows, bounds, work):
    """Compute what best responses get in all positions of some rows.

    Parameters
    ----------
    step, rows, work
        As in :func:`sim.games.gops.solution.kernel.solver.solve_rows`.
    bounds_below
        Two float64 arrays, for the layer below: the most that the first player can get against the second player's
        strategy, and the least that the first player gets with their own.
    bounds
        The same for this layer; the rows are filled.
    """
    layer = step.layer
    high, low = bounds
    first_row, last_row = rows
    for row in range(first_row, last_row):
        find_children(step, row, work)
        missing = layer.missing[row]
        for at in range(area_of(layer)):
            place = place_in_row(layer, missing, at)
            if place < 0:
                continue
            prizes, pot, lead = position_at(layer, at)
            most, least, turned = 0.0, 0.0, 0
            upcards = next_upcards(step.rules, prizes)
            while upcards:
                bit = lowest_bit(upcards)
                upcards &= upcards - ONE
                solve_turn(step, missing, prizes ^ (ONE << bit), np.int64(bit) + 1, pot, lead, work)
                _fill_bounds(layer.size, bounds_below, work)
                most += _best_for_first(layer.size, work)
                least += _best_for_second(layer.size, work)
                turned += 1
            position = layer.starts[row] + np.uint64(place)
            high[position], low[position] = most / turned, least / turned


@part
def _fill_bounds(size, bounds_below, work):
    """Fill the matrices of what best responses get after each pair of bids."""
    high_below, low_below = bounds_below
    for pair in range(size * size):
        case = work.case[pair]
        at = work.base[pair] + work.offset[case]
        gain, sign = work.gain[case], work.sign[case]
        if sign >= 0.0:
            work.high_payoffs[pair] = gain + sign * high_below[at]
            work.low_payoffs[pair] = gain + sign * low_below[at]
        else:
            # The players have changed sides: the most of one is the least of the other.
            work.high_payoffs[pair] = gain - low_below[at]
            work.low_payoffs[pair] = gain - high_below[at]


@part
def _best_for_first(size, work):
    """Return what the first player's best bid gets against the second player's mixture."""
    best = -np.inf
    for i in range(size):
        total = 0.0
        for j in range(size):
            total += work.second[j] * work.high_payoffs[i * size + j]
        best = max(best, total)
    return best


@part
def _best_for_second(size, work):
    """Return what the second player's best bid leaves to the first player's mixture."""
    least = np.inf
    for j in range(size):
        total = 0.0
        for i in range(size):
            total += work.first[i] * work.low_payoffs[i * size + j]
        least = min(least, total)
    return least
