"""Matrix games for the tests: the compiled solver called from Python, and a linear program beside it."""

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from sim.tournaments.standings import unexploitable


@dataclass(frozen=True)
class MatrixGame:
    """The solution of a matrix game."""

    value: float  # what the row player can guarantee, and what the column player can limit it to
    rows: NDArray[np.float64]  # the players' mixtures; others may be as good
    columns: NDArray[np.float64]
    gap: float  # how much more the best response to the columns gets than the rows guarantee


def solve_matrix(payoffs):
    """Solve a matrix game: (rows, columns) of what the row player gets from the column player."""
    from sim.solver.kernel.matrix_games import solve_game, workspace

    table = np.array(payoffs, np.float64)
    rows = np.zeros(table.shape[0])
    columns = np.zeros(table.shape[1])
    sides = [np.uint64(side) for side in table.shape]
    value, gap = solve_game(
        table.reshape(-1), sides[1], *sides, rows, columns, workspace(max(table.shape))
    )
    return MatrixGame(float(value), rows, columns, float(gap))


def by_linear_program(payoffs):
    """Return the value of a matrix game by SciPy's solver, which works differently."""
    return unexploitable(payoffs).value


@cache
def value_of(payoffs):
    """Return the value of a matrix game by linear programming; a saddle point's is read off, which is much faster."""
    table = np.array(payoffs, float)
    maximin = float(table.min(axis=1).max())
    minimax = float(table.max(axis=0).min())
    return maximin if maximin == minimax else by_linear_program(table)
