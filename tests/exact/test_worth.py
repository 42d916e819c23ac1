"""The worth of a card: the regression against SciPy and NumPy, and what it says where the answer is known."""

import numpy as np
import pytest
from scipy import linalg, stats

import sim
from sim.errors import UserError
from sim.exact.worth import worth
from sim.games import find_game
from sim.stats.regression import least_squares
from tests.support.command_line import warlab


def test_the_regression_agrees_with_an_independent_one():
    """Ordinary least squares by singular values, White's covariance by its definition, on games of War."""
    played = sim.play("war", 4000, columns=["kings", "queens"], rules={"lowest": 11})
    packets = sim.deal("war", 4000, rules={"lowest": 11})[:, 0:16:2]
    held = np.stack(
        [np.count_nonzero(packets == rank, axis=1) for rank in (11, 12, 13, 14)], axis=1
    )
    assert held[:, 2].tolist() == played["kings"].to_list()
    won = (played["winner"] == 0).to_numpy().astype(np.int8)
    design = np.column_stack([np.ones(len(won)), held[:, 1:]])
    # Each rank against the mean of all four; the first is what the others are against.
    against = np.eye(4)[:, 1:] - 0.25
    solve = against @ linalg.pinv(design)[1:]
    values = solve @ won
    residuals = won - design @ (linalg.pinv(design) @ won)
    errors = np.sqrt(solve**2 @ residuals**2 * len(won) / (len(won) - 4))
    found = least_squares(held, won, np.full(4, 0.25), 0.99)
    reach = stats.t(len(won) - 4).ppf(0.995) * errors
    assert [one.value for one in found] == pytest.approx(values, abs=1e-10)
    assert [one.high for one in found] == pytest.approx(values + reach, abs=1e-9)


def test_sums_beyond_64_bits_stay_exact():
    held = np.tile(np.array([[0, 2], [1, 1], [2, 0]]), (1000, 1))
    huge = np.int64(1) << 50
    lowest, highest = least_squares(
        held, huge + held[:, 1] * 1024, np.array([0.5, 0.5])
    )
    assert (lowest.value, highest.value) == (-512, 512)


def test_in_tod_und_leben_two_ranks_are_worth_the_same_with_opposite_signs():
    game = find_game("tod-und-leben")
    rules = game.rules.of({"lowest": 13, "highest": 14})
    low, high = worth(game, rules, 1, 2000)
    assert high.chance.value == pytest.approx(-(low.chance.value or 0))
    assert (high.chance.low or 0) > 0


def test_the_command_prints_every_rank():
    values = warlab("worth", "war", "--games", "3000", "--json").json
    assert [each["card"] for each in values["ranks"]] == [
        *map(str, range(2, 11)),
        "J",
        "Q",
        "K",
        "A",
    ]
    ace = values["ranks"][-1]["chance"]
    assert 0.15 < ace["low"] < ace["value"] < ace["high"] < 0.25
    assert "an ace is worth" in warlab("worth", "war", "--games", "3000").out


@pytest.mark.parametrize(
    ("name", "options", "games"),
    [
        ("gops", {}, 100),
        ("war", {"pack": "new"}, 100),
        ("war", {"highest": 2}, 100),
        ("war", {}, 12),
    ],
)
def test_what_has_no_worth_is_refused(name, options, games):
    game = find_game(name)
    with pytest.raises(UserError):
        worth(game, game.rules.of(options), 1, games)
