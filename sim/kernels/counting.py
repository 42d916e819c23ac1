"""Counting the values of columns, compiled: one pass over the small integers that kernels write.

Which columns are counted, and what the counts mean, is decided in :mod:`sim.tallies.counting`.
"""

from __future__ import annotations

from numba import njit

from sim.kernels.kept import keep


@keep
@njit(nogil=True)
def count_values(values, low, counts):
    """Add one to ``counts[v - low]`` for each value ``v``.

    Parameters
    ----------
    values
        Any integers, all from ``low`` to ``low + counts.shape[1] - 1``.
    low
        The value that the first count belongs to.
    counts
        int64 (lanes, span): the sum over the lanes is the count. Neighbouring values are counted in different
        lanes, so that equal ones do not wait for each other's addition.
    """
    lanes = counts.shape[0]
    whole = len(values) // lanes * lanes
    for start in range(0, whole, lanes):
        for lane in range(lanes):
            counts[lane, values[start + lane] - low] += 1
    for place in range(whole, len(values)):
        counts[0, values[place] - low] += 1


@keep
@njit(nogil=True)
def count_pairs(a, b, low_a, low_b, counts):
    """Add one to ``counts[a - low_a, b - low_b]`` for each game.

    Parameters
    ----------
    a, b
        Any integers, two columns of the same games.
    low_a, low_b
        The values that the first row and column of the counts belong to.
    counts
        int64 (span of a, span of b).
    """
    for game in range(len(a)):
        counts[a[game] - low_a, b[game] - low_b] += 1


@keep
@njit(nogil=True)
def count_differences(a, b, low, counts):
    """Add one to ``counts[a - b - low]`` for each game.

    Parameters
    ----------
    a, b
        Any integers, a column of the same deals under two variants.
    low
        The difference that the first count belongs to.
    counts
        int64 (span,).
    """
    for game in range(len(a)):
        counts[a[game] - b[game] - low] += 1
