"""One player's strategy from a solution of WarGops, compiled: his mixtures wherever he can come by playing it."""

from __future__ import annotations

import numpy as np

from sim.games.wargops.solution.kernel.solver import REACHED, after, look_at, solve_position, swapped
from sim.kernels.compiling import kernel

_ZERO, _ONE = np.uint64(0), np.uint64(1)


@kernel
def mixture_of(rules, position, values, work):
    """Fill ``work.first`` with the first player's mixture in a position, and return how many ranks he holds.

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
def follow(rules, start, whole, least, values, marks, positions, supports, thresholds, work):
    """Follow the first player through all positions that his own choices leave open, whatever the other does.

    Parameters
    ----------
    rules
        What is played.
    start
        uint64: the position at the beginning.
    whole
        float64: into how many equal parts chances are divided.
    least
        float64: smaller chances are what rounding has left.
    values
        float64: what every position is worth.
    marks
        uint8, zero: room to mark the positions.
    positions
        uint64: filled with the positions in which he chooses between two ranks or more, falling.
    supports
        uint16: which of the ranks held he lays at all, the lowest in bit 0.
    thresholds
        uint32: one after the other, for each rank that he lays but the highest, the parts up to it and it included.
    work
        What :func:`sim.games.wargops.solution.kernel.solver.workspace` makes.

    Returns
    -------
    tuple
        How many positions and how many thresholds there are.
    """
    found, written = _ZERO, _ZERO
    marks[start] = REACHED
    for step in range(start + _ONE):
        position = start - step
        if marks[position] != REACHED:
            continue
        first, second, to_first, to_second = look_at(rules, position, work)
        if first == _ZERO or second == _ZERO:
            continue
        support = _ONE
        if first > _ONE:
            mixture_of(rules, position, values, work)
            # It has been looked at from the other side in the meantime, perhaps.
            first, second, to_first, to_second = look_at(rules, position, work)
            support = _support_of(work.first, first, whole, least, thresholds, written)
            positions[found], supports[found] = position, support
            found += _ONE
        laid = _ZERO
        for i in range(first):
            if not (support >> i) & _ONE:
                continue
            laid += _ONE
            for j in range(second):
                marks[after(i, j, to_first, to_second, position, work)] = REACHED
        written += laid - _ONE
    return found, written


@kernel
def _support_of(mixture, places, whole, least, thresholds, begin):
    """Round a mixture, write its thresholds from a place on (room for one too many), and return its support."""
    total = 0.0
    for i in range(places):
        if mixture[i] >= least:
            total += mixture[i]
    support, reached, before = _ZERO, 0.0, 0.0
    for i in range(places):
        if mixture[i] >= least:
            reached += mixture[i] / total
        parts = min(np.rint(reached * whole), whole)
        if parts > before:
            support |= _ONE << np.uint64(i)
            thresholds[begin] = np.uint32(parts)
            begin += _ONE
        before = parts
    return support
