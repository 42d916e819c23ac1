"""Small matrix games solved exactly, in whole numbers.

Every game has optimal strategies that equalize a square part of the matrix (Shapley and Snow, "Basic solutions of
discrete games", 1950). Their weights are the row and column sums of that part's cofactors, so nothing is rounded.
"""

from itertools import combinations

Matrix = list[list[int]]


def optimal_weights(payoffs: Matrix) -> list[int]:
    """Return an optimal mixed strategy of the row player, as whole weights."""
    # Square parts of the matrix are tried from the smallest up: single cells first, so that a pure solution
    # is found if one exists; among equally large parts, those with the lowest rows first, then those with the
    # lowest columns. The first part whose strategies are optimal in the whole matrix is taken. The weights
    # are not reduced.
    rows, columns = len(payoffs), len(payoffs[0])
    for size in range(1, min(rows, columns) + 1):
        for some_rows in combinations(range(rows), size):
            for some_columns in combinations(range(columns), size):
                weights = _optimal_on(payoffs, some_rows, some_columns)
                if weights is not None:
                    return weights
    raise AssertionError("every matrix game has a basic solution")


def _optimal_on(
    payoffs: Matrix, some_rows: tuple[int, ...], some_columns: tuple[int, ...]
) -> list[int] | None:
    """Return the weights that equalize a part of the matrix, or None unless they are optimal in all of it."""
    part = [[payoffs[row][column] for column in some_columns] for row in some_rows]
    cofactors = _cofactors(part)
    total = sum(map(sum, cofactors))
    if total == 0:
        return None
    sign = 1 if total > 0 else -1
    weights, answers = [0] * len(payoffs), [0] * len(payoffs[0])
    for row, line in zip(some_rows, cofactors, strict=True):
        weights[row] = sign * sum(line)
    for place, column in enumerate(some_columns):
        answers[column] = sign * sum(line[place] for line in cofactors)
    if min(weights) < 0 or min(answers) < 0:
        return None
    # This is the value times the total; a weighted payoff also has the total as a factor.
    value = sign * sum(
        payoff * cofactor
        for payoff, cofactor in zip(part[0], cofactors[0], strict=True)
    )
    least = min(
        sum(
            weight * line[column] for weight, line in zip(weights, payoffs, strict=True)
        )
        for column in range(len(answers))
    )
    most = max(
        sum(payoff * answer for payoff, answer in zip(line, answers, strict=True))
        for line in payoffs
    )
    return weights if least >= value >= most else None


def _cofactors(part: Matrix) -> Matrix:
    """Return the cofactors of a square matrix of one to three rows."""
    if len(part) == 1:
        return [[1]]
    if len(part) == 2:
        (a, b), (c, d) = part
        return [[d, -c], [-b, a]]
    # With the other rows and columns taken in cyclic order, every cofactor comes out with its sign.
    return [
        [
            part[(row + 1) % 3][(column + 1) % 3]
            * part[(row + 2) % 3][(column + 2) % 3]
            - part[(row + 1) % 3][(column + 2) % 3]
            * part[(row + 2) % 3][(column + 1) % 3]
            for column in range(3)
        ]
        for row in range(3)
    ]
