"""What best responses to the strategies of a solution of WarGops get, compiled: a second pass from the last card back.

The strategies follow from the values of the next positions, as in :mod:`sim.games.wargops.solution.kernel.solver`, but
their worth does not: it is computed from what the best responses get in the next positions. So a wrong value anywhere
shows up as a response that gains.
"""

from __future__ import annotations

import numpy as np

from sim.games.wargops.solution.kernel.solver import (
    REACHED,
    fill_payoffs,
    final_value,
    look_at,
    lows_of,
    position_at,
    solve_position,
)
from sim.kernels.compiling import kernel, part
from sim.kernels.words import ZERO


@part
def best_answer(rules, position, mixture, best, work):
    """Return the most that the first player can get in a position against the second player's mixture.

    Parameters
    ----------
    rules, position
        The rules and the position; the game must not be over.
    mixture
        float64: the probabilities of the second player's ranks, ascending.
    best
        float64: the most that the first player can get in the next positions.
    work
        What :func:`sim.games.wargops.solution.kernel.solver.workspace` returns.
    """
    first, second, to_first, to_second = look_at(rules, position, work)
    fill_payoffs(first, second, to_first, to_second, position, best, work)
    most = -np.inf
    for i in range(first):
        total = 0.0
        for j in range(second):
            total += mixture[j] * work.payoffs[i * second + j]
        most = max(most, total)
    return most


@kernel
def respond_to_piece(rules, layout, piece, marks, values, best, work):
    """Compute what the best response gets in all marked positions of a piece of a layer.

    Parameters
    ----------
    rules, layout, piece, marks, values, work
        As in :func:`sim.games.wargops.solution.kernel.solver.solve_piece`.
    best
        float64: the most that the first player can get in every position against the second player's strategy; the
        piece's positions are filled. As the second player of a position is the first of its mirror image, one array is
        enough.
    """
    for high in range(piece.first_high, piece.last_high):
        begin, end = lows_of(layout, piece, high)
        for place in range(begin, end):
            position, other = position_at(layout, high, place)
            if marks[position] != REACHED or other < position:
                continue
            _, _, first, second = solve_position(rules, position, other == position, values, work)
            if first == ZERO or second == ZERO:
                best[position], best[other] = final_value(rules, position), final_value(rules, other)
                continue
            best[position] = best_answer(rules, position, work.second, best, work)
            if other != position:
                best[other] = best_answer(rules, other, work.first, best, work)
