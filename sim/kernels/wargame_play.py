"""Games of Wargame from the empty layout to the end, compiled."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sim.kernels.compiling import inlined, kernel
from sim.kernels.philox import BUFFER, ONE, open_stream, philox_block
from sim.kernels.seats import FIRST_SEAT, call_policy
from sim.kernels.wargame_bits import ZERO, at, lowest, one, run_around, size
from sim.kernels.wargame_board import (
    ALL_COLUMNS,
    BEATEN_BY,
    COLUMNS,
    clear,
    compare_all,
    place_card,
    reach,
    switch_cards,
)
from sim.kernels.wargame_choices import ATTACK_SEARCH, SWITCH_SEARCH, attack, defend, deploy, traitor
from sim.kernels.wargame_search import best_attack, best_switch
from sim.policies.base import OWN
from sim.policies.wargame import ATTACK as _ATTACK
from sim.policies.wargame import DEPLOY as _DEPLOY
from sim.policies.wargame import SWITCH as _SWITCH
from sim.policies.wargame import TRAITOR as _TRAITOR
from sim.policies.wargame_cards import ENOUGH, RUN
from sim.rng import Stream

_PLAY = np.uint64(Stream.PLAY)
_TWO, _SEVEN, _NINE = np.uint64(2), np.uint64(7), np.uint64(9)
_CARDS_OF_BOTH = np.uint64(26)
_ENOUGH, _RUN = np.uint64(ENOUGH), np.uint64(RUN)
_TOP_BIT = np.uint64(63)
_NOT_ATTACKED = np.int64(-1)
_ILLEGAL = np.uint64(1 << 62)
NOBODY = np.uint64(2)
"""Who begins, if chance decides."""


class Table(NamedTuple):
    """What a game is played with.

    Attributes
    ----------
    boards
        The layout: one record.
    codes, addresses
        int64 (2, 4): each player's policies, as in :class:`sim.kernels.seats.Seats`.
    draws
        bool (2,): whether any of them can draw.
    chances, chance_addresses
        Their streams.
    shown, shown_address
        The record for policies of a user's own.
    fault
        What was illegal.
    """

    boards: np.ndarray
    codes: np.ndarray
    addresses: np.ndarray
    draws: np.ndarray
    chances: np.ndarray
    chance_addresses: np.ndarray
    shown: np.ndarray
    shown_address: int
    fault: np.ndarray


@kernel
def _fill(table, seat, attacked, began, ahead):
    """Show a player what he sees."""
    board, seen = table.boards[0], table.shown[0]
    other = ONE - seat
    cards = size(board.held[seat])
    for place in range(COLUMNS):
        seen.own[place] = at(board.lines[seat], place)
        seen.other[place] = at(board.lines[other], place)
        seen.result[place] = np.int64((board.won[seat] >> place) & ONE) - np.int64(
            (board.won[other] >> place) & ONE
        )
        seen.held[place] = at(board.cards[seat], place) if place < cards else ZERO
    seen.held_count = cards
    seen.began = began == seat
    seen.ahead = np.int64(0) if ahead == NOBODY else np.int64(1) if ahead == seat else np.int64(-1)
    seen.kept = board.kept[seat]
    seen.own_declared, seen.other_declared = board.declared[seat], board.declared[other]
    seen.own_chips, seen.other_chips = board.chips[seat], board.chips[other]
    seen.attacked = attacked


@kernel
def _ask(table, game, seat, part, attacked, began, ahead):
    """Return what a user's own policy answers."""
    _fill(table, seat, attacked, began, ahead)
    return call_policy(table.addresses[seat, part], table.shown_address, table.chance_addresses[seat])


@kernel
def _refuse(table, game, seat, answer):
    """Note an illegal answer."""
    table.fault[0], table.fault[1], table.fault[2], table.fault[3] = 1, game, seat, answer
    return _ILLEGAL


