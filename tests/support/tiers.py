"""The sizes of samples: small ones in ``make test``, whole ones in ``make verify``, which gives pytest ``--whole``."""

import itertools
from typing import TypeVar

import pytest

T = TypeVar("T")

_whole = False


def choose(whole):
    """Say, before any test is collected, whether samples have their whole sizes."""
    global _whole
    _whole = whole


def size(few, whole):
    """Return the size of a sample. What a test asserts must hold for both sizes."""
    return whole if _whole else few


def part(games):
    """Return how many of some games are compared one by one: one in sixty, but ten if there are as many."""
    return size(max(min(games, 10), games // 60), games)


def sizes(names, few, whole):
    """Give a test a size, or several with what follows from them, as arguments that its name shows."""
    return pytest.mark.parametrize(names, [size(few, whole)])


def crossed(names, *lists, ids=None):
    """Give a test every combination of some lists, or in ``make test`` each value at least once."""
    # Where not all are combined, the lists are gone through side by side, the shorter
    # ones again and again.
    most = max(map(len, lists))
    few = [
        tuple(values[turn % len(values)] for values in lists) for turn in range(most)
    ]
    return pytest.mark.parametrize(
        names, size(few, list(itertools.product(*lists))), ids=ids
    )
