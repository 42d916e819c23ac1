"""Matrix games of three rows and columns solved exactly, in whole numbers.

The functions can be compiled.

Every game has optimal strategies that equalize a square part of the matrix (Shapley and
Snow, "Basic solutions of discrete games", 1950). Their weights are the row and column
sums of that part's cofactors, so nothing is rounded.

A smaller game repeats its rows and columns: of equal rows, only the first has a weight.
"""

Three = tuple[int, int, int]

Matrix = tuple[Three, Three, Three]
"""The payoffs of the player of the rows, by row and column."""


def optimal_weights(payoffs: Matrix) -> Three:
    """An optimal mixed strategy of the row player, as whole weights.

    Square parts of the matrix are tried from the smallest up: single cells first, so
    that a pure solution is found if one exists; among equally large parts, those with
    the lowest rows first, then those with the lowest columns. The first part whose
    strategies are optimal in the whole matrix is taken. The weights are not reduced.
    """
    sure = min(payoffs[0]), min(payoffs[1]), min(payoffs[2])
    best = max(sure)
    if best == min(most_in(payoffs, 0), most_in(payoffs, 1), most_in(payoffs, 2)):
        row = 0 if sure[0] == best else 1 if sure[1] == best else 2
        return weights_at(row, 1, row, 0)
    for row in range(2):
        for lower in range(row + 1, 3):
            for left in range(2):
                for right in range(left + 1, 3):
                    weight, weight_lower = equalizing(payoffs, row, lower, left, right)
                    if weight + weight_lower > 0:
                        return weights_at(row, weight, lower, weight_lower)
    # Every matrix game has a basic solution, and nothing smaller is one.
    first = row_cofactors(payoffs, 0)
    second = row_cofactors(payoffs, 1)
    third = row_cofactors(payoffs, 2)
    sign = 1 if first + second + third > 0 else -1
    return sign * first, sign * second, sign * third


def most_in(payoffs: Matrix, column: int) -> int:
    """The largest payoff of a column."""
    return max(payoffs[0][column], payoffs[1][column], payoffs[2][column])


def weights_at(row: int, weight: int, lower: int, weight_lower: int) -> Three:
    """The weights of all rows, two of which are given."""
    return (
        weight * (row == 0) + weight_lower * (lower == 0),
        weight * (row == 1) + weight_lower * (lower == 1),
        weight * (row == 2) + weight_lower * (lower == 2),
    )


def equalizing(
    payoffs: Matrix, row: int, lower: int, left: int, right: int
) -> tuple[int, int]:
    """The weights that equalize two rows over two columns, if they are optimal.

    Else two zeros.
    """
    a = payoffs[row][left]
    b = payoffs[row][right]
    c = payoffs[lower][left]
    d = payoffs[lower][right]
    total = a + d - b - c
    sign = 1 if total > 0 else -1
    weight = sign * (d - c)
    weight_lower = sign * (a - b)
    answer = sign * (d - b)
    answer_right = sign * (a - c)
    if total == 0 or min(weight, weight_lower, answer, answer_right) < 0:
        return 0, 0
    # This is the value times the total; a weighted payoff also has the total as a
    # factor.
    value = sign * (a * d - b * c)
    for place in range(3):
        if weight * payoffs[row][place] + weight_lower * payoffs[lower][place] < value:
            return 0, 0
        line = payoffs[place]
        if answer * line[left] + answer_right * line[right] > value:
            return 0, 0
    return weight, weight_lower


def row_cofactors(payoffs: Matrix, row: int) -> int:
    """The sum of the cofactors of a row of a matrix of three rows and columns.

    With the other rows and columns taken in cyclic order, every cofactor comes out with
    its sign.
    """
    below_it = payoffs[(row + 1) % 3]
    last = payoffs[(row + 2) % 3]
    total = 0
    for column in range(3):
        next_to_it = (column + 1) % 3
        far = (column + 2) % 3
        total += below_it[next_to_it] * last[far] - below_it[far] * last[next_to_it]
    return total
