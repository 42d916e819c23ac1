"""Rounds of Casino War off a shoe, compiled.

A shoe is the shuffled deck read backwards, so the cards come in the order in which the
shuffle settles them, and only those that a round needs are settled.
"""

from typing import NamedTuple

import numpy as np

from sim.cards import ACE
from sim.games.casino_war.rules import RESULTS, CasinoWarRules
from sim.kernels.compiling import inlined, kernel, part
from sim.kernels.llvm.words import draw_of
from sim.kernels.philox import (
    BATCH_PRODUCTS,
    BUFFER,
    DEAL,
    next_word,
    open_first_block,
    settle_batch,
    unread_word,
)
from sim.kernels.words import ONE, TWO, ZERO

WIN, LOSE, WAR_WIN, WAR_TIE, WAR_LOSE, SURRENDER = range(len(RESULTS))
"""The codes of the results."""


class Shoe(NamedTuple):
    """A shoe as the compiled code takes it.

    Attributes
    ----------
    ranks, cards
        uint8 (cards,): the cards before the shuffle, and a place to shuffle them.
    need
        How many cards leave the shoe in a round with a war, burned ones included.
    raises
        Whether a tie is fought out.
    state
        uint64: the state of a stream.
    unseen
        int64: for each rank, how many of its cards have not been turned up, where one
        shoe is dealt on.
    """

    ranks: np.ndarray
    cards: np.ndarray
    need: np.uint64
    raises: bool
    state: np.ndarray
    unseen: np.ndarray


def shoe_of(rules: CasinoWarRules) -> Shoe:
    """A shoe for the compiled code."""
    ranks = np.array(rules.deck.cards(), np.uint8)
    return Shoe(
        ranks=ranks,
        cards=np.zeros_like(ranks),
        need=np.uint64(4 + rules.burn),
        raises=rules.on_tie == "war",
        state=np.zeros(BUFFER, np.uint64),
        unseen=np.zeros(ACE + 1, np.int64),
    )


@part
def play_hand(cards, out, need, raises):
    """The result of a hand from a shuffled shoe, and how many cards are out after it.

    ``out`` are out before it.
    """
    top = np.uint64(len(cards)) - ONE - out
    player = cards[top]
    house = cards[top - ONE]
    if player != house:
        return (WIN if player > house else LOSE), out + TWO
    if not raises:
        return SURRENDER, out + TWO
    out += need
    house = cards[np.uint64(len(cards)) - out]
    player = cards[np.uint64(len(cards)) - out + ONE]
    if player == house:
        return WAR_TIE, out
    return (WAR_WIN if player > house else WAR_LOSE), out


@inlined
def _first_cards(ranks, word):
    """The first cards of the player and the house, if a word that is not rejected shuffles."""
    last = np.uint64(len(ranks)) - ONE
    player = draw_of(word, last + ONE)
    house = draw_of(word * (last + ONE), last)
    # The shuffle has put the card that was last where the player's was.
    if house == player:
        house = last
    return ranks[player], ranks[house]


@part
def play_fresh_hand(shoe, raises, seed):
    """The result of a hand from a fresh shoe, with the next words of its stream.

    Two different cards end it, so the whole shoe is shuffled only for the others and, to
    be safe, where its first word is small enough to be rejected.
    """
    cards = shoe.cards
    size = np.uint64(len(cards))
    word = next_word(shoe.state, seed)
    player, house = _first_cards(shoe.ranks, word)
    product = BATCH_PRODUCTS[size]
    if player != house and word * product >= product:
        return WIN if player > house else LOSE
    unread_word(shoe.state)
    for place in range(size):
        cards[place] = shoe.ranks[place]
    left = settle_batch(cards, ZERO, size, shoe.state, seed)
    if raises and cards[size - ONE] == cards[size - TWO]:
        while size - left < shoe.need and left > ONE:
            left = settle_batch(cards, ZERO, left, shoe.state, seed)
    return play_hand(cards, ZERO, shoe.need, raises)[0]


@kernel
def play_rounds(shoe, seed, first, results):
    """Play a round from a fresh shoe for each game.

    Parameters
    ----------
    shoe
        The shoe.
    seed, first
        uint64: the seed, and the number of the first game.
    results
        int8 (games,): filled with the codes of the results.
    """
    for index in range(np.uint64(len(results))):
        open_first_block(shoe.state, seed, first + index, DEAL)
        results[index] = play_fresh_hand(shoe, shoe.raises, seed)


@kernel
def play_shoes(shoes, need, raises, results):
    """Play a round with each of some given shoes.

    Parameters
    ----------
    shoes
        uint8 (games, cards): the cards, the first one to come out at the end.
    need
        uint64: the number of cards that a war takes.
    raises
        Whether the player goes to war on a tie.
    results
        int8 (games,): filled with the codes of the results.
    """
    for game in range(len(results)):
        results[game] = play_hand(shoes[game], ZERO, need, raises)[0]
