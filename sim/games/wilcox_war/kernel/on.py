"""Wilcox War played on until a score pile is too small, compiled.

Cards lie in three places for each player, one after the other in an array: draw pile, score pile, and his stack on the
table. Their ends are kept apart, four numbers for each player.
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
from sim.games.wilcox_war.kernel.once import CAP, RUN_OUT
from sim.kernels.compiling import inlined, kernel
from sim.kernels.philox import ONE, open_stream, shuffle
from sim.kernels.seats import FIRST_SEAT

_PLAY = np.uint64(1)
_ZERO, _TWO, _THREE, _FOUR = np.uint64(0), np.uint64(2), np.uint64(3), np.uint64(4)
_TOP, _BOTTOM, _SCORE, _STACK = _ZERO, ONE, _TWO, _THREE
"""Where the ends of a player's places are kept: the top of the draw pile, the place below its bottom, how many cards
the score pile has, and how many the stack."""


@inlined
def _end(ends, player, which):
    return ends[_FOUR * player + which]


@inlined
def _set_end(ends, player, which, value):
    ends[_FOUR * player + which] = value


@inlined
def _has_card(table, width, least, player, seed):
    """Return whether a player's draw pile has a card, once remade if it must and can be."""
    ends = table[3]
    has = _end(ends, player, _TOP) < _end(ends, player, _BOTTOM)
    if not has:
        has = _remake(table, width, least, player, seed)
    return has


@kernel
def _remake(table, width, least, player, seed):
    """Shuffle a player's score pile into a new draw pile, if it is large enough; return whether."""
    pile, score, _, ends, state = table
    size = _end(ends, player, _SCORE)
    if size < least:
        return False
    start = player * width
    shuffle(score, start, size, state, seed)
    for place in range(start, start + size):
        pile[place] = score[place]
    _set_end(ends, player, _TOP, _ZERO)
    _set_end(ends, player, _BOTTOM, size)
    _set_end(ends, player, _SCORE, _ZERO)
    return True


@inlined
def _drawn(table, width, player):
    """Take the top card of a draw pile that has one."""
    pile, _, _, ends, _ = table
    top = _end(ends, player, _TOP)
    _set_end(ends, player, _TOP, top + ONE)
    return np.int64(pile[player * width + top])


@inlined
def _lay(table, width, player, card):
    """Put a card on a player's stack."""
    _, _, stack, ends, _ = table
    laid = _end(ends, player, _STACK)
    stack[player * width + laid] = card
    _set_end(ends, player, _STACK, laid + ONE)


@kernel
def _hide(table, width, limits, player, seed):
    """Let a player hide his prizes, as many as he can; return whether he could hide all."""
    pile, _, _, ends, _ = table
    for _ in range(limits.prizes):
        if not _has_card(table, width, limits.least, player, seed):
            return False
        bottom = _end(ends, player, _BOTTOM) - ONE
        _set_end(ends, player, _BOTTOM, bottom)
        _lay(table, width, player, pile[player * width + bottom])
    return True


@kernel
def _take_pot(table, width, player):
    """Put both stacks on a player's score pile, his own first."""
    _, score, stack, ends, _ = table
    size = player * width + _end(ends, player, _SCORE)
    for whose in (player, ONE - player):
        start = whose * width
        for place in range(start, start + _end(ends, whose, _STACK)):
            score[size] = stack[place]
            size += ONE
        _set_end(ends, whose, _STACK, _ZERO)
    _set_end(ends, player, _SCORE, size - player * width)


@inlined
def _take_pair(table, width, player, card_0, card_1):
    """Put the two cards of a battle without a war on the score pile of who has won it: his own is the higher one."""
    _, score, _, ends, _ = table
    size = _end(ends, player, _SCORE)
    at = player * width + size
    score[at], score[at + ONE] = max(card_0, card_1), min(card_0, card_1)
    _set_end(ends, player, _SCORE, size + _TWO)


