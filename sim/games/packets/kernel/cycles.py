"""The end of deterministic games between two packets that nobody wins for long."""

import numpy as np

from sim.games.packets.codes import CAP, CYCLE, UNDECIDED
from sim.games.packets.kernel.table import load, same
from sim.kernels.compiling import inlined
from sim.kernels.words import ONE, TWO

FIRST_LOOK = np.uint64(2048)
"""The round after which a game is watched for a repeated position: hardly one lasts so
long and ends."""


@inlined
def play_through(advance, job, start, rooms, setting, work):
    """Play the game on the table to its end, its first repetition, or the cap."""
    table = work.table
    state = work.state[0]
    most = job.max_rounds
    first = min(most, FIRST_LOOK) if setting.deterministic else most
    advance(table, state, rooms, setting, first, work.shared)
    if state.ending == UNDECIDED:
        if setting.deterministic:
            _settle_long(advance, job, start, rooms, setting, work)
        else:
            state.ending = CAP


@inlined
def _settle_long(advance, job, start, rooms, setting, work):
    """Finish a deterministic game that has lasted long.

    A position is remembered at doubling intervals, and each later one is compared with
    it. The position at the cap is remembered too: if the game has been repeating itself
    by then, that position comes again before twice as many rounds.
    """
    table = work.table
    state = work.state[0]
    most = job.max_rounds
    while state.ending == UNDECIDED:
        _copy(work)
        seen = state.rounds
        until = TWO * seen if seen == most else min(TWO * seen, most)
        repeated = False
        while state.rounds < until and state.ending == UNDECIDED and not repeated:
            further = state.rounds + ONE
            advance(table, state, rooms, setting, further, work.shared)
            repeated = same(table, state, work.table_2, work.state_2[0], rooms.pile)
        if repeated:
            period = state.rounds - seen
            _repeat_first(advance, job, start, rooms, setting, work, period)
        elif seen == most:
            work.state[0] = work.state_2[0]
            state.ending = CAP


@inlined
def _copy(work):
    """Copy the game to the second table."""
    for place in range(np.uint64(len(work.table))):
        work.table_2[place] = work.table[place]
    work.state_2[0] = work.state[0]


@inlined
def _repeat_first(advance, job, start, rooms, setting, work, period):
    """Play a game to its first repetition, or to the cap.

    It is played in two copies, one ahead of the other by the period: they agree from
    the round on in which the one behind reaches the cycle.
    """
    ahead = work.table
    state = work.state[0]
    table = work.table_2
    behind = work.state_2[0]
    most = job.max_rounds
    load(job, start, rooms, ahead, state)
    load(job, start, rooms, table, behind)
    advance(ahead, state, rooms, setting, min(period, most), work.shared)
    repeated = same(ahead, state, table, behind, rooms.pile)
    while not repeated and state.rounds < most:
        advance(ahead, state, rooms, setting, state.rounds + ONE, work.shared)
        advance(table, behind, rooms, setting, behind.rounds + ONE, work.shared)
        repeated = same(ahead, state, table, behind, rooms.pile)
    state.ending = CYCLE if repeated else CAP