@kernel
def _ask_deploy(table, game, seat, began):
    answer = _ask(table, game, seat, _DEPLOY, _NOT_ATTACKED, began, NOBODY)
    board = table.boards[0]
    move = np.uint64(answer)
    card, place = move // COLUMNS, move % COLUMNS
    if answer < 0 or card > COLUMNS or not (board.held[seat] >> card) & ONE or (board.filled[seat] >> place) & ONE:
        return _refuse(table, game, seat, answer)
    return move


@kernel
def _deploy(table, seed, game, began):
    """Lay out both lines; return False when an own policy answers what is illegal."""
    board = table.boards[0]
    for turn in range(_CARDS_OF_BOTH):
        # One card, then two by each in turn, at last one.
        seat = began ^ (((turn + ONE) >> ONE) & ONE)
        code = table.codes[seat, _DEPLOY]
        if size(board.held[seat]) == ONE:
            move = lowest(board.held[seat]) * COLUMNS + lowest(~board.filled[seat])
        elif code == OWN:
            move = _ask_deploy(table, game, seat, began)
            if move == _ILLEGAL:
                return False
        else:
            move = deploy(code, board, seat, table.chances[seat], seed)
        place_card(board, seat, move // COLUMNS, move % COLUMNS)
    compare_all(board)
    return True


@kernel
def _keep(table, seed, game, began, ahead):
    """Let both players keep a traitor card; return False when an own policy answers what is illegal."""
    board = table.boards[0]
    for seat in range(_TWO):
        code = table.codes[seat, _TRAITOR]
        if code == OWN:
            answer = _ask(table, game, seat, _TRAITOR, _NOT_ATTACKED, began, ahead)
            if answer < 7 or answer > 9:
                _refuse(table, game, seat, answer)
                return False
            board.kept[seat] = np.uint64(answer)
        else:
            board.kept[seat] = traitor(code, board, seat, table.chances[seat], seed)
    return True


@inlined
def _can_switch(board, seat, open_columns):
    """Return whether a player has anything to switch."""
    if board.chips[seat] == ZERO:
        return False
    columns = open_columns
    lost = board.won[ONE - seat]
    possible = False
    while columns != ZERO and not possible:
        column = lowest(columns)
        columns &= columns - ONE
        possible = columns & reach(lost, column) != ZERO
    return possible


@kernel
def _ask_switch(table, game, seat, attacked, began, ahead, open_columns):
    """Return the switch of a user's own policy."""
    board = table.boards[0]
    if not _can_switch(board, seat, open_columns):
        return ZERO
    answer = _ask(table, game, seat, _SWITCH, attacked, began, ahead)
    if answer == 0:
        return ZERO
    move = np.uint64(answer)
    low, high = move // COLUMNS, move % COLUMNS
    both = one(low) | one(high)
    if (
        answer < 0
        or low >= high
        or open_columns & both != both
        or not (reach(board.won[ONE - seat], low) >> high) & ONE
    ):
        return _refuse(table, game, seat, answer)
    return move


@kernel
def _attack(table, seed, game, seat, open_columns, began, ahead):
    """Return the column that a player attacks."""
    code = table.codes[seat, _ATTACK]
    if size(open_columns) == ONE:
        return lowest(open_columns)
    if code == OWN:
        answer = _ask(table, game, seat, _ATTACK, _NOT_ATTACKED, began, ahead)
        if answer < 0 or answer >= 13 or not (open_columns >> np.uint64(answer)) & ONE:
            return _refuse(table, game, seat, answer)
        return np.uint64(answer)
    if code == ATTACK_SEARCH:
        return best_attack(table.boards[0], seat, open_columns)
    return attack(code, table.boards[0], seat, open_columns, table.chances[seat], seed)


@inlined
def _after_traitors(board, winner, column):
    """Let the loser declare a traitor, then the other; return who wins."""
    for _ in range(_TWO):
        loser = ONE - winner
        shooter = at(board.lines[winner], column)
        if board.kept[loser] != shooter:
            break
        board.declared[loser] = shooter
        winner = loser
    return winner


@kernel
def _battles(table, seed, game, attacker, began, ahead, traitors):
    """Fight until somebody has won; return who, or ``NOBODY`` when an own policy answers what is illegal."""
    board, codes = table.boards[0], table.codes
    open_columns = ALL_COLUMNS
    while True:
        defender = ONE - attacker
        code = codes[attacker, _SWITCH]
        move = ZERO
        if code == OWN:
            move = _ask_switch(table, game, attacker, _NOT_ATTACKED, began, ahead, open_columns)
        elif code == SWITCH_SEARCH:
            move = best_switch(board, attacker, open_columns, COLUMNS)
        if move != ZERO:
            if move == _ILLEGAL:
                return NOBODY
            switch_cards(board, attacker, move // COLUMNS, move % COLUMNS)
        column = _attack(table, seed, game, attacker, open_columns, began, ahead)
        if column == _ILLEGAL:
            return NOBODY
        move = ZERO
        code = codes[defender, _SWITCH]
        if code == OWN:
            move = _ask_switch(table, game, defender, np.int64(column), began, ahead, open_columns)
        elif code == SWITCH_SEARCH:
            move = best_switch(board, defender, open_columns, column)
        elif board.chips[defender] != ZERO:
            move = defend(code, board, defender, column)
        if move != ZERO:
            if move == _ILLEGAL:
                return NOBODY
            switch_cards(board, defender, move // COLUMNS, move % COLUMNS)
        winner = defender if (board.better[defender] >> column) & ONE else attacker
        if traitors:
            winner = _after_traitors(board, winner, column)
        board.alive[attacker] &= ~one(at(board.lines[attacker], column))
        board.alive[defender] &= ~one(at(board.lines[defender], column))
        open_columns &= ~one(column)
        won = board.won[winner] | one(column)
        board.won[winner] = won
        if size(won) == _ENOUGH or run_around(won, column) >= _RUN:
            return winner
        attacker = winner


@kernel
def play_all(
    table,
    seed,
    first_game,
    first,
    traitors,
    chips,
    winner,
    ending,
    first_deployer,
    ahead,
    battles,
    wins_0,
    wins_1,
    by_run,
    switches_0,
    switches_1,
    traitors_declared,
):
    """Play games one after the other and write the outcome columns.

    Parameters
    ----------
    table
        What they are played with.
    seed, first_game
        Of all chance, and the number of the first game.
    first
        uint64: who begins the deployment, ``NOBODY`` for a coin.
    traitors, chips
        The rules.
    winner, ...
        One array (games,) for each outcome column, filled.
    """
    board = table.boards[0]
    for index in range(np.uint64(len(winner))):
        game = first_game + index
        began = first
        if first == NOBODY:
            word, _, _, _ = philox_block(seed, _PLAY, ONE, game)
            began = word >> _TOP_BIT
        for seat in range(_TWO):
            if table.draws[seat]:
                open_stream(table.chances[seat], game, FIRST_SEAT + seat)
        clear(board, chips)
        if not _deploy(table, seed, game, began):
            return
        up_0, up_1 = size(board.better[0]), size(board.better[1])
        in_front = NOBODY if up_0 == up_1 else np.uint64(up_1 > up_0)
        if traitors and not _keep(table, seed, game, began, in_front):
            return
        attacker = began if in_front == NOBODY else in_front
        who = _battles(table, seed, game, attacker, began, in_front, traitors)
        if who == NOBODY:
            return
        won_0, won_1 = size(board.won[0]), size(board.won[1])
        run = max(won_0, won_1) < _ENOUGH
        winner[index], ending[index] = who, run
        first_deployer[index] = began
        ahead[index] = np.int64(-1) if in_front == NOBODY else np.int64(in_front)
        battles[index] = won_0 + won_1
        wins_0[index], wins_1[index], by_run[index] = won_0, won_1, run
        switches_0[index], switches_1[index] = board.switches[0], board.switches[1]
        declared_0, declared_1 = board.declared[0] != ZERO, board.declared[1] != ZERO
        traitors_declared[index] = np.int64(declared_0) + np.int64(declared_1)
