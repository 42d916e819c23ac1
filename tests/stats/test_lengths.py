"""Lengths of games, some of which do not end."""

import math

import numpy as np
import pytest

from sim.stats import (
    Histogram,
    Lengths,
    mean,
    proportion,
    quantile,
)

HUNDRED = np.arange(1, 101)


def test_without_unfinished_games_lengths_are_plain_statistics():
    hist = Histogram.of(HUNDRED)
    found = Lengths(hist)
    assert found.mean() == mean(hist)
    for share in (0.025, 0.5, 0.975, 0.999):
        assert found.quantile(share) == quantile(hist, share)


def test_games_that_go_on_for_ever_are_longer_than_any_other():
    # Thirty of a hundred repeat themselves, and were stopped before most of the others
    # ended.
    found = Lengths(Histogram.of(HUNDRED[:70]), endless=Histogram([5], [30]))
    as_if = quantile(Histogram.of([*HUNDRED[:70], *[10**6] * 30]), 0.5)
    median = found.quantile(0.5)
    assert (
        (median.value, median.low, median.high)
        == (as_if.value, as_if.low, as_if.high)
        == (50, 40, 61)
    )
    assert not median.at_least
    assert found.quantile(0.7).value == 70
    assert found.quantile(0.71).value == math.inf
    assert (
        found.quantile(0.975).method
        == "order statistics, never: too many games go on for ever"
    )


def test_a_quantile_that_depends_on_a_stopped_game_is_a_lower_bound():
    # All are stopped after 60, ten of a hundred before their end.
    found = Lengths(
        Histogram.of([*HUNDRED[:60], *[60] * 30]), stopped=Histogram([60], [10])
    )
    assert not found.quantile(0.4).at_least
    assert found.quantile(0.4).value == 40
    assert found.quantile(0.975).at_least
    assert found.quantile(0.975).value == 60
    # A game stopped after 45 could have any of the later ranks.
    early = Lengths(Histogram.of(HUNDRED[:90]), stopped=Histogram([45], [10]))
    assert early.quantile(0.3).at_least is False
    assert early.quantile(0.6).at_least


@pytest.mark.parametrize("kind", ["stopped", "endless"])
def test_a_mean_with_unfinished_games_is_a_lower_bound(kind):
    found = Lengths(Histogram.of(HUNDRED), **{kind: Histogram([60], [10])}).mean()
    assert found.at_least
    assert found.value == np.mean([*HUNDRED, *[60] * 10])


def test_the_survival_curve_ends_level_at_the_unfinished_share():
    found = Lengths(
        Histogram.of(HUNDRED[:70]),
        stopped=Histogram([80], [10]),
        endless=Histogram([5], [20]),
    )
    assert [one.value for one in found.survival([0, 10, 70, 10**6])] == [
        1.0,
        0.9,
        0.3,
        0.3,
    ]
    assert found.survival([70])[0] == proportion(30, 100)


def test_games_not_counted_separately_are_all_lower_bounds():
    found = Lengths(Histogram(), stopped=Histogram.of(HUNDRED), apart=False)
    assert all(found.quantile(share).at_least for share in (0.01, 0.5, 0.9))
    assert found.survival([50])[0].value == 0.5


def test_games_can_be_removed_from_a_histogram_that_contains_them():
    assert Histogram([1, 3], [5, 3]).without(Histogram([3], [2])) == Histogram(
        [1, 3], [5, 1]
    )


def test_survival_is_the_share_of_games_that_last_longer():
    lengths = Lengths(Histogram([10, 20, 30], [50, 30, 20]))
    curve = lengths.survival([9, 10, 20, 29.5, 30])
    assert [share.value for share in curve] == [1.0, 0.5, 0.2, 0.2, 0.0]
    assert curve[1] == proportion(50, 100)
    assert curve[-1].high == pytest.approx(1 - 0.05 ** (1 / 100), rel=1e-12)


def test_the_rest_of_games_that_have_lasted_so_long():
    found = Lengths(
        Histogram([100, 300, 301, 500], [5, 4, 3, 2]),
        stopped=Histogram([250, 400], [1, 1]),
        endless=Histogram([200, 400], [7, 1]),
    ).after(300)
    assert (found.ended, found.stopped) == (
        Histogram([1, 200], [3, 2]),
        Histogram([100], [1]),
    )
    # A game that goes on for ever is not over after 300 rounds, even if that was known
    # after 200.
    assert (found.endless, found.n) == (Histogram([0, 100], [7, 1]), 14)
    assert found.quantile(0.5).value == math.inf


def test_hazards_leave_out_what_was_stopped_and_hold_together():
    lengths = Lengths(
        Histogram([10, 60, 150], [200, 300, 100]),
        stopped=Histogram([70], [50]),
        endless=Histogram([20], [10]),
    )
    early, middle, late = lengths.hazards([0, 50, 100, 200], 0.94)
    # Of 660 games 200 end by 50; of the 460 others 50 are stopped by 100, and 300 of
    # 410 end; then 100 of 110.
    for found, (ended, games) in zip(
        (early, middle, late), ((200, 660), (300, 410), (100, 110)), strict=True
    ):
        alone = proportion(ended, games, 0.98)
        assert (found.value, found.low, found.high) == (
            ended / games,
            alone.low,
            alone.high,
        )
        assert found.level == 0.94
