"""The simplex method on a condensed tableau, compiled, for the linear programs of matrix games.

The variables are the weights of the columns; at the optimum the costs of the slacks are
the weights of the rows.
"""

from typing import NamedTuple

import numpy as np

from sim.kernels.compiling import inlined, kernel, part
from sim.kernels.words import EIGHT, ONE, SIX, ZERO

_BLOCK = EIGHT
"""Tableau rows are padded to whole blocks, so that the compiled loops over them have a
fixed length."""

_LEAST_COST = 1e-13
_LEAST_PIVOT = 1e-11
_LEAST_CAREFUL_PIVOT = 1e-13
_EQUAL_RATIO = 1e-14
_PATIENCE = SIX
"""Pivots for each row and column after which the quick rule is assumed to cycle."""
_LONG_PATIENCE = np.uint64(200)


class MatrixGame(NamedTuple):
    """A game to solve.

    Attributes
    ----------
    payoffs
        float64, flat: the row player's payoff in row i and column j is ``payoffs[i *
        stride + j]``.
    stride
        The distance between two rows.
    rows, columns
        Their numbers.
    lowest, spread
        The lowest payoff, and the highest less the lowest.
    """

    payoffs: np.ndarray
    stride: np.uint64
    rows: np.uint64
    columns: np.uint64
    lowest: np.float64
    spread: np.float64


class GameWork(NamedTuple):
    """The solver's workspace.

    Attributes
    ----------
    tableau
        float64: the condensed tableau, row by row; the last column holds the right-hand
        side, the last row the costs.
    pivot_row
        float64: the row of the pivot, divided by it.
    in_row, in_column
        uint64: the variable that a row or a column of the tableau stands for: column j
        of the game as j, the slack of its row i as ``columns + i``.
    other_rows, other_columns
        float64: a second pair of mixtures.
    """

    tableau: np.ndarray
    pivot_row: np.ndarray
    in_row: np.ndarray
    in_column: np.ndarray
    other_rows: np.ndarray
    other_columns: np.ndarray


def workspace(size: int) -> GameWork:
    """A workspace for games with at most ``size`` rows and at most ``size`` columns."""
    width = -(-(size + 2) // int(_BLOCK)) * int(_BLOCK)
    return GameWork(
        tableau=np.zeros((size + 2) * width),
        pivot_row=np.zeros(width),
        in_row=np.zeros(size + 2, np.uint64),
        in_column=np.zeros(size + 2, np.uint64),
        other_rows=np.zeros(size + 1),
        other_columns=np.zeros(size + 1),
    )


@part
def _make_mixture(weights, places):
    """Turn weights into probabilities.

    A weight that rounding has made negative counts as zero.
    """
    total = 0.0
    for i in range(places):
        weights[i] = max(weights[i], 0.0)
        total += weights[i]
    if total > 0.0:
        share = 1.0 / total
        for i in range(places):
            weights[i] *= share
    else:
        weights[0] = 1.0


@inlined
def _width(columns):
    """The length of a tableau's row, padding included."""
    return (columns + _BLOCK) // _BLOCK * _BLOCK


@part
def fill_tableau(game, work):
    """Set up the tableau, with the payoffs scaled to lie from 1 to 2.

    So the value of the game is positive.
    """
    payoffs, stride, rows, columns, lowest, spread = game
    tableau = work.tableau
    width = _width(columns)
    scale = 1.0 / spread
    for i in range(rows):
        start = i * width
        for j in range(columns):
            tableau[start + j] = (payoffs[i * stride + j] - lowest) * scale + 1.0
        tableau[start + columns] = 1.0
        for j in range(columns + ONE, width):
            tableau[start + j] = 0.0
        work.in_row[i] = columns + i
    start = rows * width
    for j in range(columns):
        tableau[start + j] = -1.0
        work.in_column[j] = j
    for j in range(columns, width):
        tableau[start + j] = 0.0


# Not a part: it is compiled apart for each of the two constants that callers pass as
# ``careful``.
@kernel
def pivot_to_optimum(rows, columns, first, careful, work):
    """Pivot until no cost is negative; return whether that was reached."""
    tableau = work.tableau
    width = _width(columns)
    costs = rows * width
    limit = (rows + columns) * (_LONG_PATIENCE if careful else _PATIENCE)
    column = first
    least_pivot = _LEAST_CAREFUL_PIVOT if careful else _LEAST_PIVOT
    for _ in range(limit):
        row = rows
        best_ratio = np.inf
        best_entry = 0.0
        for i in range(rows):
            entry = tableau[i * width + column]
            if entry > least_pivot:
                ratio = tableau[i * width + columns] / entry
                if careful:
                    # Bland's rule asks for the lowest variable among equal ratios.
                    better = ratio < best_ratio or (
                        ratio == best_ratio and work.in_row[i] < work.in_row[row]
                    )
                else:
                    better = ratio < best_ratio - _EQUAL_RATIO or (
                        ratio <= best_ratio + _EQUAL_RATIO and entry > best_entry
                    )
                if better:
                    best_ratio = ratio
                    best_entry = entry
                    row = i
        if row == rows:
            return False
        _pivot(rows, width, row, column, work)
        column = columns
        least = -_LEAST_COST
        lowest_variable = rows + columns
        for j in range(columns):
            cost = tableau[costs + j]
            if careful:
                if cost < -_LEAST_COST and work.in_column[j] < lowest_variable:
                    column = j
                    lowest_variable = work.in_column[j]
            elif cost < least:
                column = j
                least = cost
        if column == columns:
            return True
    return False


@part
def _pivot(rows, width, row, column, work):
    """Exchange the variables of a row and a column of the tableau."""
    tableau = work.tableau
    pivot_row = work.pivot_row
    start = row * width
    inverse = 1.0 / tableau[start + column]
    for j in range(width):
        pivot_row[j] = tableau[start + j] * inverse
    for i in range(rows + ONE):
        start = i * width
        factor = tableau[start + column]
        for block in range(ZERO, width, _BLOCK):
            for j in range(block, block + _BLOCK):
                tableau[start + j] -= factor * pivot_row[j]
        tableau[start + column] = -factor * inverse
    start = row * width
    for j in range(width):
        tableau[start + j] = pivot_row[j]
    tableau[start + column] = inverse
    variable = work.in_row[row]
    work.in_row[row] = work.in_column[column]
    work.in_column[column] = variable


@part
def read_off(rows, columns, row_mixture, column_mixture, work):
    """Read both mixtures off the last tableau."""
    tableau = work.tableau
    width = _width(columns)
    for i in range(rows):
        row_mixture[i] = 0.0
    for j in range(columns):
        column_mixture[j] = 0.0
    for i in range(rows):
        if work.in_row[i] < columns:
            column_mixture[work.in_row[i]] = tableau[i * width + columns]
    for j in range(columns):
        if work.in_column[j] >= columns:
            row_mixture[work.in_column[j] - columns] = tableau[rows * width + j]
    _make_mixture(row_mixture, rows)
    _make_mixture(column_mixture, columns)
