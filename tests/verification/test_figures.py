"""The published figures are confirmed, and the program that confirms them would notice if they were not."""

import dataclasses
from fractions import Fraction

import numpy as np
import pytest

import sim
from sim.stats import Interval
from tests.verification import checking
from tests.verification.model import Figure, Source

NOWHERE = Source("nobody", "none")


def test_the_holder_of_the_highest_of_52_different_cards_always_wins():
    """Why a player with k cards wins with chance k / 52: the highest card can never be taken."""
    rules = {"lowest": 1, "highest": 52, "copies": 1, "pickup": "shuffled"}
    winners = sim.play("war", 2000, seed=4, rules=rules)["winner"].to_numpy()
    deals = sim.deal("war", 2000, seed=4, rules=rules)
    assert np.array_equal(winners, np.argmax(deals, axis=1) % 2)


def figure(published, **more):
    return Figure(source=NOWHERE, name="", published=published, **more)


def verdict_at(one, value, error, games=1000):
    """The verdict on a figure where ours has this value and standard error."""
    interval = Interval(value, value - 2 * error, value + 2 * error, 0.95, "t")
    return checking.judged(one, interval, error, games).verdict


def test_a_simulated_figure_fails_beyond_four_combined_standard_errors():
    published = figure("100.0", n=1000)
    # Our error of 0.3 with 1000 games is also theirs: together 0.424, and four times
    # that is 1.70.
    assert verdict_at(published, 101.69, 0.3) == checking.AGREES
    assert verdict_at(published, 101.72, 0.3) == checking.FAILS
    # With a hundred times the games ours is 0.03 and theirs stays 0.3.
    assert verdict_at(published, 101.20, 0.03, 100_000) == checking.AGREES
    assert verdict_at(published, 101.22, 0.03, 100_000) == checking.FAILS
    theorem = dataclasses.replace(published, n=None)
    assert verdict_at(theorem, 101.3, 0.3) == checking.FAILS


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
    found = checking.compared(figure(published, slack=slack), Fraction(1, 3))
    assert found.verdict == verdict
