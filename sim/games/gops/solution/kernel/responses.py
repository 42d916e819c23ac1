"""What best responses to the strategies of a solution of GOPS get, compiled: a second pass from the last prize back.

The strategies are taken from the values of the layer below, as in :mod:`sim.games.gops.solution.kernel.solver`;
what they are worth is not. It follows from what the best responses get in the positions after, so a wrong value
anywhere shows up as a response that gains.
"""

from __future__ import annotations

import numpy as np

from sim.games.gops.solution.kernel.solver import find_children, next_upcards, place_in_row, solve_turn
from sim.kernels.compiling import kernel

_ONE = np.uint64(1)


@kernel
def respond_to_rows(
    rules, layer, below, set_of, values_below, high_below, low_below, first_row, last_row, high, low, work
):  # fmt: skip
    """Work out what best responses get in all positions of some rows.

    Parameters
    ----------
    rules, layer, below, set_of, values_below, first_row, last_row, work
        As in :func:`sim.games.gops.solution.kernel.solver.solve_rows`.
    high_below, low_below
        float64: in the layer below, what the first player gets at most against the second one's strategy, and at
        least with his own.
    high, low
        float64: the same for this layer; the rows are filled.
    """
    size = layer.size
    middle = np.int64(layer.leads >> _ONE)
    for row in range(first_row, last_row):
        find_children(layer, below, row, work)
        missing = layer.missing[row]
        start = layer.starts[row]
        for number in range(np.uint64(len(layer.sets))):
            prizes = layer.sets[number]
            upcards = next_upcards(rules, prizes)
            for pot in range(layer.pots):
                for lead in range(layer.leads):
                    place = place_in_row(layer, missing, number, pot, lead)
                    if place < 0:
                        continue
                    most, least, turned = 0.0, 0.0, 0
                    for bit in range(rules.cards):
                        if not (upcards >> bit) & _ONE:
                            continue
                        solve_turn(
                            rules, layer, below, set_of, values_below, missing, prizes ^ (_ONE << bit),
                            np.int64(bit) + 1, np.int64(pot), np.int64(lead) - middle, work,
                        )  # fmt: skip
                        _fill_bounds(size, high_below, low_below, work)
                        most += _best_for_first(size, work)
                        least += _best_for_second(size, work)
                        turned += 1
                    high[start + np.uint64(place)] = most / turned
                    low[start + np.uint64(place)] = least / turned


@kernel
def _fill_bounds(size, high_below, low_below, work):
    """Fill the matrices of what best responses get after each pair of bids."""
    for pair in range(size * size):
        case = work.case[pair]
        at = work.base[pair] + work.offset[case]
        gain, sign = work.gain[case], work.sign[case]
        if sign >= 0.0:
            work.high_payoffs[pair] = gain + sign * high_below[at]
            work.low_payoffs[pair] = gain + sign * low_below[at]
        else:
            # The players have changed sides: the most of the one is the least of the other.
            work.high_payoffs[pair] = gain - low_below[at]
            work.low_payoffs[pair] = gain - high_below[at]


@kernel
def _best_for_first(size, work):
    """Return what the first player's best bid gets against the second one's mixture."""
    best = -np.inf
    for i in range(size):
        total = 0.0
        for j in range(size):
            total += work.second[j] * work.high_payoffs[i * size + j]
        best = max(best, total)
    return best


@kernel
def _best_for_second(size, work):
    """Return what is left to the first player's mixture by the second one's best bid."""
    least = np.inf
    for j in range(size):
        total = 0.0
        for i in range(size):
            total += work.first[i] * work.low_payoffs[i * size + j]
        least = min(least, total)
    return least
