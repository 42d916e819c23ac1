"""Which pots and leads can lie there when so many prizes are left, compiled.

Positions are told apart by how many cards are in neither hand, since as many prizes at most can have been tied for.
What is marked is closed: whatever is bid in a marked position leads to a marked one, or to one that is decided.
"""

from __future__ import annotations

import numpy as np

from sim.games.gops.solution.kernel.solver import next_upcards, points_of
from sim.kernels.compiling import kernel

_ZERO, _ONE = np.uint64(0), np.uint64(1)


@kernel
def mark_reached(rules, above_sets, above, above_pots, above_leads, set_of, sets, reached, pots, leads):
    """Mark what can follow the positions of the layer above.

    Parameters
    ----------
    rules
        :class:`sim.games.gops.solution.kernel.layout.Rules`.
    above_sets, sets
        uint64: the sets of prizes of the layer above and of this one.
    above, reached
        uint8, flat (missing cards, sets, pots, leads): whether such a position can be; those of this layer are
        filled, and there is room for one more missing card in it.
    above_pots, above_leads, pots, leads
        uint64: how many there are in each of the two; leads count from ``-(leads // 2)``.
    set_of
        uint64 (2**cards,): the number of each set of prizes.
    """
    above_count, count = np.uint64(len(above_sets)), np.uint64(len(sets))
    above_area, area = above_count * above_pots * above_leads, count * pots * leads
    classes = np.uint64(len(above)) // above_area
    above_middle, middle = np.int64(above_leads >> _ONE), np.int64(leads >> _ONE)
    for missing in range(classes):
        for number in range(above_count):
            prizes = above_sets[number]
            upcards = next_upcards(rules, prizes)
            for pot in range(above_pots):
                for seen in range(above_leads):
                    at = ((missing * above_count + number) * above_pots + pot) * above_leads + seen
                    if not above[at]:
                        continue
                    for bit in range(rules.cards):
                        if not (upcards >> bit) & _ONE:
                            continue
                        rest = prizes ^ (_ONE << bit)
                        stake = np.int64(bit) + 1 + np.int64(pot)
                        left = points_of(rest)
                        for outcome in range(-1, 2):
                            carried = stake if outcome == 0 and rules.carry_over and rest else np.int64(0)
                            lead = np.int64(0)
                            if rules.win:
                                lead = np.int64(seen) - above_middle + outcome * stake
                                if abs(lead) > left + carried:
                                    continue
                            after = missing + _ONE if outcome == 0 else missing
                            place = (after * count + set_of[rest]) * pots + np.uint64(carried)
                            reached[place * leads + np.uint64(lead + middle)] = 1
    # What can be with few missing cards can be with more: a card may leave both hands without a tie.
    for place in range(area, np.uint64(len(reached))):
        reached[place] |= reached[place - area]
