"""Spread of a sample, and correlations within games."""

import math
from collections import Counter

import numpy as np
import pytest
import scipy.stats

from sim.stats.regression import correlation
from sim.stats.spread import skewed_mean


def test_without_skewness_it_is_students_interval():
    numbers = np.array([1.0, 2.0, 4.0, 6.0, 7.0])
    ends = scipy.stats.t(
        4, loc=numbers.mean(), scale=scipy.stats.sem(numbers)
    ).interval(0.99)
    assert skewed_mean(numbers, 0.99) == pytest.approx(ends)
    assert skewed_mean(-numbers, 0.99) == pytest.approx(
        [-end for end in reversed(ends)]
    )


def test_the_transformation_of_the_ends_is_students_quantile():
    numbers = np.array([0.0, 0.5, 1.0, 1.5, 9.0])
    error = scipy.stats.sem(numbers)
    quantile = scipy.stats.t(4).ppf(0.975)
    skewness = scipy.stats.skew(numbers, bias=False)
    for end, wanted in zip(skewed_mean(numbers), (quantile, -quantile), strict=True):
        t = (numbers.mean() - end) / error
        root = math.sqrt(5)
        found = (
            t
            + skewness * t**2 / (3 * root)
            + skewness**2 * t**3 / (27 * 5)
            + skewness / (6 * root)
        )
        assert found == pytest.approx(wanted)


def pairs(x, y):
    return Counter(zip(x.tolist(), y.tolist(), strict=True))


def test_of_normal_amounts_it_is_scipys():
    rng = np.random.default_rng(1)
    x = rng.normal(0, 1000, 20_000)
    y = (0.6 * x + rng.normal(0, 800, 20_000)).round().astype(int)
    x = x.round().astype(int)
    found = correlation(pairs(x, y), 0.99)
    known = scipy.stats.pearsonr(x, y)
    assert found.value == pytest.approx(known.statistic, rel=1e-12)
    ends = known.confidence_interval(0.99)
    # SciPy assumes normality; here the fourth moments say the same, to a few percent of
    # the width.
    assert (found.low, found.high) == pytest.approx(
        (ends.low, ends.high), abs=0.05 * (ends.high - ends.low)
    )


def test_of_a_long_tail_its_spread_is_that_of_the_jackknife():
    rng = np.random.default_rng(2)
    x = rng.geometric(0.01, 1500)
    y = rng.binomial(x, 0.3) + rng.geometric(0.05, 1500)
    found = correlation(pairs(x, y))
    left_out = [
        math.atanh(np.corrcoef(np.delete(x, k), np.delete(y, k))[0, 1])
        for k in range(1500)
    ]
    spread = math.sqrt(1499 * np.var(left_out))
    reach = (math.atanh(found.high) - math.atanh(found.low)) / 2
    assert reach == pytest.approx(1.9615 * spread, rel=0.02)


@pytest.mark.parametrize(
    ("cells", "why"),
    [
        ({}, "no games"),
        ({(1, 1): 3, (1, 2): 4}, "all games alike"),
        ({(1, 2): 3, (2, 4): 4, (3, 6): 1}, "all games lie on one line"),
        ({(1, 2): 1, (2, 1): 1, (3, 6): 1}, "too few games"),
    ],
)
def test_without_a_spread_there_is_no_interval(cells, why):
    assert correlation(cells).refusal == why
