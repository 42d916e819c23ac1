"""One game of Syrian War, compiled: turns, captures and wars, up to a given turn.

The places of the player to move and of the other one are kept in variables that are
exchanged after every turn, so that only a war looks anything up by the player's number.
"""

from typing import NamedTuple

import numpy as np

from sim.games.packets.codes import CARDS, DRAW, RUN_OUT, UNDECIDED
from sim.games.packets.kernel import table as at
from sim.games.packets.kernel.table import copy, give
from sim.kernels.compiling import part
from sim.kernels.words import ONE, TEN, THREE, TWO, ZERO

_NO_CARD = np.uint64(256)


class Setting(NamedTuple):
    """The rules as the compiled code takes them.

    Attributes
    ----------
    picture
        The cards that each player lays in a war of picture cards.
    again
        Whether a tied row is followed by another war.
    take_back
        Whether both players take their own rows back after a war.
    pickup
        The code of the order of the rows.
    deterministic
        Whether nothing is random.
    """

    picture: np.uint64
    again: bool
    take_back: bool
    pickup: int
    deterministic: bool


@part
def _give_rows(table, state, rooms, winner, size, setting, chance):
    """Put both rows under the winner's packet in the order of the pick-up.

    Each row has ``size`` cards.
    """
    if (winner + ONE) * rooms.packet - state.tail[winner] < rooms.total + at.SLACK:
        at.make_room(table, state, rooms, winner)
    starts = rooms.rows_0, rooms.rows_1
    at.put_pot(
        table,
        state.tail[winner],
        winner,
        starts,
        (size, size),
        setting.pickup,
        chance,
    )
    state.tail[winner] += size + size


@part
def _fight(table, state, rooms, setting, maker, chance):
    """Fight the war that the top card of the pile has started.

    Tied rows start further wars.
    """
    rank = np.uint64(table[rooms.pile + state.pile - ONE])
    size = ZERO
    chain = ZERO
    while True:
        head_0 = state.head[0]
        head_1 = state.head[1]
        left_0 = state.tail[0] - head_0
        left_1 = state.tail[1] - head_1
        length = min(rank if rank <= TEN else setting.picture, min(left_0, left_1))
        copy(table, rooms.rows_0 + size, head_0, length)
        copy(table, rooms.rows_1 + size, head_1, length)
        left_0 = left_0 - length
        left_1 = left_1 - length
        state.head[0] = head_0 + length
        state.head[1] = head_1 + length
        state.laid[0] += length
        state.laid[1] += length
        size += length
        chain += ONE
        card_0 = np.uint64(table[rooms.rows_0 + size - ONE])
        card_1 = np.uint64(table[rooms.rows_1 + size - ONE])
        decided = card_0 != card_1
        if decided:
            winner = np.uint64(card_0 < card_1)
            state.turn = ONE - winner
            if not setting.take_back:
                _give_rows(table, state, rooms, winner, size, setting, chance)
                if (left_0 if winner == ONE else left_1) == ZERO:
                    state.winner = winner
                    state.ending = CARDS
                break
        elif setting.again:
            if left_0 > ZERO and left_1 > ZERO:
                rank = card_0
                continue
            state.winner = np.uint64(left_0 == ZERO)
            state.ending = RUN_OUT if left_0 != left_1 else DRAW
            break
        else:
            state.turn = ONE - maker
        give(table, state, rooms, ZERO, rooms.rows_0, size)
        give(table, state, rooms, ONE, rooms.rows_1, size)
        break
    state.wars += chain
    state.chains[min(chain - ONE, THREE)] += ONE
    if chain > THREE:
        state.longest = max(state.longest, chain)
    if state.ending == UNDECIDED or state.ending == CARDS:
        for player in range(TWO):
            state.low[player] = min(
                state.low[player], state.tail[player] - state.head[player]
            )


@part
def _side(state, player):
    """Where a player's packet begins and ends, the fewest cards held, and the cards laid."""
    return (
        state.head[player],
        state.tail[player],
        state.low[player],
        state.laid[player],
    )


@part
def _save(state, turn, mover_side, other_side):
    """Write a turn and both sides into the state.

    The first side is that of the player to move.
    """
    player, state.rounds, state.pile, state.captures = turn
    other = ONE - player
    state.turn = player
    (
        state.head[player],
        state.tail[player],
        state.low[player],
        state.laid[player],
    ) = mover_side
    (
        state.head[other],
        state.tail[other],
        state.low[other],
        state.laid[other],
    ) = other_side


@part
def advance(table, state, rooms, setting, target, shared):
    """Play until the target turn, or the end.

    One function of more than 80 lines: where both packets lie stays in registers from
    turn to turn.
    """
    pile = rooms.pile
    player = state.turn
    other = ONE - player
    turns = state.rounds
    size = state.pile
    captures = state.captures
    own_head = own_tail = own_low = own_laid = ZERO
    other_head = other_tail = other_low = other_laid = ZERO
    limit = ZERO
    top = _NO_CARD
    stale = True
    over = False
    while True:
        if turns >= limit or stale:
            if not stale:
                mover_side = own_head, own_tail, own_low, own_laid
                other_side = other_head, other_tail, other_low, other_laid
                _save(state, (player, turns, size, captures), mover_side, other_side)
            if turns >= target:
                return
            limit = min(target, turns + at.room_ahead(table, state, rooms))
            own_head, own_tail, own_low, own_laid = _side(state, player)
            other_head, other_tail, other_low, other_laid = _side(state, other)
            top = np.uint64(table[pile + size - ONE]) if size > ZERO else _NO_CARD
            stale = False
        card = np.uint64(table[own_head])
        table[pile + size] = card
        own_head += ONE
        size += ONE
        own_laid += ONE
        turns += ONE
        if card < top:
            top = card
            own_low = min(own_low, own_tail - own_head)
            if own_head == own_tail:
                state.winner = other
                state.ending = CARDS
                over = True
        elif card > top:
            copy(table, own_tail, pile, size)
            own_tail += size
            size = ZERO
            top = _NO_CARD
            captures += ONE
        elif own_head == own_tail:
            state.winner = other
            state.ending = RUN_OUT
            over = True
        else:
            mover_side = own_head, own_tail, own_low, own_laid
            other_side = other_head, other_tail, other_low, other_laid
            _save(state, (other, turns, size, captures), other_side, mover_side)
            _fight(table, state, rooms, setting, player, shared.chance)
            if state.ending != UNDECIDED:
                return
            player = state.turn
            other = ONE - player
            stale = True
            continue
        own_head, other_head = other_head, own_head
        own_tail, other_tail = other_tail, own_tail
        own_low, other_low = other_low, own_low
        own_laid, other_laid = other_laid, own_laid
        player, other = other, player
        if over:
            break
    mover_side = own_head, own_tail, own_low, own_laid
    other_side = other_head, other_tail, other_low, other_laid
    _save(state, (player, turns, size, captures), mover_side, other_side)
