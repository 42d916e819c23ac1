"""A run stops when its numbers are known well enough, at fixed looks."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.errors import UserError
from sim.stats import Estimate, Histogram, Target, judge, looks, mean, proportion


def share(successes, games, variant="classic"):
    return Estimate(variant, "", "player 0 wins", proportion(successes, games), games)


@given(st.integers(1, 10**6), st.integers(1, 10**9), st.sampled_from([1.1, 1.5, 2, 10]))
def test_looks_are_spaced_by_the_ratio_and_end_at_the_last_game(first, most, ratio):
    points = looks(first, most, ratio)
    assert points[-1] == most
    assert all(before < after for before, after in pairwise(points))
    assert all(-1e-3 < after - before * ratio < 1 + 1e-3 for before, after in pairwise(points[:-1]))
    assert first >= most or points[0] == first


def test_looks_agree_with_examples():
    assert looks(1000, 10_000, 2) == (1000, 2000, 4000, 8000, 10_000)
    assert looks(10, 100, 1.5) == (10, 15, 23, 35, 53, 80, 100)
    assert looks(500, 100) == (100,)


@pytest.mark.parametrize(
    "wrong", [(0, 10, 2), (1, 0, 2), (1, 10, 1), (1, 10, float("nan")), (1, 10, float("inf"))]
)
def test_invalid_looks_are_refused(wrong):
    with pytest.raises(UserError):
        looks(*wrong)


def test_a_target_is_met_by_an_interval_that_is_narrow_enough():
    # Wilson at one half: the half width is z / 2 / sqrt(n + z^2), .00980 for 10,000 games.
    verdict = judge([share(5000, 10_000)], [Target("player 0 wins", 0.01)])
    assert verdict.met
    assert verdict.limiting == share(5000, 10_000)
    assert judge([share(5000, 10_000)], [Target("player 0 wins", 0.0097)]).met is False


def test_the_games_needed_grow_with_the_square_of_the_precision():
    # Ten times as precise takes a hundred times the games: half width .0098, so 96.03 times 10,000 for .001.
    verdict = judge([share(5000, 10_000)], [Target("player 0 wins", 0.001)])
    assert verdict.games_needed == pytest.approx(960_000, rel=0.001)
    assert verdict.reason == "player 0 wins (classic) within 0.001: its half width is 0.0098"


def test_the_prediction_comes_true():
    target = Target("player 0 wins", 0.001)
    predicted = judge([share(5000, 10_000)], [target]).games_needed
    # Wilson's intervals shrink a little slower than the square root at first: a thousandth more games do.
    enough = round(predicted * 1.001)
    assert judge([share(enough // 2, enough)], [target]).met
    assert not judge([share(predicted * 99 // 200, predicted * 99 // 100)], [target]).met


def test_a_relative_target_is_a_share_of_the_value():
    # Half width .0098 of .5 is 1.96 %.
    assert judge([share(5000, 10_000)], [Target("player 0 wins", 0.02, relative=True)]).met
    assert not judge([share(5000, 10_000)], [Target("player 0 wins", 0.019, relative=True)]).met


def test_every_variant_must_meet_it_and_the_worst_is_named():
    good, bad = share(5000, 10_000, "good"), share(50, 100, "bad")
    verdict = judge([good, bad], [Target("player 0 wins", 0.01)])
    assert (verdict.met, verdict.limiting) == (False, bad)


def test_fewer_than_ten_events_are_never_enough():
    rare = Estimate("classic", "", "draw", proportion(5, 10**6), 10**6)
    verdict = judge([rare], [Target("draw", 0.5)])
    assert (verdict.met, verdict.games_needed) == (False, 2 * 10**6)
    assert verdict.reason == "draw (classic) within 0.5: only 5 games support it, and it needs 10"


def test_without_any_event_the_games_needed_cannot_be_predicted():
    never = Estimate("classic", "", "draw", proportion(0, 10**6), 10**6)
    verdict = judge([never], [Target("draw", 0.1, relative=True)])
    assert (verdict.met, verdict.games_needed) == (False, None)


def test_a_mean_whose_own_error_is_uncertain_is_not_known_yet():
    hist = Histogram([0, 1], [980, 20])
    lone = Estimate("classic", "", "triple_wars mean", mean(hist), hist.n)
    verdict = judge([lone], [Target("triple_wars mean", 1.0)])
    assert not verdict.met
    assert "the variance is itself known only to" in verdict.reason
    assert verdict.games_needed == 2000


def test_an_estimate_without_an_interval_meets_no_target():
    alike = Estimate("classic", "", "rounds mean", mean(Histogram([7], [1])), 1)
    verdict = judge([alike], [Target("rounds mean", 100)])
    assert (verdict.met, verdict.games_needed) == (False, None)


def test_a_run_without_targets_plays_all_its_games():
    verdict = judge([share(5, 10)], [])
    assert (verdict.met, verdict.limiting) == (False, None)


def test_a_misspelt_statistic_gets_a_suggestion():
    with pytest.raises(UserError, match="did you mean 'player 0 wins'"):
        judge([share(5, 10)], [Target("player 0 win", 0.1)])


@pytest.mark.parametrize("wrong", [0, -1, float("nan"), float("inf")])
def test_a_precision_must_be_a_positive_number(wrong):
    with pytest.raises(UserError, match=r"rounds mean: .* is not a valid precision"):
        Target("rounds mean", wrong)


def test_a_target_describes_itself():
    assert str(Target("rounds mean", 0.01, relative=True)) == "rounds mean within 1 % of its value"
    assert str(Target("rounds mean", 0.5)) == "rounds mean within 0.5"
