"""Two-person zero-sum games given by a matrix of payoffs, solved: compiled.

The row player chooses a row and wants much, the column player a column and wants little. Solving means a mixture
for each of them and the value that each can then hold the other to.

How to call it, from Python or from another kernel::

    work = workspace(size)                      # once for each thread; size: the most rows or columns
    value, gap = solve_game(payoffs, stride, rows, columns, row_mixture, column_mixture, work)

payoffs
    float64, flat: what the row player gets in row i and column j is ``payoffs[i * stride + j]``. It is not changed.
stride, rows, columns
    np.uint64: how far apart two rows lie in ``payoffs``, and how many rows and columns there are (at least one
    each, at most ``size``); ``stride`` may be larger than ``columns``.
row_mixture, column_mixture
    float64, at least so many places: filled with the chances of the rows and of the columns; both sum to one.
work
    What :func:`workspace` makes; kernels pass it on as it is.
value, gap
    The value, and how much more the best answer to the column mixture gets than the row mixture makes sure of.
    The true value lies within ``gap / 2`` of ``value``; anything below :data:`FINE` of the spread of the payoffs is
    what rounding leaves. It is measured against ``payoffs`` themselves, however the mixtures came about.

A saddle point of pure choices is looked for first. Else the linear program is solved by the simplex method on a
condensed tableau, steepest column first. Where that takes too long or leaves a gap, it is done again with Bland's
rule, which cannot go in circles, and the equations of the last basis are solved anew from the payoffs.
No step depends on the machine: products and sums are rounded one by one, in a fixed order.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sim.kernels.compiling import inlined, kernel
from sim.kernels.matrix_equations import solve_equations

FINE = 2e-13
"""A gap of this share of the spread of the payoffs is left by rounding alone."""

_BLOCK = np.uint64(8)
"""Tableau rows are filled up to whole blocks, so that the compiled loops over them have a fixed length."""

_ZERO, _ONE, _TWO, _THREE = np.uint64(0), np.uint64(1), np.uint64(2), np.uint64(3)
_LEAST_COST = 1e-13
_LEAST_PIVOT = 1e-11
_LEAST_CAREFUL_PIVOT = 1e-13
_EQUAL_RATIO = 1e-14
_PATIENCE = np.uint64(6)
"""Pivots for each row and column before the quick rule is taken to go in circles."""
_LONG_PATIENCE = np.uint64(200)


class GameWork(NamedTuple):
    """Where the solver works.

    Attributes
    ----------
    tableau
        float64: the condensed tableau, row by row; the last column holds the right-hand side, the last row the costs.
    pivot_row
        float64: the row of the pivot, divided by it.
    in_row, in_column
        uint64: which variable a row or a column of the tableau stands for: a column j of the game as j, the slack of
        its row i as ``columns + i``.
    other_rows, other_columns
        float64: a second pair of mixtures.
    of_rows, of_columns
        uint64: the rows and columns of the last basis.
    system
        float64: the equations of the last basis.
    """

    tableau: np.ndarray
    pivot_row: np.ndarray
    in_row: np.ndarray
    in_column: np.ndarray
    other_rows: np.ndarray
    other_columns: np.ndarray
    of_rows: np.ndarray
    of_columns: np.ndarray
    system: np.ndarray


def workspace(size: int) -> GameWork:
    """Return what :func:`solve_game` works in, for games of at most ``size`` rows or columns."""
    width = -(-(size + 2) // int(_BLOCK)) * int(_BLOCK)
    return GameWork(
        tableau=np.zeros((size + 2) * width),
        pivot_row=np.zeros(width),
        in_row=np.zeros(size + 2, np.uint64),
        in_column=np.zeros(size + 2, np.uint64),
        other_rows=np.zeros(size + 1),
        other_columns=np.zeros(size + 1),
        of_rows=np.zeros(size + 1, np.uint64),
        of_columns=np.zeros(size + 1, np.uint64),
        system=np.zeros((size + 2) * (size + 3)),
    )


@inlined
def _width(columns):
    """Return the length of a row of the tableau."""
    return (columns + _BLOCK) // _BLOCK * _BLOCK


@kernel
def _fill(payoffs, stride, rows, columns, lowest, spread, work):
    """Set up the tableau: the payoffs moved to 1 ... 2, so that the value is positive."""
    tableau = work.tableau
    width = _width(columns)
    scale = 1.0 / spread
    for i in range(rows):
        start = i * width
        for j in range(columns):
            tableau[start + j] = (payoffs[i * stride + j] - lowest) * scale + 1.0
        tableau[start + columns] = 1.0
        for j in range(columns + _ONE, width):
            tableau[start + j] = 0.0
        work.in_row[i] = columns + i
    start = rows * width
    for j in range(columns):
        tableau[start + j] = -1.0
        work.in_column[j] = j
    for j in range(columns, width):
        tableau[start + j] = 0.0


@kernel
def _pivot_to_the_end(rows, columns, first, careful, work):
    """Pivot until no cost is negative; say whether that came about."""
    tableau = work.tableau
    width = _width(columns)
    costs = rows * width
    limit = (rows + columns) * (_LONG_PATIENCE if careful else _PATIENCE)
    column = first
    least_pivot = _LEAST_CAREFUL_PIVOT if careful else _LEAST_PIVOT
    for _ in range(limit):
        row = rows
        best_ratio, best_entry = np.inf, 0.0
        for i in range(rows):
            entry = tableau[i * width + column]
            if entry > least_pivot:
                ratio = tableau[i * width + columns] / entry
                if careful:
                    # Bland's rule asks for the lowest variable among equal ratios.
                    better = ratio < best_ratio or (ratio == best_ratio and work.in_row[i] < work.in_row[row])
                else:
                    better = ratio < best_ratio - _EQUAL_RATIO or (
                        ratio <= best_ratio + _EQUAL_RATIO and entry > best_entry
                    )
                if better:
                    best_ratio, best_entry, row = ratio, entry, i
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
                    column, lowest_variable = j, work.in_column[j]
            elif cost < least:
                column, least = j, cost
        if column == columns:
            return True
    return False


@kernel
def _pivot(rows, width, row, column, work):
    """Exchange the variables of a row and a column of the tableau."""
    tableau, pivot_row = work.tableau, work.pivot_row
    start = row * width
    inverse = 1.0 / tableau[start + column]
    for j in range(width):
        pivot_row[j] = tableau[start + j] * inverse
    for i in range(rows + _ONE):
        start = i * width
        factor = tableau[start + column]
        for block in range(_ZERO, width, _BLOCK):
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


@kernel
def _read_off(rows, columns, row_mixture, column_mixture, work):
    """Read the mixtures off the last tableau."""
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


@kernel
def _make_mixture(weights, places):
    """Turn weights into chances; what rounding has left below nothing is nothing."""
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


@kernel
def _held_to(payoffs, stride, rows, columns, lowest, row_mixture, column_mixture):
    """Return what the row mixture makes sure of, and the best answer to the column mixture gets, above the lowest."""
    low, high = np.inf, -np.inf
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


@kernel
def _from_the_basis(payoffs, stride, rows, columns, lowest, spread, row_mixture, column_mixture, work):
    """Solve the equations of the last basis, from the payoffs themselves, for both mixtures; say whether it went.

    Every row whose slack is out of the basis gets the value against the column mixture, every column in the basis
    against the row mixture.
    """
    scale = 1.0 / spread
    size = _ZERO
    for i in range(rows):
        if work.in_row[i] < columns:
            work.of_columns[size] = work.in_row[i]
            size += _ONE
    size = _ZERO
    for j in range(columns):
        if work.in_column[j] >= columns:
            work.of_rows[size] = work.in_column[j] - columns
            size += _ONE
    for i in range(rows):
        row_mixture[i] = 0.0
    for j in range(columns):
        column_mixture[j] = 0.0
    unknowns = size + _ONE
    width = unknowns + _ONE
    for for_rows in range(_TWO):
        for i in range(size):
            for j in range(size):
                row, column = work.of_rows[i], work.of_columns[j]
                payoff = (payoffs[row * stride + column] - lowest) * scale
                if for_rows:
                    work.system[j * width + i] = payoff
                else:
                    work.system[i * width + j] = payoff
        for i in range(size):
            work.system[i * width + size] = -1.0
            work.system[i * width + unknowns] = 0.0
            work.system[size * width + i] = 1.0
        work.system[size * width + size] = 0.0
        work.system[size * width + unknowns] = 1.0
        if not solve_equations(work.system, unknowns):
            return False
        for i in range(size):
            if for_rows:
                row_mixture[work.of_rows[i]] = work.system[i * width + unknowns]
            else:
                column_mixture[work.of_columns[i]] = work.system[i * width + unknowns]
    _make_mixture(row_mixture, rows)
    _make_mixture(column_mixture, columns)
    return True


@kernel
def _solve_carefully(
    payoffs, stride, rows, columns, lowest, spread, low, high, row_mixture, column_mixture, work
):
    """Make sure of a game that the quick rule has not solved well; the better mixture is kept each time."""
    by_row, by_column = work.other_rows, work.other_columns
    for attempt in range(_THREE):
        if attempt == _ONE:
            _fill(payoffs, stride, rows, columns, lowest, spread, work)
            _pivot_to_the_end(rows, columns, _ZERO, True, work)
            _read_off(rows, columns, by_row, by_column, work)
        elif not _from_the_basis(payoffs, stride, rows, columns, lowest, spread, by_row, by_column, work):
            continue
        new_low, new_high = _held_to(payoffs, stride, rows, columns, lowest, by_row, by_column)
        if new_low > low:
            low = new_low
            for i in range(rows):
                row_mixture[i] = by_row[i]
        if new_high < high:
            high = new_high
            for j in range(columns):
                column_mixture[j] = by_column[j]
        if high - low <= FINE * spread:
            break
    return lowest + 0.5 * (low + high), high - low


@kernel
def solve_game(payoffs, stride, rows, columns, row_mixture, column_mixture, work):
    """Solve a matrix game; the head of this module says how to call it."""
    least_column = _ZERO
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
    best_row = _ZERO
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
    _fill(payoffs, stride, rows, columns, lowest, spread, work)
    ended = _pivot_to_the_end(rows, columns, least_column, False, work)
    _read_off(rows, columns, row_mixture, column_mixture, work)
    low, high = _held_to(payoffs, stride, rows, columns, lowest, row_mixture, column_mixture)
    if ended and high - low <= FINE * spread:
        return lowest + 0.5 * (low + high), high - low
    return _solve_carefully(
        payoffs, stride, rows, columns, lowest, spread, low, high, row_mixture, column_mixture, work
    )
