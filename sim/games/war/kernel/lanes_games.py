"""War for two, many games side by side: dealing them into the lanes, settling those that stop, and their rows.

The passes are in :mod:`sim.games.war.kernel.lanes_step`. Here is what happens to one game at a time: a deal takes a
lane, coins are tossed for pots that are shuffled, a war that a player cannot afford is settled by the rule for it, and
the row is written as soon as a game is over, whereupon the next deal takes its lane.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from sim.cards import ACE
from sim.games.packets.codes import (
    CARDS,
    DRAW,
    NOBODY,
    OVER,
    RUN_OUT,
    RUNNING,
    SEAT,
    SHUFFLED,
    UNFINISHED,
)
from sim.games.war.kernel.lanes_cards import ONE_BY_ONE
from sim.games.war.kernel.lanes_cycles import begin_marks, last_mark, mark, repeats
from sim.games.war.kernel.lanes_layout import (
    FURTHEST,
    GAMES,
    PLACE,
    REMEMBERED,
    is_marked,
    packet_bytes,
)
from sim.games.war.kernel.lanes_masks import WIDTH
from sim.games.war.kernel.lanes_piles import count_piles, resume_piles, turn_piles
from sim.games.war.kernel.lanes_pots import shuffle_pots, straighten_pots
from sim.games.war.kernel.lanes_step import step
from sim.games.war.kernel.two import coin_bits
from sim.games.war.kernel.two_row import write_state
from sim.games.war.kernel.two_table import (
    DOUBLE,
    ENDING,
    HEAD_0,
    HEAD_1,
    HELD,
    LEAST,
    LONGER,
    LONGEST,
    MOST,
    PILE_0,
    PLAYS,
    ROUNDS,
    SINGLE,
    STATE,
    TAIL_0,
    TAIL_1,
    TRIPLE,
    WARS,
    WINNER,
    Chance,
    fight,
)
from sim.kernels.bits import lowest_bit
from sim.kernels.compiling import inlined, kernel
from sim.kernels.philox import GAME, PLAY, open_stream
from sim.kernels.vectors import count_8, deal_16
from sim.kernels.words import EIGHT, ONE, TWO, ZERO

LONGEST_GAME = 4096
"""The plays after which a game is left to the kernel for one game at a time, which also finds cycles."""

_HELD, _HEAD, _LEAST, _MOST, _LONGEST = (PLACE[name] for name in ("held", "head", "least", "most", "longest"))
_TIES, _START, _STOPPED = (PLACE[name] for name in ("ties_1", "start", "stopped"))
_ROUNDS, _COINS, _BOUND_0, _BOUND_1 = (PLACE[name] for name in ("rounds", "coins", "bound_0", "bound_1"))
_UNTIL = PLACE["until"]
_LEVELS = 5
_IN_BOTH_BYTES = 0x0101

COMPILED_AT_ONCE = 13
"""Up to this number of rules, in one process, their functions are compiled when they are first played."""

WORTH_COMPILING = 1 << 20
"""The games after which the time that a function saves is about the time that compiling it takes."""

_chosen: set[tuple[int, ...]] = set()
_waiting: Counter[tuple[int, ...]] = Counter()
"""The rules whose functions are used, and the games played one at a time under each of the others."""

_LEFT = OVER + 1
"""The status of a game that is left to the other kernel."""


# Functions that are called in one place are compiled into their caller: passing them all the arrays would take longer
# than what they do.


@inlined
def _lay_out(job, cards, game, to, packet):
    """Lay both packets of a deal at the beginning of a game's rooms; return player 0's aces and sum of ranks."""
    start = np.uint64(game) * job.width
    size_0, size_1 = job.sizes[0], job.sizes[1]
    aces, ranks, done = ZERO, ZERO, ZERO
    if job.stride == TWO and job.starts[0] == ZERO and size_0 == size_1:
        while done + EIGHT <= size_0:
            deal_16(job.cards, start + TWO * done, cards, to + done, to + packet + done)
            more_aces, more_ranks = count_8(cards, to + done, ACE)
            aces += more_aces
            ranks += more_ranks
            done += EIGHT
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
def _resume(lanes, group, lane, head, held, rounds):
    """Let a lane count anew after some rounds, both packets lying at that place of their rooms."""
    lanes[group, _HEAD, lane] = head
    lanes[group, _HELD, lane] = held
    lanes[group, _LEAST, lane] = lanes[group, _MOST, lane] = held * _IN_BOTH_BYTES
    for level in range(_LEVELS):
        lanes[group, _TIES + level, lane] = 0
    lanes[group, _LONGEST, lane] = 0
    lanes[group, _ROUNDS, lane] = rounds


@inlined
def _toss(many, group):
    """Toss the coins of the next rounds, in all games of a group."""
    lanes = many.lanes
    for lane in range(GAMES):
        slot = group * GAMES + lane
        chance = Chance(many.words[slot], many.coins[slot], many.words[slot, GAME], many.seed)
        lanes[group, _COINS, lane] = coin_bits(np.uint64(lanes[group, _ROUNDS, lane]), chance)


@inlined
def _count(lanes, group, lane, state, to, packet, since, total, step_size):
    """Add to the state what the lane has counted since its head was at a place, and say where the packets lie."""
    head, held = np.int64(lanes[group, _HEAD, lane]), np.int64(lanes[group, _HELD, lane])
    ties_1, ties_2 = np.int64(lanes[group, _TIES, lane]), np.int64(lanes[group, _TIES + 1, lane])
    ties_3, ties_4 = np.int64(lanes[group, _TIES + 2, lane]), np.int64(lanes[group, _TIES + 3, lane])
    ties_5 = np.int64(lanes[group, _TIES + 4, lane])
    state[HELD] = held
    state[HEAD_0], state[HEAD_1] = to + head, to + packet + head
    state[TAIL_0], state[TAIL_1] = to + head + held, to + packet + head + total - held
    state[PLAYS] += head - since
    state[WARS] += ties_1
    state[ROUNDS] += head - since - step_size * ties_1
    # `ties_k` has one tie more than `ties_k+1` for each war of k battles or more.
    state[SINGLE] += ties_1 - 2 * ties_2 + ties_3
    state[DOUBLE] += ties_2 - 2 * ties_3 + ties_4
    state[TRIPLE] += ties_3 - 2 * ties_4 + ties_5
    state[LONGER] += ties_4 - ties_5
    state[LONGEST] = max(state[LONGEST], np.int64(lanes[group, _LONGEST, lane]))
    least, most = np.int64(lanes[group, _LEAST, lane]), np.int64(lanes[group, _MOST, lane])
    state[LEAST] = min(state[LEAST], min(least & 255, least >> 8))
    state[MOST] = max(state[MOST], max(most & 255, most >> 8))


@inlined
def _lose(state, total, step_size):
    """End a game with a war that a player cannot afford: that player loses, or else the one with fewer cards left.

    All cards that the war asks for before have tied, or the pass would not have stopped at it.
    """
    held_0 = state[HELD]
    held_1 = total - held_0
    wars = (min(held_0, held_1) - 1) // step_size
    laid = 1 + wars * step_size
    left_0, left_1 = held_0 - laid, held_1 - laid
    winner = NOBODY
    if left_0 >= step_size or (left_1 < step_size and left_0 > left_1):
        winner = 0
    elif left_1 >= step_size or left_1 > left_0:
        winner = 1
    state[WINNER], state[ENDING] = winner, RUN_OUT if winner >= 0 else DRAW
    state[ROUNDS] += 1
    state[PLAYS] += laid
    state[WARS] += wars
    if wars > 0:
        state[SINGLE + min(wars, 4) - 1] += 1
        state[LONGEST] = max(state[LONGEST], wars)


@inlined
def _settle(many, slot, war, longest, step_size, piles, loses):
    """Settle a game whose lane has stopped; return OVER, RUNNING if it goes on, or _LEFT if it is another kernel's.

    Parameters
    ----------
    many, slot
        The games, and which of them.
    war
        Whether the pass was empty, because a war waits; and with piles whether a player cannot afford the next war.
    longest
        The plays after which a game is left.
    step_size
        The cards of each player in a war.
    piles, loses
        As for :func:`player`.
    """
    state, total = many.states[slot], many.work.total
    waits, short = war
    held = state[HELD]
    status = RUNNING
    if state[PLAYS] > longest:
        status = _LEFT
    elif held == 0 or held == total:
        state[WINNER], state[ENDING] = (0 if held else 1), CARDS
        status = OVER
    elif short or (waits and not piles):
        if not loses:
            chance = Chance(many.words[slot], many.coins[slot], many.words[slot, GAME], many.seed)
            if fight(many.cards, state, many.setting, many.work, chance):
                status = OVER
            held = state[HELD]
            state[LEAST], state[MOST] = min(state[LEAST], held), max(state[MOST], held)
        elif piles or min(held, total - held) <= WIDTH:
            _lose(state, total, step_size)
            status = OVER
        else:
            status = _LEFT
    elif waits:
        status = _LEFT
    return status


@inlined
def _move_back(cards, state, to, packet, piles):
    """Move both packets, and the piles behind them, back to the beginning of their rooms."""
    for player in range(2):
        head, room = np.uint64(state[HEAD_0 + player]), np.uint64(to + player * packet)
        end = np.uint64(state[(PILE_0 if piles else TAIL_0) + player])
        for place in range(end - head):
            cards[room + place] = cards[head + place]


def worth_compiling(games: int, *rules: int) -> bool:
    """Return whether games are to be played side by side, given that the function for their rules may not be compiled.

    A run of a hundred variants would wait longer for their functions than the games take one at a time. So beyond the
    first few, a function is compiled once many games have been played without it.

    Parameters
    ----------
    games
        The games to be played now.
    rules
        What :func:`player` is called with.
    """
    if rules not in _chosen:
        _waiting[rules] += games
        if len(_chosen) >= COMPILED_AT_ONCE and _waiting[rules] < WORTH_COMPILING:
            return False
        _chosen.add(rules)
    return True


@cache
def player(face_down: int, pickup: int, crossed: int, piles: int, loses: int, way: int) -> Callable[..., Any]:
    """Return the compiled function that plays a block of games under these rules.

    Parameters
    ----------
    face_down, pickup
        The cards laid face down in a war, and the order of the pick-up.
    crossed
        1 if the lowest rank beats the highest, otherwise 0.
    piles
        1 if captured cards lie in piles, 0 if they go under the packets.
    loses
        1 if a player with too few cards for a war loses; 0 if :func:`~sim.games.war.kernel.two_table.fight` decides.
    way
        How pairs of cards are moved: :data:`~sim.games.war.kernel.lanes_step.WAY`.

    Returns
    -------
    Callable
        ``play(job, many, rows)`` fills the rows of all games, except for those that it marks in ``many.left``.
    """
    # The rules are constants of the compiled function: they decide which instructions a step has.
    step_size = face_down + 1
    long_step = np.uint64(step_size)
    in_register = way != ONE_BY_ONE
    marked = is_marked(pickup, bool(piles))
    packet = packet_bytes(marked)
    long_packet = np.uint64(packet)
    longest = REMEMBERED if marked else LONGEST_GAME

    @kernel
    def play(job, many, rows):
        cards, lanes, total = many.cards, many.lanes, many.work.total
        games, next_game, playing = len(rows.winner), 0, 0
        group = 0
        while next_game < games or playing > 0:
            if pickup == SHUFFLED:
                _toss(many, 1 - group)
            step(lanes, cards, many.orders, group, 1 - group, face_down, pickup, crossed, piles, way)
            if pickup == SHUFFLED:
                shuffle_pots(many, group, long_step, in_register)
            elif pickup != SEAT:
                straighten_pots(cards, lanes, group, long_step, pickup)
            stopped, unaffordable = np.uint64(lanes[group, _STOPPED, 0]), ZERO
            if piles:
                unaffordable = turn_piles(many, group, step_size, in_register)
                stopped |= unaffordable
            while stopped:
                lane = np.int64(lowest_bit(stopped))
                stopped &= stopped - ONE
                slot = group * GAMES + lane
                state = many.states[slot]
                to = slot * 2 * packet
                game = many.games[slot]
                if game >= 0:
                    short = (unaffordable >> np.uint64(lane)) & ONE
                    waits = lanes[group, _HEAD, lane] == lanes[group, _START, lane]
                    since = last_mark(many, slot, to) if marked else 0
                    _count(lanes, group, lane, state, to, packet, since, total, step_size)
                    if piles:
                        count_piles(lanes, group, lane, state, to, many.work.bases)
                    status = _settle(many, slot, (waits, short), longest, step_size, piles, loses)
                    if marked and status == RUNNING and not waits:
                        mark(many, slot)
                        if not repeats(many, slot, to, packet, step_size):
                            head = state[HEAD_0] - to
                            _resume(lanes, group, lane, head, state[HELD], 0)
                            lanes[group, _UNTIL, lane] = head + FURTHEST
                            continue
                        status = OVER
                    if status == RUNNING:
                        _move_back(cards, state, to, packet, piles)
                        _resume(lanes, group, lane, 0, state[HELD], state[ROUNDS])
                        if piles:
                            resume_piles(lanes, group, lane, state)
                        if marked:
                            begin_marks(many, slot, to)
                            lanes[group, _UNTIL, lane] = FURTHEST
                        continue
                    if marked and state[ROUNDS] > job.max_rounds:
                        status = _LEFT
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
                    open_stream(many.words[slot], job.first + np.uint64(next_game), PLAY)
                    many.coins[slot, 8] = ZERO
                    next_game += 1
                    playing += 1
                    if marked:
                        state[HELD] = held
                        begin_marks(many, slot, to)
                        lanes[group, _UNTIL, lane] = FURTHEST
                _resume(lanes, group, lane, 0, held, 0)
                if piles:
                    lanes[group, _BOUND_0, lane], lanes[group, _BOUND_1, lane] = held, total - held
            group = 1 - group

    return play
