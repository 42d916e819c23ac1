"""Means of what seldom happens: exact Poisson ends, the published formula, and coverage where Student's t fails."""

import numpy as np
import pytest
import scipy.stats

from sim.stats import Histogram, mean, mean_difference, ratio_of_means


def mostly_zero(games, others):
    """The histogram of games of which a few have other values than zero."""
    return Histogram([0], [games - len(others)]) + Histogram.of(np.asarray(others, int))


@pytest.mark.parametrize("happened", [1, 3, 9, 40])
@pytest.mark.parametrize("level", [0.95, 0.9999])
def test_a_count_of_rare_events_has_the_exact_poisson_interval(happened, level):
    # Garwood (1936), by chi-squared; the count per game happens at most once in a game.
    found = mean(mostly_zero(10**6, [1] * happened), level)
    miss = (1 - level) / 2
    assert found.low * 10**6 == pytest.approx(
        scipy.stats.chi2.ppf(miss, 2 * happened) / 2, rel=1e-9
    )
    assert found.high * 10**6 == pytest.approx(
        scipy.stats.chi2.isf(miss, 2 * happened + 2) / 2, rel=1e-9
    )
    assert found.method == "gamma"


def test_weights_enter_as_fay_and_feuer_say():
    # G^-1(p; y^2/v, v/y) and G^-1(1 - p; (y + w)^2 / (v + w^2), (v + w^2) / (y + w)).
    # Here y = 3 + 2 * 5, v = 9 + 2 * 25 and w = 5.
    found = mean(mostly_zero(1000, [3, 5, 5]))
    low = scipy.stats.gamma.ppf(0.025, 13**2 / 59, scale=59 / 13)
    y = 13 + 5
    v = 59 + 5**2
    high = scipy.stats.gamma.ppf(0.975, y**2 / v, scale=v / y)
    assert (found.low * 1000, found.high * 1000) == pytest.approx((low, high), rel=1e-9)


def test_a_difference_to_either_side_adds_the_squares_of_the_distances():
    # Seven games a round longer and two a round shorter; Zou and Donner (2008).
    found = mean_difference(mostly_zero(5000, [1] * 7 + [-1] * 2)).interval
    (up_low, up_high), (down_low, down_high) = (
        (
            scipy.stats.chi2.ppf(0.025, 2 * k) / 2,
            scipy.stats.chi2.isf(0.025, 2 * k + 2) / 2,
        )
        for k in (7, 2)
    )
    assert found.low * 5000 == pytest.approx(
        5 - np.hypot(7 - up_low, down_high - 2), rel=1e-9
    )
    assert found.high * 5000 == pytest.approx(
        5 + np.hypot(up_high - 7, 2 - down_low), rel=1e-9
    )


@pytest.mark.parametrize(
    "others", [[1] * 8, [4, 9, 9, 2, -1], [3] * 12 + [-2] * 3, [1, -1]]
)
def test_the_p_value_is_the_miss_at_which_the_interval_reaches_zero(others):
    hist = mostly_zero(2000, others)
    p_value = mean_difference(hist).p_value
    assert p_value is not None
    if p_value < 1:
        below, above = (
            mean_difference(hist, 1 - p_value * factor).interval
            for factor in (0.99, 1.01)
        )
        assert below.low <= 0 <= below.high
        assert not above.low <= 0 <= above.high
    else:
        assert sum(others) == 0


def test_few_games_that_differ_leave_a_warning_and_many_do_not():
    assert mean_difference(mostly_zero(1000, [5] * 24)).interval.warning.startswith(
        "the variance is itself known"
    )
    assert mean_difference(mostly_zero(1000, [5] * 25)).interval.warning == ""
    assert mean_difference(mostly_zero(10_000, [5] * 101)).interval.method == "paired t"


@pytest.mark.parametrize(("far", "doubtful"), [(9, True), (12, False)])
def test_few_games_that_differ_far_more_than_the_others_leave_a_warning(far, doubtful):
    # Beside the many ones, the far games alone make the sum lopsided, like as many
    # games at one distance.
    found = mean(mostly_zero(10**6, [1] * 900 + [200] * far))
    assert found.method == "gamma"
    assert found.warning.startswith("the variance is itself known") is doubtful


def test_a_rare_count_is_never_less_than_none():
    assert mean(mostly_zero(1000, [1])).low > 0
    # A loss of one unit may follow where only gains were seen.
    assert mean(mostly_zero(1000, [1]) + mostly_zero(1000, [-1] * 2)).low < 0


def test_the_ratio_of_rare_differences_agrees_with_the_difference():
    lengths = np.random.default_rng(1).geometric(0.01, 5000)
    changed = lengths + np.where(np.arange(5000) % 400 == 0, 37, 0)
    apart = mean_difference(Histogram.of(changed - lengths)).interval
    found = ratio_of_means(
        Histogram.of(changed), Histogram.of(lengths), Histogram.of(changed - lengths)
    )
    assert found.value == pytest.approx(changed.mean() / lengths.mean(), rel=1e-12)
    assert found.low - 1 == pytest.approx(apart.low / lengths.mean(), rel=1e-9)
    assert found.method == "gamma"
