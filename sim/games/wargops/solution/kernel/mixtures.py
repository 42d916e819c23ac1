"""One player's strategy from a solution of WarGops, compiled.

It has the mixtures in all positions that the strategy can lead to.
"""

from typing import NamedTuple

import numpy as np

from sim.games.wargops.solution.kernel.layout import REACHED
from sim.games.wargops.solution.kernel.solver import (
    after,
    look_at,
    solve_position,
    swapped,
)
from sim.kernels.compiling import kernel, part
from sim.kernels.words import ONE, ZERO


class Rounding(NamedTuple):
    """How probabilities are rounded.

    Attributes
    ----------
    whole
        The number of equal parts that make up a probability of 1.
    least
        The least probability that is not taken for a rounding error.
    """

    whole: float
    least: float


class Mixtures(NamedTuple):
    """A strategy, as it is stored.

    Attributes
    ----------
    positions
        uint64, descending: the positions with a choice between two ranks or more.
    supports
        uint16: the ranks held that are ever laid, the lowest in bit 0.
    thresholds
        uint32: one mixture after the other, and in it for each rank ever laid but the
        highest the parts of it and of those below.
    """

    positions: np.ndarray
    supports: np.ndarray
    thresholds: np.ndarray


@kernel
def mixture_of(rules, position, values, work):
    """Fill ``work.first`` with the first player's mixture in a position.

    Return how many ranks that player holds.

    Of two positions that differ only in which player is first, the lower one decides
    for both, as in the solution.
    """
    other = swapped(rules, position)
    if position <= other:
        _, _, first, _ = solve_position(
            rules, position, position == other, values, work
        )
        return first
    _, _, _, first = solve_position(rules, other, False, values, work)
    for i in range(first):
        work.first[i] = work.second[i]
    return first


@kernel
def follow(rules, start, rounding, values, marks, mixtures, work):
    """Visit all positions that the first player's strategy can lead to.

    The opponent may do anything.
    """
    count = ZERO
    written = ZERO
    marks[start] = REACHED
    for step in range(start + ONE):
        position = start - step
        if marks[position] != REACHED:
            continue
        first, second, to_first, to_second = look_at(rules, position, work)
        if first == ZERO or second == ZERO:
            continue
        support = ONE
        if first > ONE:
            mixture_of(rules, position, values, work)
            # The mixture may have been computed from the mirror image, which overwrites
            # what was recorded here.
            first, second, to_first, to_second = look_at(rules, position, work)
            support = _support_of(
                work.first, first, rounding, mixtures.thresholds, written
            )
            mixtures.positions[count] = position
            mixtures.supports[count] = support
            count += ONE
        laid = ZERO
        for i in range(first):
            if not (support >> i) & ONE:
                continue
            laid += ONE
            for j in range(second):
                marks[after(i, j, to_first, to_second, position, work)] = REACHED
        written += laid - ONE
    return count, written


@part
def _support_of(mixture, places, rounding, thresholds, begin):
    """Round a mixture, write its thresholds, and return its support.

    They are written from a place on, with a last one that is not kept.
    """
    whole, least = rounding
    total = 0.0
    for i in range(places):
        if mixture[i] >= least:
            total += mixture[i]
    support = ZERO
    reached = 0.0
    before = 0.0
    for i in range(places):
        if mixture[i] >= least:
            reached += mixture[i] / total
        parts = min(np.rint(reached * whole), whole)
        if parts > before:
            support |= ONE << np.uint64(i)
            thresholds[begin] = np.uint32(parts)
            begin += ONE
        before = parts
    return support
