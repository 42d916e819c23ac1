"""The table of Wilcox War played on, compiled: draw piles, score piles and stacks, player 0's first in each array."""

from typing import NamedTuple

import numpy as np

from sim.kernels.compiling import inlined, part
from sim.kernels.philox import BUFFER, shuffle
from sim.kernels.words import FOUR, ONE, THREE, TWO, ZERO

TOP, BOTTOM, SCORE, STACK = ZERO, ONE, TWO, THREE
"""Where the ends of a player's places are kept: the top of the draw pile, the place below its bottom, how many cards
the score pile has, and how many the stack."""


class Table(NamedTuple):
    """Where the cards of a game lie."""

    # uint8 (2 * width,): draw piles, score piles and stacks, player 0's first
    pile: np.ndarray
    score: np.ndarray
    stack: np.ndarray
    ends: np.ndarray  # uint64 (8,): their ends, player 0's first
    state: np.ndarray  # uint64 (BUFFER,): the stream of the shuffles
    width: np.uint64  # the cards of a deal; every place has room for all of them


def table_for(width: int) -> Table:
    """Return a table for deals of ``width`` cards."""
    pile, score, stack = (np.empty(2 * width, np.uint8) for _ in range(3))
    return Table(
        pile,
        score,
        stack,
        np.empty(8, np.uint64),
        np.empty(BUFFER, np.uint64),
        np.uint64(width),
    )


@inlined
def end_of(table, player, which):
    """Return an end of one of a player's places."""
    return table.ends[FOUR * player + which]


@inlined
def _set_end(table, player, which, value):
    table.ends[FOUR * player + which] = value


@inlined
def deal_in(table, cards, at):
    """Give both players the draw piles of the deal that begins at a place, and clear the rest."""
    size = table.width // TWO
    for player in range(TWO):
        for place in range(size):
            table.pile[player * table.width + place] = cards[at + TWO * place + player]
        _set_end(table, player, TOP, ZERO)
        _set_end(table, player, BOTTOM, size)
        _set_end(table, player, SCORE, ZERO)
        _set_end(table, player, STACK, ZERO)


@inlined
def has_card(table, least, player, seed):
    """Return whether a player's draw pile has a card, remaking an empty one if possible."""
    has = end_of(table, player, TOP) < end_of(table, player, BOTTOM)
    if not has:
        has = _remake(table, least, player, seed)
    return has


@part
def _remake(table, least, player, seed):
    """Shuffle a player's score pile into a new draw pile, if it is large enough; return whether it was."""
    size = end_of(table, player, SCORE)
    if size < least:
        return False
    start = player * table.width
    shuffle(table.score, start, size, table.state, seed)
    for place in range(start, start + size):
        table.pile[place] = table.score[place]
    _set_end(table, player, TOP, ZERO)
    _set_end(table, player, BOTTOM, size)
    _set_end(table, player, SCORE, ZERO)
    return True


@inlined
def drawn(table, player):
    """Take the top card of a draw pile that has one."""
    top = end_of(table, player, TOP)
    _set_end(table, player, TOP, top + ONE)
    return np.int64(table.pile[player * table.width + top])


@inlined
def lay(table, player, card):
    """Put a card on a player's stack."""
    laid = end_of(table, player, STACK)
    table.stack[player * table.width + laid] = card
    _set_end(table, player, STACK, laid + ONE)


@part
def hide(table, limits, player, seed):
    """Let a player hide prizes, as far as the cards last; return whether all could be hidden."""
    for _ in range(limits.prizes):
        if not has_card(table, limits.least, player, seed):
            return False
        bottom = end_of(table, player, BOTTOM) - ONE
        _set_end(table, player, BOTTOM, bottom)
        lay(table, player, table.pile[player * table.width + bottom])
    return True


@part
def take_pot(table, player):
    """Put both stacks on a player's score pile, the player's own first."""
    size = player * table.width + end_of(table, player, SCORE)
    for whose in (player, ONE - player):
        start = whose * table.width
        for place in range(start, start + end_of(table, whose, STACK)):
            table.score[size] = table.stack[place]
            size += ONE
        _set_end(table, whose, STACK, ZERO)
    _set_end(table, player, SCORE, size - player * table.width)


@inlined
def take_pair(table, player, card_0, card_1):
    """Put the two cards of a battle without a war on its winner's score pile, the winner's own, higher card first."""
    size = end_of(table, player, SCORE)
    at = player * table.width + size
    table.score[at], table.score[at + ONE] = max(card_0, card_1), min(card_0, card_1)
    _set_end(table, player, SCORE, size + TWO)


@inlined
def own_cards(table, player):
    """Return how many cards a player has apart from the hand."""
    pile = end_of(table, player, BOTTOM) - end_of(table, player, TOP)
    return np.int64(pile + end_of(table, player, SCORE) + end_of(table, player, STACK))


@inlined
def top_card(table, player):
    """Return the top card of a draw pile, 0 if it is empty."""
    top = end_of(table, player, TOP)
    if top < end_of(table, player, BOTTOM):
        card = np.int64(table.pile[player * table.width + top])
    else:
        card = np.int64(0)
    return card


@inlined
def pile_size(table, player):
    """Return how many cards a draw pile has."""
    return np.int64(end_of(table, player, BOTTOM) - end_of(table, player, TOP))


@inlined
def count_unseen(table, prizes, player, counts):
    """Count by rank the cards of a player below the top of the draw pile, and the prizes on the table."""
    start = player * table.width
    for place in range(
        start + end_of(table, player, TOP) + ONE, start + end_of(table, player, BOTTOM)
    ):
        counts[np.uint64(table.pile[place])] += 1
    for place in range(end_of(table, player, STACK)):
        # Every face-up card on the table has its prizes behind it.
        if place % (prizes + ONE) > ZERO:
            counts[np.uint64(table.stack[start + place])] += 1
