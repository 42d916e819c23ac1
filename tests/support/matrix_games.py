"""Matrix games for the tests: the compiled solver called from Python, and an independent one in fractions."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache

import numpy as np
import numpy.typing as npt
from numpy.typing import NDArray
from scipy.optimize import linprog

from sim.errors import UserError


@dataclass(frozen=True)
class MatrixGame:
    """The solution of a matrix game."""

    value: float  # what the row player can guarantee, and what the column player can limit it to
    rows: NDArray[np.float64]  # the players' mixtures; others may be as good
    columns: NDArray[np.float64]
    gap: float  # how much more the best response to the columns gets than the rows guarantee


def solve_matrix(payoffs: npt.ArrayLike) -> MatrixGame:
    """Solve a matrix game: (rows, columns) of what the row player gets from the column player."""
    from sim.solver.kernel.matrix_games import FINE, solve_game, workspace

    table = np.array(payoffs, np.float64)
    if table.ndim != 2 or not table.size or not np.isfinite(table).all():
        raise UserError(
            "not a table of payoffs", where="payoffs", cure="give finite numbers, rows by columns"
        )
    rows, columns = np.zeros(table.shape[0]), np.zeros(table.shape[1])
    sides = [np.uint64(side) for side in table.shape]
    value, gap = solve_game(table.reshape(-1), sides[1], *sides, rows, columns, workspace(max(table.shape)))
    if gap > FINE * np.ptp(table):
        return in_fractions(table)
    return MatrixGame(float(value), rows, columns, float(gap))


def by_linear_program(payoffs: npt.ArrayLike) -> float:
    """Return the value of a matrix game by SciPy's solver, which works differently."""
    table = np.array(payoffs, np.float64)
    rows, columns = table.shape
    found = linprog(
        np.r_[np.zeros(rows), -1.0],
        A_ub=np.c_[-table.T, np.ones(columns)],
        b_ub=np.zeros(columns),
        A_eq=[np.r_[np.ones(rows), 0.0]],
        b_eq=[1.0],
        bounds=[(0, None)] * rows + [(None, None)],
    )
    return -float(found.fun)


@cache
def value_of(payoffs: tuple[tuple[float, ...], ...]) -> float:
    """Return the value of a matrix game by linear programming; a saddle point's is read off, which is much faster."""
    table = np.array(payoffs, float)
    maximin, minimax = float(table.min(axis=1).max()), float(table.max(axis=0).min())
    return maximin if maximin == minimax else by_linear_program(table)


def in_fractions(table: NDArray[np.float64]) -> MatrixGame:
    """Solve a matrix game by the simplex method with Bland's rule, every number a fraction."""
    rows, columns = table.shape
    payoffs = [[Fraction(number) for number in row] for row in table.tolist()]
    lowest = min(min(row) for row in payoffs)
    # Shifted above zero, so that the value is positive; then its inverse is the largest sum of weights.
    tableau = [[number - lowest + 1 for number in row] + [Fraction(1)] for row in payoffs]
    tableau.append([Fraction(-1)] * columns + [Fraction(0)])
    in_row, in_column = list(range(columns, columns + rows)), list(range(columns))
    while any(cost < 0 for cost in tableau[-1][:columns]):
        column = min(
            (j for j in range(columns) if tableau[-1][j] < 0), key=lambda j: in_column[j]
        )  # fmt: skip
        row = min(
            (i for i in range(rows) if tableau[i][column] > 0),
            key=lambda i: (tableau[i][columns] / tableau[i][column], in_row[i]),
        )
        _pivot(tableau, row, column)
        in_row[row], in_column[column] = in_column[column], in_row[row]
    value = 1 / tableau[-1][columns]
    mine, theirs = [Fraction(0)] * rows, [Fraction(0)] * columns
    for i, variable in enumerate(in_row):
        if variable < columns:
            theirs[variable] = tableau[i][columns] * value
    for j, variable in enumerate(in_column):
        if variable >= columns:
            mine[variable - columns] = tableau[-1][j] * value
    return MatrixGame(
        float(value - 1 + lowest), np.array(mine, np.float64), np.array(theirs, np.float64), gap=0.0
    )  # fmt: skip


def _pivot(tableau: list[list[Fraction]], row: int, column: int) -> None:
    """Exchange the variables of a row and a column of the tableau."""
    inverse = 1 / tableau[row][column]
    pivot_row = [number * inverse for number in tableau[row]]
    for i, other in enumerate(tableau):
        factor = other[column]
        if i != row and factor:
            tableau[i] = [number - factor * pivot for number, pivot in zip(other, pivot_row, strict=True)]
        tableau[i][column] = -factor * inverse
    tableau[row] = pivot_row
    tableau[row][column] = inverse
