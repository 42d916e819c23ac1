"""Games whose lanes have stopped: what a lane has counted, and what becomes of the game.

A game stops when it is over, when its packets must be moved back to the beginning of
their rooms, and when a war waits that a pass cannot fight. A war that a player cannot
afford is settled by the rule for it.

Functions that are called in one place are compiled into their caller: passing them all
the arrays would take longer than what they do.
"""

import numpy as np

from sim.games.packets.codes import CARDS, DRAW, NOBODY, RUN_OUT
from sim.games.war.kernel.codes import OVER, RUNNING
from sim.games.war.kernel.lanes.layout import LEVELS
from sim.games.war.kernel.lanes.masks import WIDTH
from sim.games.war.kernel.lanes.table import (
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
    TAIL_0,
    TAIL_1,
    TRIPLE,
    WARS,
    WINNER,
    Chance,
    fight,
)
from sim.kernels.compiling import inlined
from sim.kernels.philox import GAME
from sim.kernels.vectors import copy_16
from sim.kernels.words import SIXTEEN, ZERO

LEFT = OVER + 1
"""The status of a game that is left to the kernel for one game at a time."""

_IN_BOTH_BYTES = 0x0101


@inlined
def chance_of(many, slot):
    """What is random in a game."""
    return Chance(many.words[slot], many.coins[slot], many.words[slot, GAME], many.seed)


@inlined
def resume(lane, head, held, rounds):
    """Reset a lane's counters after some rounds.

    Both packets lie at that place of their rooms.
    """
    group = lane.group
    at = lane.at
    group.head[at] = head
    group.held[at] = held
    group.least[at] = group.most[at] = held * _IN_BOTH_BYTES
    for level in range(LEVELS):
        group.ties[level, at] = 0
    group.longest[at] = 0
    group.rounds[at] = rounds


@inlined
def count(lane, room_size, since, total, step_size):
    """Add to the state what the lane has counted since its head was at a place.

    Also write where the packets lie.
    """
    group = lane.group
    at = lane.at
    state = lane.state
    room = lane.room
    head = np.int64(group.head[at])
    held = np.int64(group.held[at])
    ties_1 = np.int64(group.ties[0, at])
    ties_2 = np.int64(group.ties[1, at])
    ties_3 = np.int64(group.ties[2, at])
    ties_4 = np.int64(group.ties[3, at])
    ties_5 = np.int64(group.ties[4, at])
    state[HELD] = held
    state[HEAD_0] = room + head
    state[HEAD_1] = room + room_size + head
    state[TAIL_0] = room + head + held
    state[TAIL_1] = room + room_size + head + total - held
    state[PLAYS] += head - since
    state[WARS] += ties_1
    state[ROUNDS] += head - since - step_size * ties_1
    # `ties_k` has one tie more than `ties_k+1` for each war of k battles or more.
    state[SINGLE] += ties_1 - 2 * ties_2 + ties_3
    state[DOUBLE] += ties_2 - 2 * ties_3 + ties_4
    state[TRIPLE] += ties_3 - 2 * ties_4 + ties_5
    state[LONGER] += ties_4 - ties_5
    state[LONGEST] = max(state[LONGEST], np.int64(group.longest[at]))
    least = np.int64(group.least[at])
    most = np.int64(group.most[at])
    state[LEAST] = min(state[LEAST], min(least & 255, least >> 8))
    state[MOST] = max(state[MOST], max(most & 255, most >> 8))


@inlined
def _lose(state, total, step_size):
    """End a game with a war that a player cannot afford.

    That player loses; if neither can, the one with fewer cards left.

    All cards that the war asks for before have tied, or the pass would not have stopped
    at it.
    """
    held_0 = state[HELD]
    held_1 = total - held_0
    wars = (min(held_0, held_1) - 1) // step_size
    laid = 1 + wars * step_size
    left_0 = held_0 - laid
    left_1 = held_1 - laid
    winner = NOBODY
    if left_0 >= step_size or (left_1 < step_size and left_0 > left_1):
        winner = 0
    elif left_1 >= step_size or left_1 > left_0:
        winner = 1
    state[WINNER] = winner
    state[ENDING] = RUN_OUT if winner >= 0 else DRAW
    state[ROUNDS] += 1
    state[PLAYS] += laid
    state[WARS] += wars
    if wars > 0:
        state[SINGLE + min(wars, 4) - 1] += 1
        state[LONGEST] = max(state[LONGEST], wars)


@inlined
def settle(many, lane, war, longest, step_size, piles, loses):
    """Settle a game whose lane has stopped.

    Return OVER, RUNNING if it goes on, or LEFT if it is another kernel's.

    ``war`` is a pair: whether the last pass fought nothing, because the war that comes
    next does not fit, and with piles whether a player has too few cards for it. A game
    is left after ``longest`` plays.
    ``loses`` says whether a player with too few cards for a war loses.
    """
    state = lane.state
    total = many.work.total
    waits, short = war
    held = state[HELD]
    status = RUNNING
    if state[PLAYS] > longest:
        status = LEFT
    elif held == 0 or held == total:
        state[WINNER] = 0 if held else 1
        state[ENDING] = CARDS
        status = OVER
    elif short or (waits and not piles):
        if not loses:
            if fight(
                many.cards, state, many.setting, many.work, chance_of(many, lane.slot)
            ):
                status = OVER
            held = state[HELD]
            state[LEAST], state[MOST] = min(state[LEAST], held), max(state[MOST], held)
        elif piles or min(held, total - held) <= WIDTH:
            _lose(state, total, step_size)
            status = OVER
        else:
            status = LEFT
    elif waits:
        status = LEFT
    return status


@inlined
def move_back(cards, lane, room_size, piles):
    """Move both packets, and the piles behind them, back to the beginning of their rooms."""
    for player in range(2):
        head = np.uint64(lane.state[HEAD_0 + player])
        room = np.uint64(lane.room + player * room_size)
        end = np.uint64(lane.state[(PILE_0 if piles else TAIL_0) + player])
        for place in range(end - head):
            cards[room + place] = cards[head + place]


@inlined
def only_moves(lane, total, longest):
    """Whether a game has stopped for nothing but that its packets must be moved back."""
    held = np.int64(lane.group.held[lane.at])
    plays = lane.state[PLAYS] + np.int64(lane.group.head[lane.at])
    return 0 < held and held < total and plays <= longest


@inlined
def pull_back(many, lane, room_size, piles):
    """Move both packets back to the beginning of their rooms.

    All else that the lane has counted stays as it is.
    """
    head = lane.group.head[lane.at]
    lane.state[PLAYS] += head
    lane.state[ROUNDS] += head
    for player in range(2):
        room = np.uint64(lane.room + player * room_size)
        for place in range(ZERO, np.uint64(many.work.total), SIXTEEN):
            copy_16(many.cards, room + place, room + np.uint64(head) + place)
        if piles:
            lane.group.bound[player, lane.at] -= head
    lane.group.head[lane.at] = 0
