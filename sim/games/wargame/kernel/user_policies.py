"""The workspace of a game of Wargame, compiled, and the calls of users' own policies."""

from typing import NamedTuple

import numpy as np

from sim.games.wargame.kernel.bits import at
from sim.games.wargame.kernel.board import COLUMNS, reach
from sim.games.wargame.policies.cards import SHOOTERS
from sim.games.wargame.policies.view import ATTACK, DEPLOY, SWITCH, TRAITOR
from sim.kernels.bits import count_bits, lowest_bit
from sim.kernels.compiling import inlined, part
from sim.kernels.words import ONE, TWO, ZERO
from sim.policies.kernel.compiled import call_policy, note_fault

NOBODY = TWO
"""Stands for a player: neither of them, or the one that a coin chooses."""

ILLEGAL = np.uint64(1 << 62)
"""Stands for an illegal answer."""

NOT_ATTACKED = np.int64(-1)
_FIRST_SHOOTER, _LAST_SHOOTER = np.int64(SHOOTERS[0]), np.int64(SHOOTERS[-1])


class Table(NamedTuple):
    """The workspace of a game."""

    boards: np.ndarray  # the layout: one record
    # int64 (2, 4): each player's policies, as in `Seats`
    codes: np.ndarray
    addresses: np.ndarray
    draws: np.ndarray  # bool (2,): whether any of them can draw
    # The players' streams, and their addresses
    chances: np.ndarray
    chance_addresses: np.ndarray
    # The record that a user's own policy sees, and its address
    shown: np.ndarray
    shown_address: int
    fault: np.ndarray  # int64 (4,): see `Seats`


@part
def _fill(table, seat, attacked, began, ahead):
    """Fill the record with what a player sees."""
    board, seen = table.boards[0], table.shown[0]
    other = ONE - seat
    cards = count_bits(board.held[seat])
    for place in range(COLUMNS):
        seen.own[place] = at(board.lines[seat], place)
        seen.other[place] = at(board.lines[other], place)
        seen.result[place] = np.int64((board.won[seat] >> place) & ONE) - np.int64(
            (board.won[other] >> place) & ONE
        )
        seen.held[place] = at(board.cards[seat], place) if place < cards else ZERO
    seen.held_count = cards
    seen.began = began == seat
    seen.ahead = (
        np.int64(0)
        if ahead == NOBODY
        else np.int64(1)
        if ahead == seat
        else np.int64(-1)
    )
    seen.kept = board.kept[seat]
    seen.own_declared, seen.other_declared = board.declared[seat], board.declared[other]
    seen.own_chips, seen.other_chips = board.chips[seat], board.chips[other]
    seen.attacked = attacked


@part
def ask(table, seat, part, attacked, began, ahead):
    """Return the answer of a user's own policy."""
    _fill(table, seat, attacked, began, ahead)
    return call_policy(
        table.addresses[seat, part], table.shown_address, table.chance_addresses[seat]
    )


@part
def refuse(table, game, seat, answer):
    """Record an illegal answer; return ``ILLEGAL``."""
    note_fault(table.fault, game, seat, answer)
    return ILLEGAL


@part
def ask_deploy(table, game, seat, began):
    """Return where a user's own policy deploys, ``13 * card + place``."""
    answer = ask(table, seat, DEPLOY, NOT_ATTACKED, began, NOBODY)
    board = table.boards[0]
    move = np.uint64(answer)
    card, place = move // COLUMNS, move % COLUMNS
    if (
        answer < 0
        or card > COLUMNS
        or not (board.held[seat] >> card) & ONE
        or (board.filled[seat] >> place) & ONE
    ):
        return refuse(table, game, seat, answer)
    return move


@part
def ask_traitor(table, game, seat, began, ahead):
    """Return the traitor card that a user's own policy keeps."""
    answer = ask(table, seat, TRAITOR, NOT_ATTACKED, began, ahead)
    if answer < _FIRST_SHOOTER or answer > _LAST_SHOOTER:
        return refuse(table, game, seat, answer)
    return np.uint64(answer)


@part
def ask_attack(table, game, seat, began, ahead, open_columns):
    """Return the column that a user's own policy attacks."""
    answer = ask(table, seat, ATTACK, NOT_ATTACKED, began, ahead)
    column = np.uint64(answer)
    if answer < 0 or column >= COLUMNS or not (open_columns >> column) & ONE:
        return refuse(table, game, seat, answer)
    return column


@inlined
def _can_switch(board, seat, open_columns):
    """Return whether a player can switch any two columns."""
    if board.chips[seat] == ZERO:
        return False
    columns = open_columns
    lost = board.won[ONE - seat]
    possible = False
    while columns != ZERO and not possible:
        column = lowest_bit(columns)
        columns &= columns - ONE
        possible = columns & reach(lost, column) != ZERO
    return possible


@part
def ask_switch(table, game, seat, attacked, began, ahead, open_columns):
    """Return the switch of a user's own policy."""
    board = table.boards[0]
    if not _can_switch(board, seat, open_columns):
        return ZERO
    answer = ask(table, seat, SWITCH, attacked, began, ahead)
    if answer == 0:
        return ZERO
    move = np.uint64(answer)
    low, high = move // COLUMNS, move % COLUMNS
    if (
        answer < 0
        or low >= high
        or not (open_columns >> low) & (open_columns >> high) & ONE
        or not (reach(board.won[ONE - seat], low) >> high) & ONE
    ):
        return refuse(table, game, seat, answer)
    return move
