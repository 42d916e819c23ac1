"""Wilcox War played on until a score pile is too small, compiled; the cards lie as :mod:`.table` says."""

import numpy as np

from sim.contract.events import UNFINISHED
from sim.games.wilcox_war.kernel import table as at
from sim.games.wilcox_war.kernel.choices import (
    ascending,
    places_of,
    play_card,
    see_hands,
    with_new,
)
from sim.games.wilcox_war.kernel.rows import CAP, RUN_OUT, STOPPED, with_more, write_row
from sim.kernels.chances import open_seats
from sim.kernels.compiling import inlined, kernel, part
from sim.kernels.philox import PLAY, open_stream
from sim.kernels.words import ONE, ZERO

_FULL = np.int64(3)
"""The cards of a hand."""


@part
def _show(choosers, player, hands, seen):
    """Fill the record that a user's own policy sees."""
    table, prizes, ties, pot = seen
    other = ONE - player
    sizes = (
        at.top_card(table, player),
        at.top_card(table, other),
        at.pile_size(table, player),
        at.pile_size(table, other),
        np.int64(at.end_of(table, player, at.SCORE)),
        np.int64(at.end_of(table, other, at.SCORE)),
    )
    see_hands(choosers, hands, _FULL, sizes, (ties, ties * np.int64(prizes), pot))
    view = choosers.seen
    at.count_unseen(table, prizes, player, view[0].unseen)
    at.count_unseen(table, prizes, other, view[0].other_unseen)


@inlined
def _first_hand(table, player):
    """Draw and return a player's first hand."""
    return ascending(
        at.drawn(table, player), at.drawn(table, player), at.drawn(table, player)
    )


@inlined
def _play_game(table, limits, choosers, game, seed):
    """Play one deal to the end; return its ending, its winner, the cards left in each hand, battles and turns."""
    # One long function: hands and counts stay in registers from turn to turn.
    first, second = (
        (ZERO, choosers.codes[0], choosers.chances[0]),
        (ONE, choosers.codes[1], choosers.chances[1]),
    )
    hand_0, hand_1 = _first_hand(table, ZERO), _first_hand(table, ONE)
    pot, ties = np.int64(0), np.int64(0)
    compared, played = np.int64(0), np.int64(0)
    kept = _FULL
    can_0 = can_1 = is_tie = True
    end = RUN_OUT
    while True:
        turn = _FULL, pot, game, seed
        seen = table, limits.prizes, ties, pot
        place_0, place_1 = places_of(
            choosers, first, second, (hand_0, hand_1), turn, _show, seen
        )
        if place_0 < 0:
            end = STOPPED
            break
        card_0, low_0, high_0 = play_card(hand_0, place_0)
        card_1, low_1, high_1 = play_card(hand_1, place_1)
        compared += 1
        is_tie = card_0 == card_1
        if is_tie or ties > 0:
            at.lay(table, ZERO, card_0)
            at.lay(table, ONE, card_1)
        if not is_tie:
            taker = np.uint64(card_0 < card_1)
            if ties > 0:
                at.take_pot(table, taker)
            else:
                at.take_pair(table, taker, card_0, card_1)
            played += 1
        can_0 = at.has_card(table, limits.least, ZERO, seed)
        can_1 = at.has_card(table, limits.least, ONE, seed)
        kept = np.int64(2)
        if not (can_0 and can_1):
            break
        hand_0 = with_new(low_0, high_0, at.drawn(table, ZERO))
        hand_1 = with_new(low_1, high_1, at.drawn(table, ONE))
        kept = _FULL
        if is_tie:
            choosers.tied[np.uint64(ties)] = card_0
            ties += 1
            can_0 = at.hide(table, limits, ZERO, seed)
            can_1 = at.hide(table, limits, ONE, seed)
            if not (can_0 and can_1):
                break
            pot += 2 + 2 * np.int64(limits.prizes)
        else:
            ties, pot = np.int64(0), np.int64(0)
            if played == limits.most_turns:
                end = CAP
                break
    if end == CAP:
        winner = np.int64(UNFINISHED)
    elif can_0 or can_1:
        winner = np.int64(can_1)
    else:
        winner = with_more(
            at.end_of(table, ZERO, at.SCORE), at.end_of(table, ONE, at.SCORE)
        )
    # A turn that a player could not finish counts too: no comparison follows a tie that ends the game.
    begun = played + np.int64(end == RUN_OUT and is_tie)
    return end, winner, kept, compared, begun


@kernel
def play_on(cards, limits, choosers, seed, first, table, columns):
    """Play every deal to the end and write the outcome columns."""
    for index in range(np.uint64(len(columns.winner))):
        game = first + index
        open_stream(table.state, game, PLAY)
        open_seats(choosers.draws, choosers.chances, game)
        at.deal_in(table, cards, index * table.width)
        end, winner, kept, battles, turns = _play_game(
            table, limits, choosers, game, seed
        )
        if end == STOPPED:
            return
        held = kept + at.own_cards(table, ZERO), kept + at.own_cards(table, ONE)
        write_row(columns, index, winner, end, held, battles, turns)
