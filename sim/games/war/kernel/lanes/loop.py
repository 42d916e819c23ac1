"""The loop around the steps.

Deals take lanes, games whose lanes stop are settled, and their rows are written.

Passes are in :mod:`.step`, a game whose lane stops in :mod:`.settlement`. As soon as a
game is over, the next deal takes its lane.
"""

from collections.abc import Callable
from functools import cache

import numpy as np

from sim.games.packets.codes import SEAT, SHUFFLED
from sim.games.war.kernel.codes import OVER, RUNNING
from sim.games.war.kernel.lanes.cycles import begin_marks, last_mark, mark, repeats
from sim.games.war.kernel.lanes.deals import begin, clear, open_chance
from sim.games.war.kernel.lanes.layout import (
    FURTHEST,
    GAMES,
    REMEMBERED,
    is_marked,
    lane_of,
    packet_bytes,
)
from sim.games.war.kernel.lanes.piles import count_piles, resume_piles, turn_piles
from sim.games.war.kernel.lanes.pots import shuffle_pots, straighten_pots
from sim.games.war.kernel.lanes.settlement import (
    LEFT,
    chance_of,
    count,
    move_back,
    only_moves,
    pull_back,
    resume,
    settle,
)
from sim.games.war.kernel.lanes.step import take_step
from sim.games.war.kernel.lanes.table import (
    HEAD_0,
    HELD,
    ROUNDS,
    coin_bits,
    write_state,
)
from sim.kernels.bits import lowest_bit
from sim.kernels.compiling import inlined, kernel
from sim.kernels.words import ONE, ZERO

LONGEST_GAME = 4096
"""The plays after which a game is left to the kernel for one game at a time, which also
finds cycles."""


@inlined
def _toss(many, group):
    """Toss the coins of the next rounds, in all games of a group."""
    numbers = many.groups[group]
    for lane in range(GAMES):
        chance = chance_of(many, group * GAMES + lane)
        numbers.coins[lane] = coin_bits(np.uint64(numbers.rounds[lane]), chance)


@inlined
def _resume_moved(many, lane, packet, piles, marked):
    """Let a game go on from the beginning of its rooms."""
    move_back(many.cards, lane, packet, piles)
    resume(lane, 0, lane.state[HELD], lane.state[ROUNDS])
    if piles:
        resume_piles(lane)
    if marked:
        begin_marks(many, lane)


@inlined
def _end(many, lane, status, rows):
    """Write the row of a game that is over, or leave the game to another kernel."""
    game = many.games[lane.slot]
    if status == OVER:
        aces = many.dealt[lane.slot, 0]
        ranks = many.dealt[lane.slot, 1]
        write_state(rows, game, lane.state, many.work.total, aces, ranks)
    else:
        many.left[game] = True


@inlined
def _take_pass(step, many, group, packet, pots, piles, in_register):
    """Play a pass.

    Return a bit for each game that has stopped, and for each with a war that is not
    affordable.
    """
    step_size = many.setting.face_down + 1
    if pots == SHUFFLED:
        _toss(many, 1 - group)
    take_step(step, many, group, 1 - group, packet)
    if pots == SHUFFLED:
        shuffle_pots(many, group, np.uint64(step_size), in_register)
    elif pots != SEAT:
        straighten_pots(many, group, np.uint64(step_size))
    unaffordable = turn_piles(many, group, step_size, in_register) if piles else ZERO
    return np.uint64(many.groups[group].stopped[0]) | unaffordable, unaffordable


@inlined
def _go_on(many, lane, short, job, packet, marked, piles, loses):
    """Settle a game whose lane has stopped.

    Return RUNNING if it goes on, else OVER or LEFT.
    """
    group = lane.group
    at = lane.at
    state = lane.state
    step_size = many.setting.face_down + 1
    longest = REMEMBERED if marked else LONGEST_GAME
    waits = group.head[at] == group.start[at]
    if not (marked or short or waits) and only_moves(lane, many.work.total, longest):
        pull_back(many, lane, packet, piles)
        return RUNNING
    count(
        lane, packet, last_mark(many, lane) if marked else 0, many.work.total, step_size
    )
    if piles:
        count_piles(lane, many.work.bases)
    status = settle(many, lane, (waits, short), longest, step_size, piles, loses)
    goes_on = status == RUNNING
    if marked and goes_on and not waits:
        mark(many, lane)
        if repeats(many, lane, packet, step_size):
            status = OVER
        else:
            head = state[HEAD_0] - lane.room
            resume(lane, head, state[HELD], 0)
            group.until[at] = head + FURTHEST
    elif goes_on:
        _resume_moved(many, lane, packet, piles, marked)
    if marked and status != RUNNING and state[ROUNDS] > job.max_rounds:
        status = LEFT
    return status


@inlined
def _deal_next(many, lane, job, game, packet, marked, pots, piles):
    """Let a deal take a lane."""
    if pots == SHUFFLED or piles:
        open_chance(many, lane.slot, job, game)
    begin(many, lane, job, game, packet)
    if marked:
        begin_marks(many, lane)
    if piles:
        held = lane.state[HELD]
        lane.group.bound[0, lane.at] = held
        lane.group.bound[1, lane.at] = many.work.total - held


@cache
def loop(pots: int, piles: bool, loses: bool, in_register: bool) -> Callable[..., None]:
    """The compiled loop: it deals games, plays them, settles them and writes their rows.

    ``pots`` is the order of the pick-up: SEAT, SHUFFLED, or WINNER_FIRST for all
    others. ``loses`` says whether a player with too few cards for a war loses,
    ``in_register`` whether pots and piles are shuffled in vector registers. ``play``
    closes over these numbers alone, and has only what they need: Numba keeps it for the
    next process by their values. A compiled function among them would be another one in
    every process, and nothing would be found again.
    """
    marked = is_marked(pots, piles)
    packet = packet_bytes(marked)

    @kernel
    def play(step, job, many, rows):
        games = len(rows.winner)
        next_game = 0
        playing = 0
        group = 0
        while next_game < games or playing > 0:
            stopped, unaffordable = _take_pass(
                step, many, group, packet, pots, piles, in_register
            )
            while stopped:
                at = lowest_bit(stopped)
                stopped &= stopped - ONE
                lane = lane_of(many, group, at, packet)
                if many.games[lane.slot] >= 0:
                    short = (unaffordable >> at) & ONE
                    status = _go_on(
                        many, lane, short, job, packet, marked, piles, loses
                    )
                    if status == RUNNING:
                        continue
                    _end(many, lane, status, rows)
                    playing -= 1
                clear(many, lane)
                if next_game < games:
                    _deal_next(many, lane, job, next_game, packet, marked, pots, piles)
                    next_game += 1
                    playing += 1
            group = 1 - group

    return play
