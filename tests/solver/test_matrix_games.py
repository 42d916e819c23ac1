"""Matrix games solved by the compiled simplex method: against scipy's linear programs and theory."""

import numpy as np
import pytest

from sim.solver.kernel.matrix_games import FINE, solve_game, workspace
from tests.support.matrix_games import by_linear_program, solve_matrix


def check(payoffs, game):
    """Whatever the solver did, these make it a solution."""
    lowest = payoffs.min()
    # Of a value far from nothing, the last place alone is more than the rest.
    close = 1e-12 * np.ptp(payoffs) + 2 * np.spacing(abs(game.value))
    assert game.rows.min() >= 0
    assert game.columns.min() >= 0
    assert game.rows.sum() == pytest.approx(1, abs=1e-12)
    assert game.columns.sum() == pytest.approx(1, abs=1e-12)
    assert (game.rows @ (payoffs - lowest)).min() >= game.value - lowest - close
    assert ((payoffs - lowest) @ game.columns).max() <= game.value - lowest + close


SHAPES = [
    (1, 1),
    (1, 6),
    (6, 1),
    (2, 2),
    (2, 7),
    (7, 2),
    (4, 4),
    (5, 8),
    (8, 8),
    (9, 7),
    (13, 13),
    (15, 3),
]


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize(
    "kind", ["normal", "few values", "signs", "equal rows", "tiny differences"]
)
def test_values_and_mixtures(shape, kind):
    rng = np.random.default_rng([*shape, len(kind)])
    for _ in range(8):
        payoffs = {
            "normal": lambda: rng.standard_normal(shape) * 50,
            "few values": lambda: rng.integers(-2, 3, shape).astype(float),
            "signs": lambda: rng.integers(0, 2, shape) * 2.0 - 1,
            "equal rows": lambda: np.repeat(
                rng.standard_normal((1, shape[1])), shape[0], axis=0
            ),
            "tiny differences": lambda: 1e6 + rng.integers(0, 3, shape) * 1e-3,
        }[kind]()
        game = solve_matrix(payoffs)
        check(payoffs, game)
        if kind != "tiny differences":
            assert game.value == pytest.approx(by_linear_program(payoffs), abs=1e-8)


def test_games_with_known_solutions():
    """Rock, paper, scissors; matching pennies with unequal stakes; a saddle point; Morra with two fingers."""
    rock = solve_matrix([[0, -1, 1], [1, 0, -1], [-1, 1, 0]])
    assert rock.value == pytest.approx(0, abs=1e-15)
    assert rock.rows == pytest.approx([1 / 3] * 3)
    assert rock.columns == pytest.approx([1 / 3] * 3)
    # The value of a 2 by 2 game without a saddle point is (ad - bc) / (a + d - b - c).
    pennies = solve_matrix([[3, -1], [-2, 4]])
    assert pennies.value == pytest.approx(10 / 10)
    assert pennies.rows == pytest.approx([6 / 10, 4 / 10])
    assert pennies.columns == pytest.approx([5 / 10, 5 / 10])
    saddle = solve_matrix([[4, 2, 5], [1, 0, 7], [3, 1, 9]])
    assert (saddle.value, saddle.gap) == (2, 0)
    assert saddle.rows.tolist() == [1, 0, 0]
    assert saddle.columns.tolist() == [0, 1, 0]
    morra = solve_matrix([[0, 2, -3, 0], [-2, 0, 0, 3], [3, 0, 0, -4], [0, -3, 4, 0]])
    assert morra.value == pytest.approx(0, abs=1e-14)


def test_a_game_that_makes_the_simplex_method_go_in_circles_for_some_rules():
    """Games of few values are degenerate throughout: many rows leave at the same ratio."""
    for size in (3, 5, 8, 12):
        circulant = np.array(
            [[(j - i) % size for j in range(size)] for i in range(size)], float
        )
        game = solve_matrix(circulant)
        check(circulant, game)
        assert game.value == pytest.approx((size - 1) / 2)
        unit = solve_matrix(np.eye(size))
        assert unit.value == pytest.approx(1 / size)
        assert unit.rows == pytest.approx([1 / size] * size)


def test_part_of_a_larger_table_can_be_solved():
    """The stride may be larger than the number of columns, and the table stays as it is."""
    rng = np.random.default_rng(3)
    table = rng.standard_normal((5, 9))
    before = table.copy()
    rows = np.zeros(5)
    columns = np.zeros(9)
    sides = np.uint64(9), np.uint64(5), np.uint64(6)
    value, gap = solve_game(table.reshape(-1), *sides, rows, columns, workspace(9))
    assert (table == before).all()
    assert value == pytest.approx(by_linear_program(table[:, :6]), abs=1e-8)
    assert 0 <= gap <= FINE * np.ptp(table)
