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


@given(observed)
@settings(max_examples=60)
def test_the_classes_hold_the_games_that_fall_in_them_and_few_lie_beyond(
    data: list[int],
) -> None:
    found = binned(all_over(data))
    for low, share in zip(found.lows, found.shares, strict=True):
        assert share * len(data) == pytest.approx(
            sum(low <= x < low + found.width for x in data)
        )
    assert found.beyond * len(data) == pytest.approx(sum(x >= found.end for x in data))
    assert len(found.shares) <= MOST_CLASSES
    assert found.beyond <= 1 - SHOWN + 1e-12
    assert sum(found.shares) + found.beyond == pytest.approx(1)


def test_the_tail_falls_from_all_games_to_none_and_gives_the_share_beyond_each_point() -> (
    None
):
    rng = np.random.default_rng(1)
    lengths = rng.geometric(0.004, size=20_000)
    found = tail("all", all_over(lengths), 0.95, lengths.max())
    assert found.points[0].value == 1
    assert found.points[-1].value == 0
    for point in found.points:
        assert point.value == np.mean(lengths > point.at)
        assert point.low <= point.value <= point.high


def test_a_single_game_can_be_drawn() -> None:
    found = binned(all_over([5]))
    assert (found.shares, found.beyond) == ((1.0,), 0.0)
    shares = {
        point.at: point.value for point in tail("", all_over([5]), 0.95, 5).points
    }
    assert (shares[4], shares[5]) == (1, 0)


def test_a_class_below_zero_is_read_with_minus_signs() -> None:
    labels, _ = classes(binned(all_over(range(-40, 40)), 4))
    assert labels == ("−50 to −1", "0–49")
