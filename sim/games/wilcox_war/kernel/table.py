"""The piles of a player of Wilcox War, compiled.

Cards are dealt, drawn, hidden, won and shuffled again.
"""

import numpy as np

from sim.games.wilcox_war.rules import MOST_CARDS
from sim.kernels.compiling import inlined, part
from sim.kernels.philox import shuffle
from sim.kernels.words import ONE, TWO, ZERO

PILES = np.dtype(
    [
        ("pile", np.uint8, (MOST_CARDS,)),
        ("score", np.uint8, (MOST_CARDS,)),
        ("stack", np.uint8, (MOST_CARDS,)),
        ("top", np.uint64),
        ("bottom", np.uint64),
        ("won", np.uint64),
        ("laid", np.uint64),
    ],
    align=True,
)
"""A player's cards but for the hand, as one record.

``pile``
    The draw pile: its top card is at ``top``, and ``bottom`` is the place below its
    last.
``score``, ``won``
    The score pile, in the order in which the cards came to it, and its size.
``stack``, ``laid``
    The player's cards on the table in the order laid, and their number.
"""


@inlined
def deal_in(mine, cards, at, size):
    """Give a player every second card of a row, from a place on, and clear the rest."""
    for place in range(size):
        mine.pile[place] = cards[at + TWO * place]
    mine.top = ZERO
    mine.bottom = size
    mine.won = mine.laid = ZERO


@inlined
def has_card(mine, least, state, seed):
    """Whether a player's draw pile has a card.

    An empty one is remade if the score pile has the least cards.
    """
    if mine.top == mine.bottom and mine.won >= least:
        _remake(mine, state, seed)
    return mine.top < mine.bottom


@part
def _remake(mine, state, seed):
    """Shuffle a player's score pile into a new draw pile."""
    shuffle(mine.score, ZERO, mine.won, state, seed)
    for place in range(mine.won):
        mine.pile[place] = mine.score[place]
    mine.top = ZERO
    mine.bottom = mine.won
    mine.won = ZERO


@inlined
def take_top(mine):
    """Take the top card of a draw pile that has one."""
    card = mine.pile[mine.top]
    mine.top += ONE
    return np.int64(card)


@inlined
def lay(mine, card):
    """Lay a card on the table."""
    mine.stack[mine.laid] = card
    mine.laid += ONE


@part
def hide(mine, prizes, least, state, seed):
    """Hide prizes from the bottom of the pile, as far as the cards last.

    Return whether all could be hidden.
    """
    for _ in range(prizes):
        if not has_card(mine, least, state, seed):
            return False
        mine.bottom -= ONE
        lay(mine, mine.pile[mine.bottom])
    return True


@part
def take(mine, theirs):
    """Put a player's cards on the table on a score pile."""
    for place in range(theirs.laid):
        mine.score[mine.won] = theirs.stack[place]
        mine.won += ONE
    theirs.laid = ZERO


@inlined
def take_pair(mine, card, lower):
    """Put the two cards of a battle without a war on its winner's score pile."""
    mine.score[mine.won] = card
    mine.score[mine.won + ONE] = lower
    mine.won += TWO


@inlined
def cards_of(mine):
    """The number of a player's cards but for the hand."""
    return np.int64(mine.won + (mine.bottom - mine.top) + mine.laid)


@part
def count_unseen(mine, prizes, counts):
    """Count by rank the cards of a player that nobody has seen.

    They lie below the top of the draw pile, or are prizes on the table.
    """
    counts[:] = 0
    for place in range(mine.top + ONE, mine.bottom):
        counts[mine.pile[place]] += 1
    for place in range(mine.laid):
        # Every face-up card on the table has its prizes behind it.
        if place % (prizes + ONE) > ZERO:
            counts[mine.stack[place]] += 1