@inlined
def _own_cards(ends, player):
    """Return how many cards a player has apart from his hand."""
    pile = _end(ends, player, _BOTTOM) - _end(ends, player, _TOP)
    return np.int64(pile + _end(ends, player, _SCORE) + _end(ends, player, _STACK))


@inlined
def _top_card(table, width, player):
    """Return the top card of a draw pile, 0 where there is none."""
    pile, _, _, ends, _ = table
    top = _end(ends, player, _TOP)
    return np.int64(pile[player * width + top]) if top < _end(ends, player, _BOTTOM) else np.int64(0)


@inlined
def _pile_size(ends, player):
    return np.int64(_end(ends, player, _BOTTOM) - _end(ends, player, _TOP))


@inlined
def _count_unseen(table, width, prizes, player, counts):
    """Count by rank the cards of a player below the top of his draw pile, and his prizes on the table."""
    pile, _, stack, ends, _ = table
    start = player * width
    for place in range(start + _end(ends, player, _TOP) + ONE, start + _end(ends, player, _BOTTOM)):
        counts[np.uint64(pile[place])] += 1
    for place in range(_end(ends, player, _STACK)):
        # Every face-up card on the table has its prizes behind it.
        if place % (prizes + ONE) > _ZERO:
            counts[np.uint64(stack[start + place])] += 1


@kernel
def _own_choice(choosers, player, mine, his, table, width, prizes, ties, pot, game):
    """Return the place in the hand of what a user's own policy plays, -1 if it is not there.

    Parameters
    ----------
    choosers, player
        Of the game, and who chooses (uint64).
    mine, his
        The hands.
    table, width
        The cards in their places, and how many cards a row has.
    prizes, ties, pot, game
        The cards hidden in a war, how many ties there were in this turn, the cards on the table, and the game's
        number.
    """
    _, _, _, ends, _ = table
    view = choosers.seen
    other = ONE - player
    sizes = (
        _top_card(table, width, player),
        _top_card(table, width, other),
        _pile_size(ends, player),
        _pile_size(ends, other),
        np.int64(_end(ends, player, _SCORE)),
        np.int64(_end(ends, other, _SCORE)),
    )
    hidden = ties * np.int64(prizes)
    see_hands(view, mine, his, np.int64(3), sizes, choosers.tied, ties, hidden, pot)
    _count_unseen(table, width, prizes, player, view[0].unseen)
    _count_unseen(table, width, prizes, other, view[0].other_unseen)
    return ask(choosers, player, mine, game)


