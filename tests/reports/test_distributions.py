"""Tails: what is drawn is what was counted, and nothing is left out."""

import numpy as np

from reports.distributions import tail
from sim.stats import Histogram, Lengths


def all_over(lengths):
    """Return games of these lengths, all of which came to an end."""
    return Lengths(Histogram.of(lengths))  # lists of numbers and arrays


def test_the_tail_falls_from_all_games_to_none_and_gives_the_share_beyond_each_point():
    rng = np.random.default_rng(1)
    lengths = rng.geometric(0.004, size=20_000)
    found = tail("all", all_over(lengths), 0.95, lengths.max())
    assert found.points[0].value == 1
    assert found.points[-1].value == 0
    for point in found.points:
        assert point.value == np.mean(lengths > point.at)
        assert point.low <= point.value <= point.high


def test_a_single_game_can_be_drawn():
    shares = {
        point.at: point.value for point in tail("", all_over([5]), 0.95, 5).points
    }
    assert (shares[4], shares[5]) == (1, 0)
