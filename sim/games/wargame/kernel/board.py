"""The layout of Wargame, compiled: rows and sets of columns and cards, and the moves that change them."""

import numpy as np

from sim.games.wargame.kernel.bits import at, one, put, under, without
from sim.games.wargame.policies.cards import PLACES, beats
from sim.kernels.bits import count_bits, leading_zeros, lowest_bit
from sim.kernels.compiling import inlined, part
from sim.kernels.words import ONE, TWO, ZERO

COLUMNS = np.uint64(PLACES)
ALL_COLUMNS = np.uint64((1 << PLACES) - 1)
_ALL_CARDS = np.uint64(((1 << PLACES) - 1) << 1)
_ALL_PLACES_ROW = np.uint64(sum(place << (4 * place) for place in range(PLACES)))
_ALL_CARDS_ROW = np.uint64(sum((place + 1) << (4 * place) for place in range(PLACES)))

BEATEN_BY = np.array(
    [0]
    + [
        sum(1 << other for other in range(1, 14) if beats(other, card))
        for card in range(1, 14)
    ],
    np.uint64,
)
"""For each card, the set of those that beat it."""


_FIELDS = (
    "lines",
    "spots",
    "cards",
    "places",
    "held",
    "filled",
    "uncovered",
    "alive",
    "better",
    "won",
    "chips",
    "switches",
    "kept",
    "declared",
)

BOARD = np.dtype([(name, np.uint64, (2,)) for name in _FIELDS], align=True)
"""Both sides, as one record: every field has a word for each player.

``lines``, ``spots``
    Rows: the card of each column (0 for none), and the column of each card.
``cards``, ``places``
    Rows: the cards in hand, ascending, and the empty places from the left.
``held``, ``filled``
    Sets of the cards in hand, and of the places with a card.
``uncovered``
    The set of enemy cards opposite empty places.
``alive``
    The set of unfought cards.
``better``
    The set of columns in which the player's card beats the one opposite; meaningless for fought columns.
``won``
    The set of columns won.
``chips``, ``switches``
    Chips left and chips paid.
``kept``, ``declared``
    The traitor card that the player keeps, and the same once it is declared; 0 for none.
"""


@part
def clear(board, chips):
    """Take all cards back, and give both players their chips."""
    for seat in range(TWO):
        board.lines[seat] = board.spots[seat] = board.filled[seat] = board.uncovered[
            seat
        ] = ZERO
        board.won[seat] = board.switches[seat] = board.kept[seat] = board.declared[
            seat
        ] = ZERO
        board.cards[seat], board.places[seat] = _ALL_CARDS_ROW, _ALL_PLACES_ROW
        board.held[seat] = board.alive[seat] = _ALL_CARDS
        board.chips[seat] = chips


@inlined
def place_card(board, seat, card, place):
    """Lay a card that a player holds on an empty place."""
    held, filled = board.held[seat], board.filled[seat]
    board.cards[seat] = without(board.cards[seat], count_bits(held & under(card)))
    board.places[seat] = without(board.places[seat], count_bits(~filled & under(place)))
    board.held[seat] = held ^ one(card)
    board.filled[seat] = filled | one(place)
    board.lines[seat] |= put(card, place)
    board.spots[seat] |= put(place, card)
    # A card opposite is covered now; without one, this card is uncovered.
    opposite = at(board.lines[ONE - seat], place)
    if opposite == ZERO:
        board.uncovered[ONE - seat] |= one(card)
    else:
        board.uncovered[seat] &= ~one(opposite)


@inlined
def compare(board, column):
    """Record whose card is the better one in a column."""
    here = one(column)
    for seat in range(TWO):
        own, other = at(board.lines[seat], column), at(board.lines[ONE - seat], column)
        beaten = (BEATEN_BY[other] >> own) & ONE
        board.better[seat] = (board.better[seat] & ~here) | (beaten << column)


@part
def compare_all(board):
    """Record whose card is the better one in every column."""
    better_0, better_1 = ZERO, ZERO
    line_0, line_1 = board.lines[0], board.lines[1]
    for column in range(COLUMNS):
        card_0, card_1 = at(line_0, column), at(line_1, column)
        better_0 |= ((BEATEN_BY[card_1] >> card_0) & ONE) << column
        better_1 |= ((BEATEN_BY[card_0] >> card_1) & ONE) << column
    board.better[0], board.better[1] = better_0, better_1


@part
def switch_cards(board, seat, low, high):
    """Switch two of a player's cards for a chip."""
    line, spots = board.lines[seat], board.spots[seat]
    left, right = at(line, low), at(line, high)
    both = left ^ right
    board.lines[seat] = line ^ put(both, low) ^ put(both, high)
    places = low ^ high
    board.spots[seat] = spots ^ put(places, left) ^ put(places, right)
    board.chips[seat] -= ONE
    board.switches[seat] += ONE
    compare(board, low)
    compare(board, high)


@inlined
def reach(lost, column):
    """Return the columns that are not cut off from a column by three adjacent lost ones."""
    starts = lost & (lost >> ONE) & (lost >> TWO)
    reached = ALL_COLUMNS
    if starts != ZERO:
        left, right = starts & under(column), starts & ~under(column)
        if left != ZERO:
            # All columns up to the last of the nearest three on the left are out of reach.
            reached &= ~under(np.uint64(64) - leading_zeros(left) + TWO)
        if right != ZERO:
            reached &= under(lowest_bit(right))
    return reached
