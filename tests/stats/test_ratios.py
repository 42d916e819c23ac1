"""Ratios of means, and differences of conditional shares."""

import math

import numpy as np
import pytest
import scipy.optimize
import scipy.stats

from sim.stats import Histogram, mean_difference, ratio_of_means


def ratio(first, second, level=0.95):
    return ratio_of_means(
        Histogram.of(first), Histogram.of(second), Histogram.of(first - second), level
    )


def paired(games, seed):
    """Lengths under two rules that share the luck of the deal; the second are about 5 % longer."""
    rng = np.random.default_rng(seed)
    base = rng.geometric(0.01, games)
    return base + rng.integers(0, 20, games) - rng.integers(0, 10, games).clip(
        max=base - 1
    ), base


@pytest.mark.parametrize("games", [40, 300, 2000])
@pytest.mark.parametrize("level", [0.8, 0.95, 0.999])
def test_at_both_ends_the_paired_t_test_has_the_p_value_of_the_level(games, level):
    first, second = paired(games, seed=3)
    found = ratio(first, second, level)
    assert found.value == pytest.approx(first.mean() / second.mean(), rel=1e-14)
    for end in (found.low, found.high):
        p_value = scipy.stats.ttest_rel(first, end * second).pvalue
        assert p_value == pytest.approx(1 - level, rel=1e-6)
    assert found.low < found.value < found.high


@pytest.mark.parametrize("seed", range(20))
def test_the_ratio_excludes_one_exactly_when_the_difference_excludes_zero(seed):
    rng = np.random.default_rng(seed)
    second = rng.geometric(0.02, 60)
    first = second + rng.integers(-30, 38, 60).clip(min=-second)
    apart = mean_difference(Histogram.of(first - second)).interval
    times = ratio(first, second)
    assert (apart.low > 0, apart.high < 0) == (times.low > 1, times.high < 1)


def test_games_that_go_nearly_alike_keep_their_digits():
    # A billion games of 1,000,000 or 1,000,002 rounds, one in a thousand of them a
    # round longer under the first rules. The ratio is 1 + 0.001 / 1,000,001, with a
    # standard error of about sqrt(0.001 * 0.999 / n) / 1,000,001.
    n = 10**9
    second = Histogram([10**6, 10**6 + 2], [n // 2, n // 2])
    first = Histogram(
        [10**6, 10**6 + 1, 10**6 + 2], [n // 2 - n // 1000, n // 1000, n // 2]
    )
    found = ratio_of_means(first, second, Histogram([0, 1], [n - n // 1000, n // 1000]))
    reach = 1.959964 * math.sqrt(0.001 * 0.999 / n) / 1_000_001
    assert found.high - found.value == pytest.approx(reach, rel=1e-3)
    assert found.value - found.low == pytest.approx(reach, rel=1e-3)


def test_without_a_meaning_there_is_no_ratio():
    assert ratio(np.array([1, -1, 3]), np.array([1, 2, 3])) is None
    assert ratio(np.array([1, 2]), np.array([0, 0])) is None
    assert (
        ratio_of_means(Histogram([1], [3]), Histogram([1], [2]), Histogram([0], [2]))
        is None
    )
    assert (
        ratio_of_means(Histogram(), Histogram(), Histogram()).method == "none: no games"
    )


def test_without_ends_the_reason_is_given():
    alike = ratio(np.array([3, 4, 6]), np.array([2, 3, 5]))
    assert (alike.value, alike.low, alike.method) == (
        1.3,
        None,
        "none: all games alike",
    )
    # Two in three games of length zero: the mean of 3 has a standard error of 3.
    vanishing = ratio(np.array([1, 2, 9]), np.array([0, 0, 9]))
    assert (vanishing.low, vanishing.method) == (None, "none: the divisor may be zero")


def test_a_ratio_that_rests_on_few_games_has_the_warning_of_the_difference():
    second = np.arange(1, 101)
    found = ratio(second + (second == 7), second)
    assert found.events == 1
    assert (
        found.warning
        == mean_difference(Histogram.of((second == 7) * 1)).interval.warning
        != ""
    )
