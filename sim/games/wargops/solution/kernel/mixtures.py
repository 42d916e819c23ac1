"""One player's strategy from a solution of WarGops, compiled: the mixtures wherever it can lead."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sim.games.wargops.solution.kernel.solver import REACHED, after, look_at, solve_position, swapped
from sim.kernels.compiling import kernel
from sim.kernels.words import ONE, ZERO


class Rounding(NamedTuple):
    """How chances are rounded.

    Attributes
    ----------
    whole
        float64: into how many equal parts they are divided.
    least
        float64: smaller chances are what rounding has left.
    """

    whole: float
    least: float


class Mixtures(NamedTuple):
    """A strategy, as it is written down.

    Attributes
    ----------
    positions
        uint64: the positions with a choice between two ranks or more, falling.
    supports
        uint16: which of the ranks held are laid at all, the lowest in bit 0.
    thresholds
        uint32: one after the other, for each rank that is laid but the highest, the parts up to it and it included.
    """

    positions: np.ndarray
    supports: np.ndarray
    thresholds: np.ndarray


@kernel
def mixture_of(rules, position, values, work):
    """Fill ``work.first`` with the first player's mixture in a position, and return how many ranks that player holds.

    Of two positions that differ in who is who, the lower one says what both players do, as in the solution.
    """
    other = swapped(rules, position)
    if position <= other:
        _, _, first, _ = solve_position(rules, position, position == other, values, work)
        return first
    _, _, _, first = solve_position(rules, other, False, values, work)
    for i in range(first):
        work.first[i] = work.second[i]
    return first


@kernel
def follow(rules, start, rounding, values, marks, mixtures, work):
    """Follow the first player through all positions that the player's choices leave open, whatever the other does.

    Parameters
    ----------
    rules
        What is played.
    start
        uint64: the position at the beginning.
    rounding
        How chances are rounded.
    values
        float64: what every position is worth.
    marks
        uint8, zero: room to mark the positions.
    mixtures
        Filled.
    work
        What :func:`sim.games.wargops.solution.kernel.solver.workspace` makes.

    Returns
    -------
    tuple
        How many positions and how many thresholds there are.
    """
    found, written = ZERO, ZERO
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
            # It has been looked at from the other side in the meantime, perhaps.
            first, second, to_first, to_second = look_at(rules, position, work)
            support = _support_of(work.first, first, rounding, mixtures.thresholds, written)
            mixtures.positions[found], mixtures.supports[found] = position, support
            found += ONE
        laid = ZERO
        for i in range(first):
            if not (support >> i) & ONE:
                continue
            laid += ONE
            for j in range(second):
                marks[after(i, j, to_first, to_second, position, work)] = REACHED
        written += laid - ONE
    return found, written


@kernel
def _support_of(mixture, places, rounding, thresholds, begin):
    """Round a mixture, write its thresholds from a place on (room for one too many), and return its support."""
    whole, least = rounding
    total = 0.0
    for i in range(places):
        if mixture[i] >= least:
            total += mixture[i]
    support, reached, before = ZERO, 0.0, 0.0
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
