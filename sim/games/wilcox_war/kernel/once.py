"""Wilcox War once through, compiled.

Both players draw and hide as many cards in every step, so one place in the row tells what both have drawn and one what
both have hidden; score piles only count.
"""

from __future__ import annotations

import numpy as np

from sim.contract.events import DRAW, UNFINISHED
from sim.contract.policy import OWN
from sim.games.wilcox_war.kernel.choices import (
    ascending,
    ask,
    chosen_place,
    play_card,
    see_hands,
    with_new,
)
from sim.games.wilcox_war.rules import COLUMNS
from sim.kernels.compiling import inlined, kernel
from sim.kernels.philox import ONE, open_stream
from sim.kernels.seats import FIRST_SEAT

_ENDINGS = next(column.categories for column in COLUMNS if column.name == "ending")
CARDS, RUN_OUT, CAP = (np.int8(_ENDINGS.index(ending)) for ending in ("cards", "run-out", "cap"))
"""The codes of the endings."""

_TWO, _THREE = np.uint64(2), np.uint64(3)


@inlined
def _card(cards, at, place, player):
    """Return a card of a player's pack in the row that begins at ``at``."""
    return np.int64(cards[at + _TWO * place + player])


@kernel
def _own_choice(choosers, player, mine, his, held, cards, at, piles, won, ties, pot, game):
    """Return the place in the hand of what a user's own policy plays, -1 if it is not there.

    Parameters
    ----------
    choosers, player
        Of the game, and who chooses (uint64).
    mine, his, held
        The hands.
    cards, at
        The deals, and where the row begins.
    piles
        Three uint64: the place of the top of both draw piles, the one below their bottoms, and where that was at the
        beginning of the turn.
    won
        Two int64: the sizes of the score piles, the own first.
    ties, pot, game
        How many ties there were in this turn, the cards on the table, and the game's number.
    """
    top, bottom, floor = piles
    view = choosers.seen
    other = ONE - player
    size = np.int64(bottom - top)
    tops = np.int64(0), np.int64(0)
    if size > 0:
        tops = _card(cards, at, top, player), _card(cards, at, top, other)
    sizes = tops[0], tops[1], size, size, won[0], won[1]
    see_hands(view, mine, his, held, sizes, choosers.tied, ties, np.int64(floor - bottom), pot)
    for place in range(min(top + ONE, bottom), floor):
        view[0].unseen[_card(cards, at, place, player)] += 1
        view[0].other_unseen[_card(cards, at, place, other)] += 1
    return ask(choosers, player, mine, game)


@kernel
def play_once(cards, width, limits, choosers, seed, first, columns):
    """Play every deal once through and write the outcome columns.

    Parameters
    ----------
    cards
        uint8: the deals, one after the other.
    width
        uint64: the cards of a row.
    limits, choosers
        The rules, and the players.
    seed, first
        uint64: where chance comes from, and the number of the first game.
    columns
        One array (games,) for each outcome column, filled.
    """
    winner, ending, cards_0, cards_1, battles, turns, wars = columns
    code_0, code_1 = choosers.codes[0], choosers.codes[1]
    chance_0, chance_1 = choosers.chances[0], choosers.chances[1]
    draws_0, draws_1 = choosers.draws[0], choosers.draws[1]
    tied, solver = choosers.tied, (choosers.work, choosers.battles)
    prizes, most_turns = limits.prizes, limits.most_turns
    zero, one = np.uint64(0), ONE
    for index in range(np.uint64(len(winner))):
        game = first + index
        if draws_0:
            open_stream(chance_0, game, FIRST_SEAT)
        if draws_1:
            open_stream(chance_1, game, FIRST_SEAT + ONE)
        at = index * width
        a_0, b_0, c_0 = ascending(
            _card(cards, at, zero, zero), _card(cards, at, one, zero), _card(cards, at, _TWO, zero)
        )
        a_1, b_1, c_1 = ascending(
            _card(cards, at, zero, one), _card(cards, at, one, one), _card(cards, at, _TWO, one)
        )
        held = np.int64(3)
        top, bottom = _THREE, width // _TWO
        floor = bottom
        won_0, won_1, pot, ties = np.int64(0), np.int64(0), np.int64(0), np.int64(0)
        compared, played = np.int64(0), np.int64(0)
        end = CARDS
        while True:
            if code_0 == OWN and a_0 != c_0:
                place_0 = _own_choice(
                    choosers, zero, (a_0, b_0, c_0), (a_1, b_1, c_1), held, cards, at, (top, bottom, floor),
                    (won_0, won_1), ties, pot, game,
                )  # fmt: skip
                if place_0 < 0:
                    return
            else:
                place_0 = chosen_place(
                    code_0, a_0, b_0, c_0, a_1, b_1, c_1, held, pot, chance_0, seed, solver
                )
            if code_1 == OWN and a_1 != c_1:
                place_1 = _own_choice(
                    choosers, one, (a_1, b_1, c_1), (a_0, b_0, c_0), held, cards, at, (top, bottom, floor),
                    (won_1, won_0), ties, pot, game,
                )  # fmt: skip
                if place_1 < 0:
                    return
            else:
                place_1 = chosen_place(
                    code_1, a_1, b_1, c_1, a_0, b_0, c_0, held, pot, chance_1, seed, solver
                )
            card_0, low_0, high_0 = play_card(a_0, b_0, c_0, place_0)
            card_1, low_1, high_1 = play_card(a_1, b_1, c_1, place_1)
            compared += 1
            pot += 2
            is_tie = card_0 == card_1
            if not is_tie:
                won_0 += pot * np.int64(card_0 > card_1)
                won_1 += pot * np.int64(card_0 < card_1)
                pot = np.int64(0)
                played += 1
            can_draw = top < bottom
            if can_draw:
                a_0, b_0, c_0 = with_new(low_0, high_0, _card(cards, at, top, zero))
                a_1, b_1, c_1 = with_new(low_1, high_1, _card(cards, at, top, one))
                top += ONE
            else:
                # Fewer than three from here on: the highest stands for those that lack.
                if held == 3:
                    a_0, b_0, c_0 = low_0, high_0, high_0
                    a_1, b_1, c_1 = low_1, high_1, high_1
                else:
                    a_0, a_1 = a_0 + c_0 - card_0, a_1 + c_1 - card_1
                    b_0, c_0, b_1, c_1 = a_0, a_0, a_1, a_1
                held -= 1
            if is_tie:
                tied[np.uint64(ties)] = card_0
                ties += 1
                hidden = min(prizes, bottom - top)
                bottom -= hidden
                pot += 2 * np.int64(hidden)
                if held == 0:
                    won_0 += pot // 2
                    won_1 += pot // 2
                    played += 1
                    break
            else:
                if not can_draw:
                    break
                ties = np.int64(0)
                floor = bottom
                if played == most_turns:
                    end = CAP
                    break
        kept = held + np.int64(bottom - top)
        won_0 += kept
        won_1 += kept
        who = np.int64(DRAW) if won_0 == won_1 else np.int64(won_0 < won_1)
        winner[index] = UNFINISHED if end == CAP else who
        ending[index] = end
        cards_0[index], cards_1[index] = won_0, won_1
        battles[index], turns[index], wars[index] = compared, played, compared - played
