"""The published figures are confirmed, and the program that confirms them would notice if they were not."""

import dataclasses
import math
from fractions import Fraction

import numpy as np
import pytest

import sim
from sim.stats import Interval
from tests.verification import Figure, Play, Simulated, Source, checking, exact
from tests.verification.measures import Mean, Measured
from tests.verification.model import Exact

NOWHERE = Source("nobody", "none")


@pytest.mark.slow
def test_no_tie_in_26_battles_is_as_frequent_in_the_deals():
    """26 : 0 by either player is 1 in 2**25 of the deals without a tie; beyond four errors for 1 seed in 16,000."""
    deals = sim.deal("war", 200_000, seed=5)
    share = float((deals[:, 0::2] != deals[:, 1::2]).all(axis=1).mean())
    expected = float(exact.sweep() * 2**26)
    assert abs(share - expected) < 4 * math.sqrt(expected * (1 - expected) / len(deals))


@pytest.mark.parametrize("cards", [2, 4, 6, 20, 52])
def test_the_formulas_of_gamblers_ruin_solve_its_equations(cards):
    ruin = sim.exact.gamblers_ruin((cards // 2, cards // 2))
    assert ruin.mean_rounds == exact.ruin_mean(cards)
    assert ruin.sd_rounds**2 == pytest.approx(
        float(exact.ruin_variance(cards)), rel=1e-12
    )


def test_the_holder_of_the_highest_of_52_different_cards_always_wins():
    """Why a player with k cards wins with chance k / 52: the highest card can never be taken."""
    rules = {"lowest": 1, "highest": 52, "copies": 1, "pickup": "shuffled"}
    winners = sim.play("war", 2000, seed=4, rules=rules)["winner"].to_numpy()
    deals = sim.deal("war", 2000, seed=4, rules=rules)
    assert np.array_equal(winners, np.argmax(deals, axis=1) % 2)


def found_at(value, error):
    return Measured(
        Interval(value, value - 2 * error, value + 2 * error, 0.95, "t"), error
    )


def test_a_simulated_figure_fails_beyond_four_combined_standard_errors():
    figure = Figure(
        "", "100.0", NOWHERE, Simulated(Play("war"), Mean("rounds")), n=1000
    )
    # Our error of 0.3 with 1000 games is also theirs: together 0.424, and four times
    # that is 1.70.
    assert (
        checking.judged(figure, found_at(101.69, 0.3), 1000).verdict == checking.AGREES
    )
    assert checking.judged(figure, found_at(101.72, 0.3), 1000).failed
    # With a hundred times the games ours is 0.03 and theirs stays 0.3.
    assert (
        checking.judged(figure, found_at(101.20, 0.03), 100_000).verdict
        == checking.AGREES
    )
    assert checking.judged(figure, found_at(101.22, 0.03), 100_000).failed
    theorem = dataclasses.replace(figure, n=None, theorem=True)
    assert checking.judged(theorem, found_at(101.3, 0.3), 1000).failed


@pytest.mark.parametrize(
    ("published", "slack", "verdict"),
    [
        ("0.3333", 0.0, checking.EXACT),
        ("0.3334", 0.0, checking.FAILS),
        ("1/3", 0.0, checking.EXACT),
        ("0.33333333333333337", 1e-15, checking.OFF),
        ("0.3333333333333", 1e-15, checking.EXACT),
        ("0.3333333333343", 1e-15, checking.FAILS),
    ],
)
def test_an_exact_figure_must_round_to_every_published_digit(published, slack, verdict):
    figure = Figure(
        "", published, NOWHERE, Exact(lambda: Fraction(1, 3), ""), slack=slack
    )
    assert checking.compared(figure, Fraction(1, 3)).verdict == verdict
