"""Rounds of Casino War off a shoe, compiled: only the cards that leave the shoe are drawn.

A shoe is the shuffled deck read backwards, so the cards come in the order in which the
shuffle draws them; with six decks one random word gives all seven that a war can need.
"""

from typing import NamedTuple

import numpy as np

from sim.cards import Deck
from sim.games.casino_war.rules import RESULTS
from sim.kernels.columns import code_of
from sim.kernels.compiling import inlined, kernel, part
from sim.kernels.llvm.words import multiply_high
from sim.kernels.philox import BUFFER, DEAL, next_word, open_stream, philox_block
from sim.kernels.words import ONE, ZERO
from sim.rng import WORD, batches

WIN, LOSE, SURRENDER = (
    code_of(RESULTS, "win"),
    code_of(RESULTS, "lose"),
    code_of(RESULTS, "surrender"),
)
WAR_WIN, WAR_TIE, WAR_LOSE = (
    code_of(RESULTS, f"war-{result}") for result in ("win", "tie", "lose")
)
"""The codes of the results."""


class Shoe(NamedTuple):
    """A shoe as the compiled code takes it.

    Attributes
    ----------
    cards, need
        The number of cards, and how many leave the shoe in a round with a war, burned
        ones included.
    raises
        Whether a tie is fought out.
    ends, products, rejected
        uint64: for each batch of draws that share a word, its last bound less one, the
        product of its bounds, and below what number a word times this product is
        rejected.
    ranks
        uint8 (cards,): the cards before the shuffle.
    """

    cards: np.uint64
    need: np.uint64
    raises: bool
    ends: np.ndarray
    products: np.ndarray
    rejected: np.ndarray
    ranks: np.ndarray


def shoe_of(deck: Deck, burn: int, *, raises: bool) -> Shoe:
    """A shoe for the compiled code."""
    shared = batches(deck.size)
    return Shoe(
        cards=np.uint64(deck.size),
        need=np.uint64(4 + burn),
        raises=raises,
        ends=np.array([bounds[-1] - 1 for _, bounds in shared], np.uint64),
        products=np.array([product for product, _ in shared], np.uint64),
        rejected=np.array([WORD % product for product, _ in shared], np.uint64),
        ranks=np.array(deck.cards(), np.uint8),
    )


def workspace(shoe: Shoe) -> tuple[np.ndarray, np.ndarray]:
    """The workspace of a hand: the state of a stream, and the places drawn."""
    return np.zeros(BUFFER, np.uint64), np.zeros(int(shoe.need), np.uint64)


@part
def batch_word(shoe, batch, state, seed):
    """The next word of the stream that is not rejected for the draws of a batch."""
    while True:
        word = next_word(state, seed)
        if word * shoe.products[batch] >= shoe.rejected[batch]:
            return word


@inlined
def _settled(shoe, places):
    """The result of a war, given the places of all draws before the player's card and the house's.

    A card is what lies at its place after the swaps of the draws before it.
    """
    last = shoe.need - ONE
    house = places[last]
    before = last - ONE
    player = places[before]
    if player == house:
        house = shoe.cards - ONE - before
    while before > ZERO:
        before -= ONE
        place = places[before]
        swapped = shoe.cards - ONE - before
        player = swapped if player == place else player
        house = swapped if house == place else house
    first = shoe.ranks[player]
    second = shoe.ranks[house]
    result = WAR_WIN if first > second else WAR_LOSE
    return WAR_TIE if first == second else result


@part
def war(shoe, word, state, seed, places):
    """The result of a war, in a round whose first draws come from ``word``.

    The word is that of the shoe's first batch; the next word of the stream ``state`` is
    that of the second batch.
    """
    drawn = ZERO
    bound = shoe.cards
    batch = ZERO
    left = word
    while drawn < shoe.need:
        # The last card that there is needs no draw, and no word for one.
        if bound == shoe.ends[batch] and bound > ONE:
            batch += ONE
            left = batch_word(shoe, batch, state, seed)
        places[drawn] = multiply_high(left, bound)
        left *= bound
        bound -= ONE
        drawn += ONE
    return _settled(shoe, places)


@part
def first_cards(shoe, word):
    """The player's and the house's first card."""
    last = shoe.cards - ONE
    place = multiply_high(word, shoe.cards)
    answer = multiply_high(word * shoe.cards, last)
    if answer == place:
        answer = last
    return shoe.ranks[place], shoe.ranks[answer]


@part
def play_hand(shoe, state, seed, places, may_raise):
    """The result of a round with the next words of a stream."""
    word = batch_word(shoe, ZERO, state, seed)
    player, house = first_cards(shoe, word)
    if player != house:
        return WIN if player > house else LOSE
    if not (shoe.raises and may_raise):
        return SURRENDER
    return war(shoe, word, state, seed, places)


@kernel
def play_rounds(shoe, seed, first, workspace, results):
    """Play a round from a fresh shoe for each game.

    Parameters
    ----------
    shoe
        The shoe.
    seed, first
        uint64: the seed, and the number of the first game.
    workspace
        What :func:`workspace` returns.
    results
        int8 (games,): filled with the codes of the results.
    """
    state, places = workspace
    for index in range(np.uint64(len(results))):
        word = philox_block(seed, DEAL, ONE, first + index)[0]
        player, house = first_cards(shoe, word)
        if player != house and word * shoe.products[0] >= shoe.rejected[0]:
            results[index] = WIN if player > house else LOSE
        else:
            open_stream(state, first + index, DEAL)
            results[index] = play_hand(shoe, state, seed, places, True)


@kernel
def play_shoes(rows, need, raises, results):
    """Play a round with each of some given shoes.

    Parameters
    ----------
    rows
        uint8 (games, cards): the cards in the order in which they come out.
    need
        The number of cards that a war takes.
    raises
        Whether the player goes to war on a tie.
    results
        int8 (games,): filled with the codes of the results.
    """
    for game in range(len(results)):
        player = rows[game, 0]
        house = rows[game, 1]
        tie = SURRENDER
        won = WIN
        lost = LOSE
        if player == house and raises:
            player = rows[game, need - 2]
            house = rows[game, need - 1]
            tie = WAR_TIE
            won = WAR_WIN
            lost = WAR_LOSE
        results[game] = tie if player == house else won if player > house else lost
