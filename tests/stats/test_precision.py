"""A run stops when its numbers are known well enough, at fixed looks."""

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.errors import UserError
from sim.stats import (
    Estimate,
    Histogram,
    Measure,
    Target,
    judge,
    looks,
    mean,
    proportion,
)
from sim.stats.intervals import sd


def share(successes, games, variant="classic"):
    return Estimate(variant, "", "player 0 wins", proportion(successes, games), games)


@given(st.integers(1, 10**6), st.integers(1, 10**9), st.sampled_from([1.1, 1.5, 2, 10]))
def test_looks_are_spaced_by_the_ratio_and_end_at_the_last_game(first, most, ratio):
    points = looks(first, most, ratio)
    assert points[-1] == most
    assert all(before < after for before, after in pairwise(points))
    assert all(
        -1e-3 < after - before * ratio < 1 + 1e-3
        for before, after in pairwise(points[:-1])
    )
    assert first >= most or points[0] == first


def of_mean(statistic, hist):
    return Estimate("classic", "", statistic, mean(hist), hist.n)


HALF = share(5000, 10_000)
"""Wilson at one half: the half width is z / 2 / sqrt(n + z^2), .00980 for 10,000 games, 1.96 % of the value."""


@pytest.mark.parametrize(
    ("estimate", "wanted", "met"),
    [
        (HALF, (0.01,), True),
        (HALF, (0.0097,), False),
        (HALF, (0.02, True), True),
        (HALF, (0.019, True), False),
        # With fewer than ten events the width of ten is judged. Ten of 10^6: 1.96
        # sqrt(10) / 10^6 = 6.2e-6, although none has a half width of 3.0e-6.
        (share(0, 10**6), (6.3e-6,), True),
        (share(0, 10**6), (6.1e-6,), False),
        (share(1, 10**6), (6.3e-6,), True),
        (share(1, 10**6), (6.1e-6,), False),
        (share(10**6 - 1, 10**6), (0.001, True), True),
        (share(1, 3 * 10**6), (0.1, True), False),
        # Games all alike are known when others are one in a million.
        (of_mean("wars mean", Histogram([0], [10**6])), (0.1,), False),
        (of_mean("wars mean", Histogram([0], [3 * 10**6])), (0.1,), True),
        # A rare count is known by its own interval.
        (of_mean("wars mean", Histogram([0, 1], [10**7 - 4, 4])), (1e-5,), True),
        (of_mean("wars mean", Histogram([0, 1], [10**7 - 4, 4])), (0.1, True), False),
        # One game has no interval.
        (of_mean("rounds mean", Histogram([7], [1])), (100,), False),
    ],
)
def test_a_target_is_met_by_an_interval_that_is_narrow_enough(estimate, wanted, met):
    verdict = judge([estimate], [Target(estimate.statistic, *wanted)])
    assert (verdict.met, verdict.limiting) == (met, estimate)
    if estimate.games == 1:
        assert verdict.games_needed is None


def test_the_games_needed_grow_with_the_square_of_the_precision():
    # Ten times as precise takes a hundred times the games: half width .0098, so 96.03
    # times 10,000 for .001.
    verdict = judge([share(5000, 10_000)], [Target("player 0 wins", 0.001)])
    assert verdict.games_needed == pytest.approx(960_000, rel=0.001)
    assert (
        verdict.reason
        == "player 0 wins (classic) within 0.001: its half width is 0.0098"
    )


def test_the_prediction_comes_true():
    target = Target("player 0 wins", 0.001)
    predicted = judge([share(5000, 10_000)], [target]).games_needed
    # Wilson's intervals shrink a little slower than the square root at first: a
    # thousandth more games do.
    enough = round(predicted * 1.001)
    assert judge([share(enough // 2, enough)], [target]).met
    assert not judge(
        [share(predicted * 99 // 200, predicted * 99 // 100)], [target]
    ).met


def test_every_variant_must_meet_it_and_the_worst_is_named():
    good = share(5000, 10_000, "good")
    bad = share(50, 100, "bad")
    verdict = judge([good, bad], [Target("player 0 wins", 0.01)])
    assert (verdict.met, verdict.limiting) == (False, bad)


def test_the_reason_says_from_how_few_games_a_width_is():
    # 5 of 10^6 have a half width of 6.7e-6.
    verdict = judge([share(5, 10**6)], [Target("player 0 wins", 5e-6)])
    assert (
        verdict.reason
        == "player 0 wins (classic) within 5e-06: its half width is 6.67e-06, from only 5 games"
    )


@pytest.mark.parametrize("games", [100, 10**6, 4 * 10**6, 10**12])
def test_what_was_never_seen_never_meets_a_relative_precision(games):
    never = of_mean("wars mean", Histogram([0], [games]))
    for estimate in (share(0, games), never):
        target = Target(estimate.statistic, 0.1, relative=True)
        verdict = judge([estimate], [target])
        assert (verdict.met, verdict.games_needed) == (False, None)
        # The bound of none in n games is 1 - 0.05 ** (1 / n).
        bound = f"{-math.expm1(math.log(0.05) / games):.2g}"
        assert f"none was seen in {games:,} games: at most {bound}" in verdict.reason


def test_the_reason_for_what_was_never_seen_has_its_bound():
    verdict = judge(
        [share(0, 4 * 10**6)], [Target("player 0 wins", 0.01, relative=True)]
    )
    assert verdict.reason == (
        "player 0 wins (classic) within 1 % of its value: none was seen in 4,000,000 games: at most 7.5e-07"
    )


def test_the_bound_of_games_not_seen_is_none_of_a_standard_deviation():
    alike = sd(Histogram([7], [10**4]))
    spread = Estimate("classic", "", "wars sd", alike, 10**4, measure=Measure.SD)
    verdict = judge([spread], [Target("wars sd", 0.01, relative=True)])
    assert (verdict.met, verdict.games_needed) == (False, None)
    # 1 - 0.05 ** (1 / 10,000)
    lack = "all games are alike, and others may be 0.0003 of all"
    assert verdict.reason == f"wars sd (classic) within 1 % of its value: {lack}"


def test_a_mean_whose_own_error_is_uncertain_is_not_known_yet():
    hist = Histogram([1, 2, 300], [480, 480, 40])
    verdict = judge([of_mean("rounds mean", hist)], [Target("rounds mean", 100.0)])
    assert not verdict.met
    assert "the variance is itself known only to" in verdict.reason
    assert verdict.games_needed == 2000


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
