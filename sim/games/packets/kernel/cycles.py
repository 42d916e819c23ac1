"""The end of deterministic games between two packets that nobody has won by the cap."""

import numpy as np

from sim.games.packets.codes import CAP, CYCLE, OVER, REPEATED, RUNNING
from sim.games.packets.kernel.table import (
    ENDING,
    FIRST_LOOK,
    PERIOD,
    ROUNDS,
    STATE,
    load,
    same,
)
from sim.kernels.compiling import inlined
from sim.kernels.words import FOUR, ONE


@inlined
def play_through(advance, job, start, rooms, setting, work):
    """Play the game on the table to its end, its first repetition, or the cap."""
    status = advance(
        work.table,
        work.state,
        rooms,
        setting,
        job.max_rounds,
        setting.deterministic,
        work.shared,
    )
    if status != OVER:
        if setting.deterministic:
            _settle_endless(advance, job, start, rooms, setting, work, status)
        else:
            work.state[ENDING] = CAP


@inlined
def _settle_endless(advance, job, start, rooms, setting, work, status):
    """Finish a deterministic game that the cap left undecided.

    It ends at its first repetition, or at the cap.

    If a position comes again by the cap, a search as far as four times the cap finds
    it. The game is then played in two copies, one ahead of the other by the period:
    they agree from the round on in which the one behind reaches the cycle.
    """
    most = job.max_rounds
    ahead = work.table
    state = work.state
    table = work.table_2
    behind = work.state_2
    decided = False
    if status == RUNNING:
        for place in range(np.uint64(STATE)):
            behind[place] = state[place]
        further = FOUR * most + FIRST_LOOK
        status = advance(ahead, state, rooms, setting, further, True, work.shared)
        if status != REPEATED or state[PERIOD] > most:
            for place in range(np.uint64(STATE)):
                state[place] = behind[place]
            state[ENDING] = CAP
            decided = True
    if not decided:
        period = state[PERIOD]
        load(job, start, rooms, ahead, state)
        load(job, start, rooms, table, behind)
        advance(ahead, state, rooms, setting, min(period, most), False, work.shared)
        repeated = same(ahead, state, table, behind, rooms.pile)
        while not repeated and state[ROUNDS] < most:
            advance(
                ahead, state, rooms, setting, state[ROUNDS] + ONE, False, work.shared
            )
            advance(
                table, behind, rooms, setting, behind[ROUNDS] + ONE, False, work.shared
            )
            repeated = same(ahead, state, table, behind, rooms.pile)
        state[ENDING] = CYCLE if repeated else CAP
