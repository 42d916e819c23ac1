"""Planned power: against formulas of textbooks, exact enumeration, and comparisons played out from a known truth.

Tests that draw have a fixed seed and a tolerance of four standard errors of the simulation: each would fail for one
seed in 16,000 if what it states were exactly true.
"""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.stats import binom

from sim.errors import UserError
from sim.stats import Histogram, mcnemar, mean_difference
from sim.stats.equivalence import interval_level, same_within
from sim.stats.estimates import Interval
from sim.stats.power import Question, games_by_formula, plan_power, power_at, tilted

SKEWED_VALUES = np.array([-3, -1, 0, 1, 40])
SKEWED = np.array([0.05, 0.2, 0.5, 0.23, 0.02])
MEAN = float(SKEWED_VALUES @ SKEWED)


def drawn(games: int, seed: int) -> Histogram:
    return Histogram(SKEWED_VALUES, np.random.default_rng(seed).multinomial(games, SKEWED))


def attained(games: int, rounds: int, seed: int, level: float = 0.95) -> float:
    """The share of comparisons of the skewed truth that the tests of the package find, one by one."""
    random = np.random.default_rng(seed)
    found = 0
    for counts in random.multinomial(games, SKEWED, rounds):
        p_value = mean_difference(Histogram(SKEWED_VALUES, counts)).p_value
        found += p_value is not None and p_value <= 1 - level
    return found / rounds


class TestTilting:
    def test_the_mean_is_as_wanted_and_the_weights_are_exponential(self) -> None:
        values, shares = np.array([-1.0, 0.0, 2.0]), np.array([0.3, 0.5, 0.2])
        found = tilted(values, shares, 0.4)
        assert found.sum() == pytest.approx(1)
        assert found @ values == pytest.approx(0.4, abs=1e-12)
        # The log of the weight is a straight line in the value.
        logs = np.log(found / shares)
        assert (logs[2] - logs[1]) / 2 == pytest.approx(logs[1] - logs[0], abs=1e-9)

    def test_the_pilots_own_mean_changes_nothing(self) -> None:
        assert tilted(SKEWED_VALUES.astype(float), SKEWED, MEAN) == pytest.approx(SKEWED, abs=1e-9)

    @pytest.mark.parametrize("mean", [2.0, -1.0, 5.0])
    def test_a_mean_beyond_all_differences_is_refused(self, mean: float) -> None:
        with pytest.raises(UserError, match="the pilot has no differences from which"):
            tilted(np.array([-1.0, 0.0, 2.0]), np.array([0.3, 0.5, 0.2]), mean)


class TestFormula:
    def test_as_in_textbooks(self) -> None:
        """A standardized effect of 0.5 with power 0.8 at 5 %: (1.95996 + 0.84162)² / 0.25 = 31.4 pairs."""
        values, shares = np.array([-1.0, 1.0]), np.array([0.5, 0.5])
        assert games_by_formula(values, shares, Question(0.5)) == pytest.approx(31.396, abs=0.001)

    def test_equivalence_needs_both_one_sided_tests(self) -> None:
        """(1.64485 + 1.28155)² / 0.25 = 34.26."""
        values, shares = np.array([-1.0, 1.0]), np.array([0.5, 0.5])
        assert games_by_formula(values, shares, Question(0.5, same=True)) == pytest.approx(34.256, abs=0.001)


class TestPlans:
    def test_a_skewed_difference_gets_the_power_that_was_asked_for_where_the_formula_does_not(self) -> None:
        # A large pilot, so that only the search and its simulation can be wrong.
        planned = plan_power(drawn(1_000_000, 1), Question(MEAN), seed=2)
        assert attained(planned.games, 2000, 3) == pytest.approx(
            0.8, abs=4 * math.sqrt(0.16 * (1 / 2000 + 1 / 2000))
        )
        assert attained(planned.formula, 2000, 4) > 0.85
        assert planned.games < 0.9 * planned.formula

    def test_nearly_normal_differences_get_what_the_formula_says(self) -> None:
        values = np.arange(-10, 11)
        planned = plan_power(
            Histogram(values, np.round(1e5 * binom.pmf(values + 10, 20, 0.5)).astype(int)), Question(0.1)
        )
        assert planned.games == pytest.approx(planned.formula, rel=0.06)
        assert planned.power.low is not None
        assert planned.power.low < 0.8 + 0.03

    def test_the_power_for_shares_is_that_of_all_possible_results(self) -> None:
        games, gained, lost = 60, 0.3, 0.1
        exact = 0.0
        for first in range(games + 1):
            for second in range(games + 1 - first):
                p_value = mcnemar(first, second, games).p_value if first + second else None
                if p_value is not None and p_value <= 0.05:
                    both = binom.pmf(first + second, games, gained + lost)
                    exact += both * binom.pmf(first, first + second, gained / (gained + lost))
        pilot = Histogram([-1, 0, 1], [100, 600, 300])
        found = power_at(pilot, Question(0.2, share=True), games)
        assert found.value == pytest.approx(exact, abs=4 * math.sqrt(exact * (1 - exact) / 2000))

    def test_the_chance_to_call_a_difference_at_the_margin_the_same_is_at_most_five_percent(self) -> None:
        """Equivalence at its limit: the truth lies exactly at the margin. Four standard errors."""
        random = np.random.default_rng(5)
        values, shares = np.array([-2, 0, 3]), np.array([0.2, 0.6, 0.2])
        wrong = 0
        for counts in random.multinomial(2000, shares, 2000):
            interval = mean_difference(Histogram(values, counts), interval_level(0.95)).interval
            wrong += same_within(interval, -0.2, 0.2) == "same"
        assert wrong / 2000 <= 0.05 + 4 * math.sqrt(0.05 * 0.95 / 2000)

    def test_what_is_planned_for_sameness_shows_it(self) -> None:
        pilot = Histogram([-2, 0, 2], [2000, 6000, 2000])
        planned = plan_power(pilot, Question(0.1, same=True), seed=1)
        again = power_at(pilot, Question(0.1, same=True), planned.games, seed=9)
        assert again.value == pytest.approx(0.8, abs=0.05)
        assert planned.low <= planned.games <= planned.high

    def test_the_same_seed_gives_the_same_plan(self) -> None:
        assert plan_power(drawn(5000, 1), Question(MEAN), 7) == plan_power(drawn(5000, 1), Question(MEAN), 7)


@pytest.mark.slow
def test_power_planned_from_small_pilots_is_attained_on_average() -> None:
    """Thirty pilots of 10,000 games: the mean attained power is 0.8, four standard errors of pilots and simulation."""
    found = [
        attained(plan_power(drawn(10_000, seed), Question(MEAN), seed).games, 500, 1000 + seed)
        for seed in range(30)
    ]
    error = float(np.std(found, ddof=1)) / math.sqrt(len(found))
    assert np.mean(found) == pytest.approx(0.8, abs=4 * error)


class TestSameWithin:
    @pytest.mark.parametrize(
        ("low", "high", "decision"),
        [
            (-0.009, 0.009, "same"),
            (-0.011, 0.009, "open"),
            (0.005, 0.02, "open"),
            (0.011, 0.02, "different"),
            (-0.03, -0.012, "different"),
            (-0.01, 0.01, "open"),
        ],
    )
    def test_the_interval_decides(self, low: float, high: float, decision: str) -> None:
        assert same_within(Interval((low + high) / 2, low, high, 0.9), -0.01, 0.01) == decision

    def test_without_an_interval_nothing_is_shown(self) -> None:
        assert same_within(Interval(0.0, None, None, 0.9, refusal="all games alike"), -1, 1) == "open"
