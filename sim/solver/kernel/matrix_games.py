"""A compiled solver of two-person zero-sum games, given by a matrix of payoffs to the row player.

A saddle point is looked for first, then the simplex method on a condensed tableau; if
that takes too long or leaves a gap, Bland's rule, which cannot cycle. Products and sums
are rounded one by one in a fixed order, so the result does not depend on the machine.
"""

import numpy as np

from sim.kernels.compiling import kernel, part
from sim.kernels.words import ZERO
from sim.solver.kernel.tableau import (
    GameWork,
    MatrixGame,
    fill_tableau,
    pivot_to_optimum,
    read_off,
    workspace,
)

__all__ = ["FINE", "GameWork", "best_column", "best_row", "solve_game", "workspace"]

FINE = 2e-13
"""A gap up to this share of the payoffs' spread is rounding error."""


@part
def _guarantees(game, row_mixture, column_mixture):
    """What the row mixture guarantees, and what the best response to the column mixture gets.

    Both are measured from the lowest payoff up.
    """
    payoffs, stride, rows, columns, lowest, _ = game
    low = np.inf
    high = -np.inf
    for j in range(columns):
        total = 0.0
        for i in range(rows):
            total += row_mixture[i] * (payoffs[i * stride + j] - lowest)
        low = min(low, total)
    for i in range(rows):
        total = 0.0
        for j in range(columns):
            total += column_mixture[j] * (payoffs[i * stride + j] - lowest)
        high = max(high, total)
    return low, high


@part
def _solve_carefully(game, low, high, row_mixture, column_mixture, work):
    """Solve by Bland's rule, and keep the better ones of its mixtures and the quick rule's."""
    rows = game.rows
    columns = game.columns
    by_row = work.other_rows
    by_column = work.other_columns
    fill_tableau(game, work)
    pivot_to_optimum(rows, columns, ZERO, True, work)
    read_off(rows, columns, by_row, by_column, work)
    new_low, new_high = _guarantees(game, by_row, by_column)
    if new_low > low:
        low = new_low
        for i in range(rows):
            row_mixture[i] = by_row[i]
    if new_high < high:
        high = new_high
        for j in range(columns):
            column_mixture[j] = by_column[j]
    return game.lowest + 0.5 * (low + high), high - low


@part
def best_row(payoffs, rows, columns, column_mixture):
    """What the best row gets against a column mixture.

    The rows of ``payoffs`` follow one another.
    """
    best = -np.inf
    for i in range(rows):
        total = 0.0
        for j in range(columns):
            total += column_mixture[j] * payoffs[i * columns + j]
        best = max(best, total)
    return best


@part
def best_column(payoffs, rows, columns, row_mixture):
    """What the best column leaves to a row mixture."""
    least = np.inf
    for j in range(columns):
        total = 0.0
        for i in range(rows):
            total += row_mixture[i] * payoffs[i * columns + j]
        least = min(least, total)
    return least


@kernel
def solve_game(payoffs, stride, rows, columns, row_mixture, column_mixture, work):
    """Fill both mixtures of a matrix game.

    Return its value, right within half the gap, and the gap.

    The payoff in row ``i`` and column ``j`` is ``payoffs[i * stride + j]``. The gap is
    how much more the best response to the column mixture gets than the row mixture
    guarantees, by the payoffs themselves, whichever method found them; below ``FINE``
    times their spread it is rounding error.
    """
    least_column = ZERO
    minimax = np.inf
    lowest = np.inf
    highest = -np.inf
    for j in range(columns):
        most = -np.inf
        for i in range(rows):
            payoff = payoffs[i * stride + j]
            most = max(most, payoff)
            lowest = min(lowest, payoff)
        highest = max(highest, most)
        if most < minimax:
            minimax = most
            least_column = j
    best_row = ZERO
    maximin = -np.inf
    for i in range(rows):
        least = np.inf
        for j in range(columns):
            least = min(least, payoffs[i * stride + j])
        if least > maximin:
            maximin = least
            best_row = i
    if maximin >= minimax:
        for i in range(rows):
            row_mixture[i] = 0.0
        for j in range(columns):
            column_mixture[j] = 0.0
        row_mixture[best_row] = 1.0
        column_mixture[least_column] = 1.0
        return maximin, 0.0
    spread = highest - lowest
    game = MatrixGame(payoffs, stride, rows, columns, lowest, spread)
    fill_tableau(game, work)
    ended = pivot_to_optimum(rows, columns, least_column, False, work)
    read_off(rows, columns, row_mixture, column_mixture, work)
    low, high = _guarantees(game, row_mixture, column_mixture)
    if ended and high - low <= FINE * spread:
        return lowest + 0.5 * (low + high), high - low
    return _solve_carefully(game, low, high, row_mixture, column_mixture, work)
