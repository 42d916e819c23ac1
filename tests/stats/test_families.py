"""Simultaneous intervals that exclude zero exactly where Holm rejects, and hold together as often as they say."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import ndtr, ndtri

from sim.stats import Interval, holm
from sim.stats.families import agreeing, level_of_sizes, level_together
from tests.support import tiers


def normal(value, level):
    """Return the interval of an estimate with the standard error 1."""
    reach = float(ndtri((1 + level) / 2))
    return Interval(value, value - reach, value + reach, level, "z")


def family(values, level):
    p_values = [2 * float(ndtr(-abs(value))) for value in values]
    strict = level_of_sizes(level, len(values))
    adjusted = holm(p_values)
    return adjusted, [
        agreeing(normal(value, strict), p, level, len(values))
        for value, p in zip(values, adjusted, strict=True)
    ]


@given(st.lists(st.floats(-6, 6).filter(bool), min_size=1, max_size=12), st.sampled_from([0.9, 0.95, 0.999]))
def test_an_interval_excludes_zero_exactly_where_holm_rejects(values, level):
    adjusted, found = family(values, level)
    for value, p, one in zip(values, adjusted, found, strict=True):
        assert (one.low > 0 or one.high < 0) == (p <= 1 - level)
        assert one.low <= value <= one.high
        assert one.level == pytest.approx(level_together(level, len(values)))


@pytest.mark.parametrize(
    "truths", [[0.0] * 6, [0.0, 8, 8, 8, 8, 8, 8, 8, 8, 8], [3.0] * 10, [0.0, 0.0, 2.0, 3.0, 4.0]]
)
@pytest.mark.parametrize("shared", [0.0, 0.6])
def test_all_intervals_hold_together(truths, shared):
    # Three standard errors of 94 % are 1.1 % of 4,000 runs, and 2 % of 1,200.
    runs = tiers.size(1200, 4000)
    rng = np.random.default_rng(5)
    truths = np.array(truths)
    own, common = rng.normal(size=(runs, len(truths))), rng.normal(size=(runs, 1))
    values = truths + np.sqrt(1 - shared) * own + np.sqrt(shared) * common
    held = []
    for run in values:
        _, found = family(run.tolist(), 0.95)
        held.append(all(one.low <= true <= one.high for one, true in zip(found, truths, strict=True)))
    assert np.mean(held) >= 0.94 - 3 * np.sqrt(0.94 * 0.06 / runs)


def test_a_single_comparison_keeps_its_interval():
    assert level_of_sizes(0.95, 1) == level_together(0.95, 1) == 0.95
    one = normal(2.5, 0.95)
    assert agreeing(one, 0.0124, 0.95, 1) == one


def test_an_interval_of_another_kind_than_its_test_is_made_to_agree():
    wide, narrow = Interval(1.0, -1.0, 3.0, 0.99, "x"), Interval(1.0, 0.5, 3.0, 0.99, "x")
    cut = agreeing(wide, 0.01, 0.95, 5)
    assert cut.low > 0
    assert cut.low == pytest.approx(0, abs=1e-200)
    assert agreeing(wide.scaled(-1), 0.01, 0.95, 5).high < 0
    assert agreeing(narrow, 0.2, 0.95, 5).low == 0
    assert agreeing(Interval(2.0, None, None, 0.99), 0.2, 0.95, 5).low is None
