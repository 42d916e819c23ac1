"""Mixtures as the kept tables store them, spread out for comparison with the solver's."""

from itertools import pairwise

import numpy as np
import pytest

from sim.policies.chance import place_of
from sim.policies.thresholds import UNIT_BITS

WHOLE = 1 << 32
"""The threshold of the last choice of a mixture."""


def mixture(thresholds, first, support, choices):
    """A stored mixture as a threshold for each choice, including those with probability zero."""
    mixed = []
    reached = 0
    for choice in range(choices):
        if support >> choice & 1:
            support ^= 1 << choice
            reached = int(thresholds[first]) if support else WHOLE
            first += 1
        mixed.append(reached)
    return tuple(mixed)


def assert_kept(found, chances):
    """The thresholds of a kept mixture are the solver's chances up to each choice."""
    assert (len(found), found[-1]) == (len(chances), WHOLE)
    assert all(0 <= low <= high <= WHOLE for low, high in pairwise(found))
    reached = pytest.approx(np.cumsum(chances), abs=2.0**-UNIT_BITS)
    assert np.array(found) / WHOLE == reached


def assert_drawn(table, place, found):
    """A word draws the first choice whose threshold is above it, also just below and at every threshold."""
    support, first = place
    rng = np.random.default_rng(first)
    words = [0, WHOLE - 1, *map(int, rng.integers(WHOLE, size=4))]
    words += [low - 1 for low in found if low]
    words += [low for low in found if low < WHOLE]
    for word in words:
        drawn = next(choice for choice, above in enumerate(found) if above > word)
        assert place_of(table, first, support, word) == drawn


def assert_made(path, made):
    """A kept table is what the solver gives, bit by bit."""
    with np.load(path) as kept:
        assert sorted(kept) == sorted(made)
        for name, numbers in made.items():
            assert numbers.dtype == kept[name].dtype
            np.testing.assert_array_equal(kept[name], numbers)
