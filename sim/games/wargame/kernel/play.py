"""Games of Wargame from the empty layout to the end, compiled."""

from typing import NamedTuple

import numpy as np

from sim.contract.policy import OWN
from sim.games.wargame.kernel import choices
from sim.games.wargame.kernel import user_policies as own
from sim.games.wargame.kernel.bits import at, member, one, run_around
from sim.games.wargame.kernel.board import (
    ALL_COLUMNS,
    COLUMNS,
    clear,
    compare_all,
    place_card,
    switch_cards,
)
from sim.games.wargame.kernel.search import best_attack, best_switch
from sim.games.wargame.kernel.user_policies import ILLEGAL, NOBODY, NOT_ATTACKED
from sim.games.wargame.policies.cards import ENOUGH, RUN
from sim.games.wargame.policies.view import ATTACK, DEPLOY, SWITCH, TRAITOR
from sim.games.wargame.rules import ENDINGS
from sim.kernels.bits import count_bits, lowest_bit
from sim.kernels.chances import open_seats
from sim.kernels.columns import code_of
from sim.kernels.compiling import inlined, kernel, part
from sim.kernels.philox import PLAY, philox_block
from sim.kernels.ready_streams import draw_below
from sim.kernels.words import LAST_BIT, ONE, TWO, ZERO

_CARDS_OF_BOTH = TWO * COLUMNS
_ENOUGH, _RUN = np.uint64(ENOUGH), np.uint64(RUN)

_BY_SEVEN, _BY_RUN = code_of(ENDINGS, "seven"), code_of(ENDINGS, "run")
"""The codes of the endings."""

_TIED = np.int64(-1)
"""The value of the column ``ahead`` when neither player is."""


class Setting(NamedTuple):
    """The rules."""

    first: np.uint64  # the player who begins the deployment, `NOBODY` if a coin decides
    traitors: bool  # whether there are traitor cards
    chips: np.uint64  # how many chips each player has


@part
def _deploy(table, seed, game, began):
    """Lay out both lines; return False if a user's own policy makes an illegal move."""
    board = table.boards[0]
    for turn in range(_CARDS_OF_BOTH):
        # One card, then two by each player in turn, and one at the end.
        seat = began ^ (((turn + ONE) >> ONE) & ONE)
        code = table.codes[seat, DEPLOY]
        if count_bits(board.held[seat]) == ONE:
            move = lowest_bit(board.held[seat]) * COLUMNS + lowest_bit(
                ~board.filled[seat]
            )
        elif code == OWN:
            move = own.ask_deploy(table, game, seat, began)
            if move == ILLEGAL:
                return False
        else:
            move = choices.deploy(code, board, seat, table.chances, seed)
        place_card(board, seat, move // COLUMNS, move % COLUMNS)
    compare_all(board)
    return True


@part
def _keep(table, seed, game, began, ahead):
    """Let both players keep a traitor card; return False if a user's own policy makes an illegal move."""
    board = table.boards[0]
    for seat in range(TWO):
        code = table.codes[seat, TRAITOR]
        if code == OWN:
            card = own.ask_traitor(table, game, seat, began, ahead)
            if card == ILLEGAL:
                return False
        else:
            card = choices.traitor(code, board, seat, table.chances, seed)
        board.kept[seat] = card
    return True


@inlined
def _attack(table, board, seed, game, seat, open_columns, began, ahead):
    """Return the column that a player attacks."""
    code = table.codes[seat, ATTACK]
    if count_bits(open_columns) == ONE:
        column = lowest_bit(open_columns)
    elif code == OWN:
        column = own.ask_attack(table, game, seat, began, ahead, open_columns)
    elif code == choices.ATTACK_SEARCH:
        column = best_attack(board, seat, open_columns)
    elif code == choices.ATTACK_RANDOM:
        column = member(
            open_columns,
            draw_below(count_bits(open_columns), table.chances, seat, seed),
        )
    else:
        column = choices.attack(code, board, seat, open_columns)
    return column


@inlined
def _after_traitors(board, winner, column):
    """Let the loser declare a traitor, then the other player; return the winner."""
    for _ in range(TWO):
        loser = ONE - winner
        shooter = at(board.lines[winner], column)
        if board.kept[loser] != shooter:
            break
        board.declared[loser] = shooter
        winner = loser
    return winner


@part
def _battles(table, seed, game, attacker, began, ahead, traitors):
    """Fight until a player has won; return the winner, or ``NOBODY`` if a user's own policy makes an illegal move."""
    board, codes = table.boards[0], table.codes
    open_columns = ALL_COLUMNS
    while True:
        defender = ONE - attacker
        code = codes[attacker, SWITCH]
        move = ZERO
        if code == OWN:
            move = own.ask_switch(
                table, game, attacker, NOT_ATTACKED, began, ahead, open_columns
            )
        elif code == choices.SWITCH_SEARCH:
            move = best_switch(board, attacker, open_columns, COLUMNS)
        if move != ZERO:
            if move == ILLEGAL:
                return NOBODY
            switch_cards(board, attacker, move // COLUMNS, move % COLUMNS)
        column = _attack(table, board, seed, game, attacker, open_columns, began, ahead)
        if column == ILLEGAL:
            return NOBODY
        move = ZERO
        code = codes[defender, SWITCH]
        if code == OWN:
            move = own.ask_switch(
                table, game, defender, np.int64(column), began, ahead, open_columns
            )
        elif code == choices.SWITCH_SEARCH:
            move = best_switch(board, defender, open_columns, column)
        elif board.chips[defender] != ZERO:
            move = choices.defend(code, board, defender, column)
        if move != ZERO:
            if move == ILLEGAL:
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
        if count_bits(won) == _ENOUGH or run_around(won, column) >= _RUN:
            return winner
        attacker = winner


@kernel
def play_all(table, rules, seed, first, columns):
    """Play games one after the other and write the outcome columns."""
    board = table.boards[0]
    for index in range(np.uint64(len(columns.winner))):
        game = first + index
        began = rules.first
        if began == NOBODY:
            word, _, _, _ = philox_block(seed, PLAY, ONE, game)
            began = word >> LAST_BIT
        open_seats(table.draws, table.chances, game)
        clear(board, rules.chips)
        if not _deploy(table, seed, game, began):
            return
        up_0, up_1 = count_bits(board.better[0]), count_bits(board.better[1])
        ahead = NOBODY if up_0 == up_1 else np.uint64(up_1 > up_0)
        if rules.traitors and not _keep(table, seed, game, began, ahead):
            return
        attacker = began if ahead == NOBODY else ahead
        winner = _battles(table, seed, game, attacker, began, ahead, rules.traitors)
        if winner == NOBODY:
            return
        won_0, won_1 = count_bits(board.won[0]), count_bits(board.won[1])
        by_run = max(won_0, won_1) < _ENOUGH
        columns.winner[index], columns.ending[index] = (
            winner,
            _BY_RUN if by_run else _BY_SEVEN,
        )
        columns.first_deployer[index] = began
        columns.ahead[index] = _TIED if ahead == NOBODY else np.int64(ahead)
        columns.battles[index] = won_0 + won_1
        columns.wins_0[index], columns.wins_1[index], columns.by_run[index] = (
            won_0,
            won_1,
            by_run,
        )
        columns.switches_0[index], columns.switches_1[index] = (
            board.switches[0],
            board.switches[1],
        )
        declared_0, declared_1 = board.declared[0] != ZERO, board.declared[1] != ZERO
        columns.traitors_declared[index] = np.int64(declared_0) + np.int64(declared_1)