@kernel
def play_on(cards, width, limits, choosers, seed, first, columns, table):
    """Play every deal until a score pile is too small, and write the outcome columns.

    Parameters
    ----------
    cards, width, limits, choosers, seed, first, columns
        As :func:`sim.games.wilcox_war.kernel.once.play_once`.
    table
        Three uint8 (2 * width,): draw piles, score piles and stacks, player 0's first; uint64 (8,): their ends; uint64
        (BUFFER,): the stream of the shuffles.
    """
    winner, ending, cards_0, cards_1, battles, turns, wars = columns
    pile, _, _, ends, state = table
    code_0, code_1 = choosers.codes[0], choosers.codes[1]
    chance_0, chance_1 = choosers.chances[0], choosers.chances[1]
    draws_0, draws_1 = choosers.draws[0], choosers.draws[1]
    tied, solver = choosers.tied, (choosers.work, choosers.battles)
    full = np.int64(3)
    for index in range(np.uint64(len(winner))):
        game = first + index
        open_stream(state, game, _PLAY)
        if draws_0:
            open_stream(chance_0, game, FIRST_SEAT)
        if draws_1:
            open_stream(chance_1, game, FIRST_SEAT + ONE)
        at = index * width
        size = width // _TWO
        for player in range(_TWO):
            for place in range(size):
                pile[player * width + place] = cards[at + _TWO * place + player]
            _set_end(ends, player, _TOP, _ZERO)
            _set_end(ends, player, _BOTTOM, size)
            _set_end(ends, player, _SCORE, _ZERO)
            _set_end(ends, player, _STACK, _ZERO)
        a_0, b_0, c_0 = ascending(
            _drawn(table, width, _ZERO), _drawn(table, width, _ZERO), _drawn(table, width, _ZERO)
        )
        a_1, b_1, c_1 = ascending(
            _drawn(table, width, ONE), _drawn(table, width, ONE), _drawn(table, width, ONE)
        )
        pot, ties = np.int64(0), np.int64(0)
        compared, played = np.int64(0), np.int64(0)
        can_0 = can_1 = True
        end = RUN_OUT
        while True:
            if code_0 == OWN and a_0 != c_0:
                place_0 = _own_choice(
                    choosers, _ZERO, (a_0, b_0, c_0), (a_1, b_1, c_1), table, width, limits.prizes, ties, pot, game
                )  # fmt: skip
                if place_0 < 0:
                    return
            else:
                place_0 = chosen_place(
                    code_0, a_0, b_0, c_0, a_1, b_1, c_1, full, pot, chance_0, seed, solver
                )
            if code_1 == OWN and a_1 != c_1:
                place_1 = _own_choice(
                    choosers, ONE, (a_1, b_1, c_1), (a_0, b_0, c_0), table, width, limits.prizes, ties, pot, game
                )  # fmt: skip
                if place_1 < 0:
                    return
            else:
                place_1 = chosen_place(
                    code_1, a_1, b_1, c_1, a_0, b_0, c_0, full, pot, chance_1, seed, solver
                )
            card_0, low_0, high_0 = play_card(a_0, b_0, c_0, place_0)
            card_1, low_1, high_1 = play_card(a_1, b_1, c_1, place_1)
            compared += 1
            is_tie = card_0 == card_1
            if is_tie or ties > 0:
                _lay(table, width, _ZERO, card_0)
                _lay(table, width, ONE, card_1)
            if not is_tie:
                taker = np.uint64(card_0 < card_1)
                if ties > 0:
                    _take_pot(table, width, taker)
                else:
                    _take_pair(table, width, taker, card_0, card_1)
                played += 1
            can_0 = _has_card(table, width, limits.least, _ZERO, seed)
            can_1 = _has_card(table, width, limits.least, ONE, seed)
            kept = np.int64(2)
            if not (can_0 and can_1):
                break
            a_0, b_0, c_0 = with_new(low_0, high_0, _drawn(table, width, _ZERO))
            a_1, b_1, c_1 = with_new(low_1, high_1, _drawn(table, width, ONE))
            kept = full
            if is_tie:
                tied[np.uint64(ties)] = card_0
                ties += 1
                can_0 = _hide(table, width, limits, _ZERO, seed)
                can_1 = _hide(table, width, limits, ONE, seed)
                if not (can_0 and can_1):
                    break
                pot += 2 + 2 * np.int64(limits.prizes)
            else:
                ties, pot = np.int64(0), np.int64(0)
                if played == limits.most_turns:
                    end = CAP
                    break
        # A turn that a player could not finish is one, too.
        begun = played + np.int64(compared > 0 and end == RUN_OUT and is_tie)
        if end == CAP:
            who = np.int64(UNFINISHED)
        elif can_0 or can_1:
            who = np.int64(can_1)
        else:
            score_0, score_1 = _end(ends, _ZERO, _SCORE), _end(ends, ONE, _SCORE)
            who = np.int64(DRAW) if score_0 == score_1 else np.int64(score_0 < score_1)
        winner[index], ending[index] = who, end
        cards_0[index], cards_1[index] = kept + _own_cards(ends, _ZERO), kept + _own_cards(ends, ONE)
        # The tie that ends the game is followed by no comparison.
        battles[index], turns[index], wars[index] = compared, begun, compared - begun
