"""The interval of the mean of few lopsided numbers."""

from __future__ import annotations

import math

import numpy as np
import pytest
import scipy.stats

from sim.stats.spread import skewed_mean


def test_without_skewness_it_is_students_interval() -> None:
    numbers = np.array([1.0, 2.0, 4.0, 6.0, 7.0])
    ends = scipy.stats.t(4, loc=numbers.mean(), scale=scipy.stats.sem(numbers)).interval(0.99)
    assert skewed_mean(numbers, 0.99) == pytest.approx(ends)
    assert skewed_mean(-numbers, 0.99) == pytest.approx([-end for end in reversed(ends)])


def test_the_transformation_of_the_ends_is_students_quantile() -> None:
    numbers = np.array([0.0, 0.5, 1.0, 1.5, 9.0])
    error, quantile = scipy.stats.sem(numbers), scipy.stats.t(4).ppf(0.975)
    skewness = scipy.stats.skew(numbers, bias=False)
    for end, wanted in zip(skewed_mean(numbers), (quantile, -quantile), strict=True):
        t = (numbers.mean() - end) / error
        root = math.sqrt(5)
        found = t + skewness * t**2 / (3 * root) + skewness**2 * t**3 / (27 * 5) + skewness / (6 * root)
        assert found == pytest.approx(wanted)


@pytest.mark.parametrize(("sigma", "students"), [(0.5, 0.935), (0.8, 0.914)])
def test_lopsided_repetitions_are_covered(sigma: float, students: float) -> None:
    """2,000 samples of 40 lognormal numbers: at least 93 %, three standard errors aside; Student's covers less."""
    samples = np.random.default_rng(1).lognormal(-(sigma**2) / 2, sigma, (2000, 40))
    covered = np.mean([low <= 1 <= high for low, high in map(skewed_mean, samples)])
    reach = scipy.stats.t(39).ppf(0.975) * scipy.stats.sem(samples, axis=1)
    plain = np.mean(abs(samples.mean(axis=1) - 1) <= reach)
    assert covered >= 0.93 - 3 * math.sqrt(0.93 * 0.07 / 2000)
    assert abs(plain - students) < 4 * math.sqrt(students * (1 - students) / 2000)
    assert covered > plain
