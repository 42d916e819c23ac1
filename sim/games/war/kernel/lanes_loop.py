"""War for two, many games side by side: the loop around the steps.

The passes are in :mod:`sim.games.war.kernel.lanes_step`. Here is what happens to one game at a time: a deal takes a
lane, coins are tossed for pots that are shuffled, a game whose lane stops is settled
(:mod:`sim.games.war.kernel.lanes_settling`), and its row is written as soon as it is over. Then the next deal takes its
lane.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np

from sim.cards import ACE
from sim.games.packets.codes import (
    OVER,
    RUNNING,
    SEAT,
    SHUFFLED,
    UNFINISHED,
)
from sim.games.war.kernel.lanes_cycles import begin_marks, last_mark, mark, repeats
from sim.games.war.kernel.lanes_layout import (
    FURTHEST,
    GAMES,
    OFFSET,
    REMEMBERED,
    is_marked,
    lane_at,
    packet_bytes,
)
from sim.games.war.kernel.lanes_piles import count_piles, resume_piles, turn_piles
from sim.games.war.kernel.lanes_pots import shuffle_pots, straighten_pots
from sim.games.war.kernel.lanes_settling import LEFT, count, move_back, only_moves, pull_back, settle
from sim.games.war.kernel.lanes_step import take_step
from sim.games.war.kernel.two_row import write_state
from sim.games.war.kernel.two_table import (
    HEAD_0,
    HELD,
    LEAST,
    MOST,
    ROUNDS,
    STATE,
    WINNER,
    Chance,
    coin_bits,
)
from sim.kernels.bits import lowest_bit
from sim.kernels.compiling import inlined, kernel
from sim.kernels.philox import GAME, PLAY, open_stream
from sim.kernels.vectors import deal_32
from sim.kernels.words import ONE, SIXTEEN, TWO, ZERO

LONGEST_GAME = 4096
"""The plays after which a game is left to the kernel for one game at a time, which also finds cycles."""

_HELD, _HEAD, _LEAST, _MOST, _LONGEST = (
    OFFSET[name] for name in ("held", "head", "least", "most", "longest")
)
_TIES, _START, _STOPPED = (OFFSET[name] for name in ("ties_1", "start", "stopped"))
_ROUNDS, _COINS, _BOUND_0, _BOUND_1 = (OFFSET[name] for name in ("rounds", "coins", "bound_0", "bound_1"))
_UNTIL = OFFSET["until"]
_LEVELS = 5
_IN_BOTH_BYTES = 0x0101


# Functions that are called in one place are compiled into their caller: passing them all the arrays would take longer
# than what they do.


@inlined
def _lay_out(job, cards, game, to, packet):
    """Lay both packets of a deal at the beginning of a game's rooms; return player 0's aces and sum of ranks."""
    start = np.uint64(game) * job.width
    size_0, size_1 = job.sizes[0], job.sizes[1]
    aces, ranks, done = ZERO, ZERO, ZERO
    if job.stride == TWO and job.starts[0] == ZERO and size_0 == size_1 and size_0 >= SIXTEEN:
        while done < size_0:
            # The last sixteen may have been dealt in part: then these are dealt once more, but counted once.
            first = min(done, size_0 - SIXTEEN)
            targets = to + first, to + packet + first
            more = deal_32(job.cards, start + TWO * first, cards, targets, ACE, done - first)
            aces += more[0]
            ranks += more[1]
            done = first + SIXTEEN
    for place in range(done, size_0):
        card = job.cards[start + job.starts[0] + job.stride * place]
        cards[to + place] = card
        aces += np.uint64(card == ACE)
        ranks += np.uint64(card)
    for place in range(done, size_1):
        cards[to + packet + place] = job.cards[start + job.starts[1] + job.stride * place]
    return aces, ranks


@inlined
def _begin(state, held):
    """Set a state to the beginning of a game."""
    for place in range(STATE):
        state[place] = 0
    state[LEAST] = state[MOST] = held
    state[WINNER] = UNFINISHED


@inlined
def _resume(lanes, own, head, held, rounds):
    """Let a lane count anew after some rounds, both packets lying at that place of their rooms."""
    lanes[own + _HEAD] = head
    lanes[own + _HELD] = held
    lanes[own + _LEAST] = lanes[own + _MOST] = held * _IN_BOTH_BYTES
    for level in range(_LEVELS):
        lanes[own + _TIES + np.uint64(level * GAMES)] = 0
    lanes[own + _LONGEST] = 0
    lanes[own + _ROUNDS] = rounds


@inlined
def _toss(many, group):
    """Toss the coins of the next rounds, in all games of a group."""
    lanes = many.lanes
    for lane in range(GAMES):
        slot, own = group * GAMES + lane, lane_at(group, lane)
        chance = Chance(many.words[slot], many.coins[slot], many.words[slot, GAME], many.seed)
        lanes[own + _COINS] = coin_bits(np.uint64(lanes[own + _ROUNDS]), chance)


@cache
def loop(pots: int, piles: bool, loses: bool, in_register: bool) -> Callable[..., None]:
    """Return the compiled loop around the steps, which deals games, settles them and writes their rows.

    Parameters
    ----------
    pots
        The order of the pick-up: SEAT, SHUFFLED, or WINNER_FIRST for all others.
    piles, loses
        As for :func:`~sim.games.war.kernel.lanes_games.player`.
    in_register
        Whether pots and piles are shuffled in vector registers.
    """
    # These are constants of the compiled function, so it has only what they need.
    marked = is_marked(pots, piles)
    packet = packet_bytes(marked)
    long_packet = np.uint64(packet)
    longest = REMEMBERED if marked else LONGEST_GAME

    @kernel
    def play(step, job, many, rows):
        cards, lanes, total = many.cards, many.lanes, many.work.total
        step_size = many.setting.face_down + 1
        long_step = np.uint64(step_size)
        games, next_game, playing = len(rows.winner), 0, 0
        group = 0
        while next_game < games or playing > 0:
            if pots == SHUFFLED:
                _toss(many, 1 - group)
            take_step(step, lanes, cards, many.orders, group, 1 - group, packet)
            if pots == SHUFFLED:
                shuffle_pots(many, group, long_step, in_register)
            elif pots != SEAT:
                straighten_pots(many, group, long_step)
            stopped, unaffordable = np.uint64(lanes[lane_at(group, 0) + _STOPPED]), ZERO
            if piles:
                unaffordable = turn_piles(many, group, step_size, in_register)
                stopped |= unaffordable
            while stopped:
                lane = np.int64(lowest_bit(stopped))
                stopped &= stopped - ONE
                slot, own = group * GAMES + lane, lane_at(group, lane)
                state = many.states[slot]
                to = slot * 2 * packet
                game = many.games[slot]
                if game >= 0:
                    short = (unaffordable >> np.uint64(lane)) & ONE
                    waits = lanes[own + _HEAD] == lanes[own + _START]
                    if not (marked or short or waits) and only_moves(many, own, state, longest):
                        pull_back(many, own, state, to, packet, piles)
                        continue
                    since = last_mark(many, slot, to) if marked else 0
                    count(lanes, own, state, to, packet, since, total, step_size)
                    if piles:
                        count_piles(lanes, own, state, to, many.work.bases)
                    status = settle(many, slot, (waits, short), longest, step_size, piles, loses)
                    if marked and status == RUNNING and not waits:
                        mark(many, slot)
                        if not repeats(many, slot, to, packet, step_size):
                            head = state[HEAD_0] - to
                            _resume(lanes, own, head, state[HELD], 0)
                            lanes[own + _UNTIL] = head + FURTHEST
                            continue
                        status = OVER
                    if status == RUNNING:
                        move_back(cards, state, to, packet, piles)
                        _resume(lanes, own, 0, state[HELD], state[ROUNDS])
                        if piles:
                            resume_piles(lanes, own, state)
                        if marked:
                            begin_marks(many, slot, to)
                            lanes[own + _UNTIL] = FURTHEST
                        continue
                    if marked and state[ROUNDS] > job.max_rounds:
                        status = LEFT
                    if status == OVER:
                        write_state(rows, game, state, total, many.dealt[slot, 0], many.dealt[slot, 1])
                    else:
                        many.left[game] = True
                    playing -= 1
                held = 0
                many.games[slot] = -1
                if next_game < games:
                    dealt = _lay_out(job, cards, next_game, np.uint64(to), long_packet)
                    many.dealt[slot, 0], many.dealt[slot, 1] = dealt
                    held = np.int64(job.sizes[0])
                    _begin(state, held)
                    many.games[slot] = next_game
                    if pots == SHUFFLED or piles:
                        open_stream(many.words[slot], job.first + np.uint64(next_game), PLAY)
                        many.coins[slot, 8] = ZERO
                    next_game += 1
                    playing += 1
                    if marked:
                        state[HELD] = held
                        begin_marks(many, slot, to)
                        lanes[own + _UNTIL] = FURTHEST
                _resume(lanes, own, 0, held, 0)
                if piles:
                    lanes[own + _BOUND_0], lanes[own + _BOUND_1] = held, total - held
            group = 1 - group

    return play
