"""A histogram counts exactly: nothing is rounded, lost or counted twice, at any size."""

import statistics
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.stats import Histogram

games = st.lists(st.integers(-(2**40), 2**40), max_size=30)
some_games = st.lists(st.integers(-50, 50), min_size=1, max_size=60)


@given(games, games, games)
def test_adding_histograms_is_counting_all_games_at_once_in_any_order(
    first, second, third
):
    a = Histogram.of(first)
    b = Histogram.of(second)
    c = Histogram.of(third)
    assert a + b + c == a + (b + c) == c + b + a == Histogram.of(first + second + third)
    assert hash(a + b) == hash(b + a)
    assert a + Histogram() == a


@given(games)
def test_sums_are_the_sums_over_the_games(played):
    hist = Histogram.of(played)
    assert (hist.n, hist.total) == (len(played), sum(played))
    assert hist.power_sum(2) == sum(value**2 for value in played)


@given(some_games)
def test_moments_agree_with_fractions_over_the_games_one_by_one(played):
    hist = Histogram.of(played)
    middle = Fraction(sum(played), len(played))
    for order in (2, 3, 4):
        assert hist.central_moment(order) == sum(
            (value - middle) ** order for value in played
        ) / len(played)
    if len(played) > 1:
        assert hist.variance == statistics.variance(
            [Fraction(value) for value in played]
        )


@given(some_games, st.integers(0, 1000))
def test_quantiles_are_the_smallest_values_that_enough_games_do_not_exceed(
    played, thousandths
):
    value = Histogram.of(played).quantile(thousandths / 1000)
    at_most = sum(one <= value for one in played)
    below = sum(one < value for one in played)
    assert 1000 * at_most >= thousandths * len(played)
    assert 1000 * below < thousandths * len(played) or value == min(played)
    assert value in played


@given(some_games, st.integers(-60, 60))
def test_counting_up_to_a_value(played, value):
    hist = Histogram.of(played)
    assert hist.count_at_most(value) == sum(one <= value for one in played)
    assert hist.at_least(value) == Histogram.of([one for one in played if one >= value])


def test_a_decimal_share_is_taken_as_it_is_written():
    # As doubles, 0.07 * 100 is over 7 and would select the eighth game.
    assert Histogram.of(np.arange(1, 101)).quantile(0.07) == 7
    assert Histogram.of(np.arange(1, 1001)).quantile(0.999) == 999


def test_a_billion_games_of_a_hundred_thousand_rounds_do_not_overflow():
    # Uniform on 1..n: mean (n + 1) / 2, variance (n^2 - 1) / 12, fourth moment (n^2 -
    # 1)(3 n^2 - 7) / 240.
    n = 10**5
    each = 10**4
    hist = Histogram(np.arange(1, n + 1), np.full(n, each))
    assert hist.n == 10**9
    assert hist.power_sum(2) == each * n * (n + 1) * (2 * n + 1) // 6
    assert hist.central_moment(2) == Fraction(n**2 - 1, 12)
    assert hist.central_moment(3) == 0
    assert hist.central_moment(4) == Fraction((n**2 - 1) * (3 * n**2 - 7), 240)


def test_values_are_sorted_and_merged_and_unseen_ones_dropped():
    assert Histogram([5, 1, 5, 9], [1, 2, 3, 0]) == Histogram([1, 5], [2, 4])


@pytest.mark.parametrize("dtype", [np.int8, np.int16, np.uint8, np.int32, np.int64])
def test_columns_of_small_types_are_counted_without_overflow(dtype):
    column = np.array([-100 if np.dtype(dtype).kind == "i" else 0, 100, 100], dtype)
    assert Histogram.of(column).total == int(column.astype(object).sum())


def test_invalid_values_and_counts_are_refused():
    with pytest.raises(TypeError):
        Histogram([0.5], [1])
    with pytest.raises(ValueError, match="negative"):
        Histogram([1], [-1])
    with pytest.raises(ValueError, match="dimension"):
        Histogram([1, 2], [1])


def test_an_empty_histogram_has_no_mean_and_no_quantile():
    empty = Histogram()
    assert (empty.n, empty.total, empty.smallest, empty.largest) == (0, 0, None, None)
    for ask in (
        lambda: empty.mean,
        lambda: empty.variance,
        lambda: empty.quantile(0.5),
    ):
        with pytest.raises(ValueError, match=r"empty|needs|not a valid rank"):
            ask()
