"""Where a game of the last two players, with nothing left to chance, repeats for the first time.

Behind the heads of both packets lie all cards played, side by side, and nothing of it is overwritten::

    player 0     ... 4 9 J 2 | 7 Q 3 8 ... | 7 Q 3 8 ...
    player 1     ... 6 8 5 T | K 2 A 4 ... | K 2 A 4 ...
                       differ  ^ alike       ^ head
                               the cycle begins

So the length of the cycle and its beginning are read from the rows, and the rounds up to there are counted again,
without moving a card.
"""

from __future__ import annotations

import numpy as np

from sim.games.packets.codes import OVER, REPEATED, RUNNING
from sim.games.war.kernel.codes import beats, cards_down
from sim.games.war.kernel.lanes_cycles import same_cards
from sim.games.war.kernel.many_table import COUNTS, LONGEST, PLAYS, ROUNDS, SINGLE, WARS
from sim.kernels.compiling import inlined, part
from sim.kernels.words import ONE, ZERO

UNKNOWN = 1 + max(RUNNING, REPEATED, OVER)
"""Stands for how a game went on if what would tell it is forgotten."""


@part
def alike(table, row, one, other, sizes):
    """Return whether both packets have the same cards at two places of their rows.

    Parameters
    ----------
    table, row
        Both rows, and where player 1's begins.
    one, other
        uint64: the places.
    sizes
        Two uint64: how many cards each player holds.
    """
    return same_cards(table, one, other, sizes[0]) and same_cards(table, row + one, row + other, sizes[1])


@part
def _after_round(table, row, here, held, setting):
    """Return where the round that begins at a place ends, the cards that player 0 holds then, and the wars in it."""
    begun, wars = here, 0
    while table[here] == table[row + here]:
        wars += 1
        here += np.uint64(cards_down(np.int64(table[here]), setting) + 1)
    laid = here + ONE - begun
    won = beats(table[here], table[row + here], setting)
    return here + ONE, held + laid if won else held - laid, wars


@inlined
def _cycle_from(table, row, between, sizes, setting):
    """Return after how many plays a position comes again, 0 if it does not up to another place.

    Whole passes were compared while the game was played, and a position may recur within one: here every round is.
    """
    seen, last = between
    here, held, cycle = seen, sizes[0], ZERO
    while here < last and cycle == ZERO:
        here, held, _ = _after_round(table, row, here, held, setting)
        if held == sizes[0] and alike(table, row, seen, here, sizes):
            cycle = here - seen
    return cycle


@part
def go_back_to_first_repetition(counts, final, setting, between, sizes, whole):
    """Set the counts of an endless game to those at its first repetition.

    Parameters
    ----------
    counts
        Those of the game.
    final
        The rows, and the counts at their beginning.
    setting
        The rules.
    between
        Two uint64: a place of the rows from which on the game has been on its cycle, if it has one; and where it is
        now, no nearer than the end of that cycle.
    sizes
        Two uint64: how many cards each player held at the first of them.
    whole
        Whether the rows begin where two players were left: no position before can come again.

    Returns
    -------
    int
        REPEATED; RUNNING, if there is no cycle; or UNKNOWN, if it may have begun before the rows do.
    """
    table, row = final.rows, final.length
    cycle = _cycle_from(table, row, between, sizes, setting)
    if cycle == ZERO:
        return RUNNING
    # As far back as the same cards were played, the game may have been on its cycle.
    place = between[0]
    while place > ZERO:
        before = place - ONE
        if table[before] != table[before + cycle] or table[row + before] != table[row + before + cycle]:
            break
        place = before
    if place == ZERO and not whole:
        return UNKNOWN
    for count in range(COUNTS):
        counts[count] = final.begun[count]
    behind = ahead = ZERO
    held = held_ahead = np.uint64(final.begun[COUNTS])
    rounds = 0
    while True:
        while behind < place:
            behind, held, _ = _after_round(table, row, behind, held, setting)
        while ahead < behind + cycle:
            ahead, held_ahead, wars = _after_round(table, row, ahead, held_ahead, setting)
            rounds += 1
            if wars > 0:
                counts[WARS] += wars
                counts[SINGLE + min(wars, 4) - 1] += 1
                counts[LONGEST] = max(counts[LONGEST], wars)
        if ahead == behind + cycle and held_ahead == held:
            break
        # The cards are alike, but not round by round: further on they are.
        place = behind + ONE
    counts[ROUNDS] += rounds
    counts[PLAYS] += np.int64(ahead)
    return REPEATED
