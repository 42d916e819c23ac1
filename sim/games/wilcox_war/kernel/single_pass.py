"""Wilcox War once through, compiled: both players always draw and hide equally many cards, so one place marks both."""

import numpy as np

from sim.contract.events import UNFINISHED
from sim.games.wilcox_war.kernel.choices import (
    ascending,
    places_of,
    play_card,
    see_hands,
    with_new,
)
from sim.games.wilcox_war.kernel.rows import CAP, CARDS, STOPPED, with_more, write_row
from sim.kernels.chances import open_seats
from sim.kernels.compiling import inlined, kernel, part
from sim.kernels.words import ONE, THREE, TWO, ZERO


@inlined
def _card(row, place, player):
    """Return a card of a player's pack in a row: the deals, and where it begins."""
    cards, at = row
    return np.int64(cards[at + TWO * place + player])


@inlined
def _first_hand(row, player):
    """Return a player's first hand."""
    return ascending(
        _card(row, ZERO, player), _card(row, ONE, player), _card(row, TWO, player)
    )


@inlined
def _fewer(hand, card, low, high, held):
    """Return what is left of a hand when nothing can be drawn, with the highest card repeated."""
    left = (low, high, high)
    if held < 3:
        other = hand[0] + hand[2] - card
        left = (other, other, other)
    return left


@part
def _show(choosers, player, hands, seen):
    """Fill the record that a user's own policy sees."""
    row, held, (top, bottom, floor), won, (ties, pot) = seen
    view = choosers.seen
    other = ONE - player
    size = np.int64(bottom - top)
    tops = np.int64(0), np.int64(0)
    if size > 0:
        tops = _card(row, top, player), _card(row, top, other)
    sizes = tops[0], tops[1], size, size, won[player], won[other]
    see_hands(choosers, hands, held, sizes, (ties, np.int64(floor - bottom), pot))
    for place in range(min(top + ONE, bottom), floor):
        view[0].unseen[_card(row, place, player)] += 1
        view[0].other_unseen[_card(row, place, other)] += 1


@inlined
def _play_game(row, width, limits, choosers, game, seed):
    """Play one deal through; return its ending, both players' cards at the end, battles and turns."""
    # One long function: hands and counts stay in registers from turn to turn.
    first, second = (
        (ZERO, choosers.codes[0], choosers.chances[0]),
        (ONE, choosers.codes[1], choosers.chances[1]),
    )
    hand_0, hand_1 = _first_hand(row, ZERO), _first_hand(row, ONE)
    held = np.int64(3)
    top, bottom = THREE, width // TWO
    floor = bottom
    won_0, won_1, pot, ties = np.int64(0), np.int64(0), np.int64(0), np.int64(0)
    compared, played = np.int64(0), np.int64(0)
    end = CARDS
    while True:
        turn = held, pot, game, seed
        seen = row, held, (top, bottom, floor), (won_0, won_1), (ties, pot)
        place_0, place_1 = places_of(
            choosers, first, second, (hand_0, hand_1), turn, _show, seen
        )
        if place_0 < 0:
            end = STOPPED
            break
        card_0, low_0, high_0 = play_card(hand_0, place_0)
        card_1, low_1, high_1 = play_card(hand_1, place_1)
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
            hand_0 = with_new(low_0, high_0, _card(row, top, ZERO))
            hand_1 = with_new(low_1, high_1, _card(row, top, ONE))
            top += ONE
        else:
            hand_0 = _fewer(hand_0, card_0, low_0, high_0, held)
            hand_1 = _fewer(hand_1, card_1, low_1, high_1, held)
            held -= 1
        if is_tie:
            choosers.tied[np.uint64(ties)] = card_0
            ties += 1
            hidden = min(limits.prizes, bottom - top)
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
            if played == limits.most_turns:
                end = CAP
                break
    kept = held + np.int64(bottom - top)
    return end, won_0 + kept, won_1 + kept, compared, played


@kernel
def play_once(cards, limits, choosers, seed, first, width, columns):
    """Play every deal once through and write the outcome columns."""
    for index in range(np.uint64(len(columns.winner))):
        game = first + index
        open_seats(choosers.draws, choosers.chances, game)
        end, cards_0, cards_1, battles, turns = _play_game(
            (cards, index * width), width, limits, choosers, game, seed
        )
        if end == STOPPED:
            return
        winner = np.int64(UNFINISHED) if end == CAP else with_more(cards_0, cards_1)
        write_row(columns, index, winner, end, (cards_0, cards_1), battles, turns)
