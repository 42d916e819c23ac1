"""Comparisons of separate samples, and chances where the seats are alike."""

import numpy as np
import pytest
import scipy.stats

from sim.errors import UserError
from sim.stats import (
    Histogram,
    difference_of_means,
    difference_of_shares,
)


def test_the_difference_of_means_agrees_with_scipys_welch_test():
    rng = np.random.default_rng(3)
    first = rng.geometric(0.01, 300)
    second = rng.geometric(0.02, 500)
    found = difference_of_means(Histogram.of(first), Histogram.of(second), 0.9)
    theirs = scipy.stats.ttest_ind(first, second, equal_var=False)
    ends = theirs.confidence_interval(0.9)
    assert found.p_value == pytest.approx(theirs.pvalue, rel=1e-9)
    assert (found.interval.low, found.interval.high) == pytest.approx(
        (ends.low, ends.high), rel=1e-9
    )
    assert found.interval.method == "Welch's t"


@pytest.mark.parametrize(
    ("counts", "ends"),
    [
        ((56, 70, 48, 80), (0.0524, 0.3339)),
        ((9, 10, 3, 10), (0.1705, 0.8090)),
        ((6, 7, 2, 7), (0.0582, 0.8062)),
        ((5, 56, 0, 29), (-0.0381, 0.1926)),
        ((0, 10, 0, 20), (-0.1611, 0.2775)),
        ((10, 10, 0, 20), (0.6791, 1.0)),
        ((10, 10, 0, 10), (0.6075, 1.0)),
    ],
)
def test_newcombes_examples(counts, ends):
    # Newcombe 1998, table II, method 10 (Wilson's intervals combined, without
    # continuity correction).
    found = difference_of_shares(*counts).interval
    assert (found.low, found.high) == pytest.approx(ends, abs=5.1e-5)


def test_the_test_of_two_shares_is_pearsons():
    table = [[560, 140], [480, 320]]
    expected = scipy.stats.chi2_contingency(table, correction=False).pvalue
    assert difference_of_shares(560, 700, 480, 800).p_value == pytest.approx(
        expected, rel=1e-9
    )


def test_games_that_are_all_alike_have_no_interval():
    found = difference_of_means(Histogram([4], [10]), Histogram([3], [20]))
    assert (found.interval.value, found.interval.low, found.p_value) == (1, None, None)
    one_sided = difference_of_means(Histogram([4], [10]), Histogram([3, 5], [10, 10]))
    assert one_sided.interval.low is not None
    assert difference_of_means(Histogram(), Histogram([3], [20])).interval.value is None
    assert difference_of_shares(0, 10, 0, 20).p_value is None
    assert difference_of_shares(0, 0, 0, 20).interval.value is None


def test_an_impossible_level_is_refused():
    with pytest.raises(UserError, match="level"):
        difference_of_means(Histogram([4], [10]), Histogram([3], [20]), 1.0)
