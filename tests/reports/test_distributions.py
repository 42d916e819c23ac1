"""Classes and tails: what is drawn is what was counted, and nothing is left out."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reports.distributions import MOST_CLASSES, SHOWN, binned, classes, tail
from sim.stats import Histogram, Lengths


def all_over(lengths: object) -> Lengths:
    """Return games of these lengths, all of which came to an end."""
    return Lengths(Histogram.of(lengths))  # type: ignore[arg-type]  # lists of numbers and arrays


observed = st.lists(st.integers(0, 3000), min_size=1, max_size=60)


@given(observed, observed)
@settings(max_examples=60)
def test_the_classes_hold_the_games_that_fall_in_them(
    one: list[int], other: list[int]
) -> None:
    found = binned({"one": all_over(one), "other": all_over(other)})
    for series, data in zip(found, (one, other), strict=True):
        for low, share in zip(series.lows, series.shares, strict=True):
            assert share * len(data) == pytest.approx(
                sum(low <= x < low + series.width for x in data)
            )
        assert series.beyond * len(data) == pytest.approx(
            sum(x >= series.end for x in data)
        )


@given(observed, observed)
@settings(max_examples=60)
def test_all_variants_are_put_in_the_same_classes_and_few_games_lie_beyond(
    one: list[int], other: list[int]
) -> None:
    first, second = binned({"one": all_over(one), "other": all_over(other)})
    assert (first.start, first.width, first.end) == (
        second.start,
        second.width,
        second.end,
    )
    assert len(first.shares) <= MOST_CLASSES
    assert max(first.beyond, second.beyond) <= 1 - SHOWN + 1e-12
    assert sum(first.shares) + first.beyond == pytest.approx(1)


def test_the_tail_falls_from_all_games_to_none_and_gives_the_share_beyond_each_point() -> (
    None
):
    rng = np.random.default_rng(1)
    lengths = rng.geometric(0.004, size=20_000)
    found = tail("all", all_over(lengths), 0.95)
    assert found.points[0].value == 1
    assert found.points[-1].value == 0
    for point in found.points:
        assert point.value == np.mean(lengths > point.at)
        assert point.low <= point.value <= point.high


def test_a_single_game_can_be_drawn() -> None:
    [series] = binned({"one": all_over([5])})
    assert (series.shares, series.beyond) == ((1.0,), 0.0)
    assert {point.at: point.value for point in tail("one", all_over([5]), 0.95).points}[
        4
    ] == 1


def test_a_class_below_zero_is_read_with_minus_signs() -> None:
    labels, _ = classes(binned({"one": all_over(range(-40, 40))}, 4)[0])
    assert labels == ("−50 to −1", "0–49")
