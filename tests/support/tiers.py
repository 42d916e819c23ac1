"""The sizes of samples: small ones in ``make test``, whole ones in ``make verify``, which gives pytest ``--whole``."""

import itertools

import pytest

_whole = False


def choose(whole):
    """Say, before any test is collected, whether samples have their whole sizes."""
    global _whole
    _whole = whole


def size(few, whole):
    """Return the size of a sample. What a test asserts must hold for both sizes."""
    return whole if _whole else few


def crossed(names, *lists):
    """Give a test every combination of some lists, or in ``make test`` each value at least once."""
    # Where not all are combined, the lists are gone through side by side, the shorter
    # ones again and again.
    most = max(map(len, lists))
    few = [
        tuple(values[turn % len(values)] for values in lists) for turn in range(most)
    ]
    return pytest.mark.parametrize(names, size(few, [*itertools.product(*lists)]))
