"""Marks of the pots and leads that are possible with a given set of prizes left, compiled.

Positions also differ by how many cards are in neither hand, since at most as many
prizes can have been tied for.
"""

from typing import NamedTuple

import numpy as np

from sim.games.gops.solution.kernel.layout import parts_of
from sim.games.gops.solution.kernel.solver import next_upcards, points_of
from sim.kernels.bits import lowest_bit
from sim.kernels.compiling import kernel
from sim.kernels.words import ONE


class Marks(NamedTuple):
    """The positions of a layer that are possible.

    Attributes
    ----------
    sets
        uint64: the sets of prizes, as bit masks.
    pots, leads
        uint64: the numbers of pots and leads; leads count from ``-(leads // 2)``.
    marks
        uint8, flat (missing cards, sets, pots, leads): whether such a position is
        possible.
    """

    sets: np.ndarray
    pots: np.uint64
    leads: np.uint64
    marks: np.ndarray


@kernel
def mark_reached(rules, set_of, above, layer):
    """Mark the positions that can follow those of the layer above."""
    area_above = np.uint64(len(above.sets)) * above.pots * above.leads
    sets = np.uint64(len(layer.sets))
    middle_above = np.int64(above.leads >> ONE)
    middle = np.int64(layer.leads >> ONE)
    for place in range(np.uint64(len(above.marks))):
        if not above.marks[place]:
            continue
        missing = place // area_above
        number, pot, seen = parts_of(place % area_above, above.pots, above.leads)
        prizes = above.sets[number]
        upcards = next_upcards(rules, prizes)
        while upcards:
            bit = lowest_bit(upcards)
            upcards &= upcards - ONE
            rest = prizes ^ (ONE << bit)
            stake = np.int64(bit) + 1 + np.int64(pot)
            left = points_of(rest)
            for outcome in range(-1, 2):
                carried = (
                    stake if outcome == 0 and rules.carry_over and rest else np.int64(0)
                )
                lead = np.int64(0)
                if rules.win:
                    lead = np.int64(seen) - middle_above + outcome * stake
                    if abs(lead) > left + carried:
                        continue
                after = missing + ONE if outcome == 0 else missing
                at = (after * sets + set_of[rest]) * layer.pots + np.uint64(carried)
                layer.marks[at * layer.leads + np.uint64(lead + middle)] = 1
    # What is possible with few missing cards is possible with more: a card may leave
    # both hands without a tie.
    area = sets * layer.pots * layer.leads
    for place in range(area, np.uint64(len(layer.marks))):
        layer.marks[place] |= layer.marks[place - area]
