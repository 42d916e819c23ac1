"""Rounds of Casino War off a shoe, compiled: only the cards that leave the shoe are drawn.

A shoe is the shuffled deck read backwards (:mod:`sim.games.casino_war.shoe`), so the cards come in the order in
which the shuffle draws them. One random word gives the first cards of a round; with six decks, all seven that a war can
need. Nearly every round takes two multiplications of that word.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sim.cards import Deck
from sim.games.casino_war.rules import RESULTS
from sim.kernels.columns import code_of
from sim.kernels.compiling import kernel, part
from sim.kernels.philox import (
    BUFFER,
    DEAL,
    PLAY,
    multiply_high,
    next_word,
    open_stream,
    philox_block,
    rejection_bound,
)
from sim.kernels.words import ONE, TWO, ZERO
from sim.rng import batches

WIN, LOSE, SURRENDER = code_of(RESULTS, "win"), code_of(RESULTS, "lose"), code_of(RESULTS, "surrender")
WAR_WIN, WAR_TIE, WAR_LOSE = (code_of(RESULTS, f"war-{result}") for result in ("win", "tie", "lose"))
"""The codes of the results."""


class Shoe(NamedTuple):
    """A shoe as the compiled code takes it.

    Attributes
    ----------
    cards, need
        The number of cards, and how many leave the shoe in a round with a war, burned ones included.
    raises
        Whether a tie is fought out.
    ends, products
        uint64: for each batch of draws that share a word, its last bound less one, and the product of its bounds.
    ranks
        uint8 (cards,): the cards before the shuffle.
    """

    cards: np.uint64
    need: np.uint64
    raises: bool
    ends: np.ndarray
    products: np.ndarray
    ranks: np.ndarray


def shoe_of(deck: Deck, burn: int, *, raises: bool) -> Shoe:
    """Return a shoe for the compiled code."""
    shared = batches(deck.size)
    return Shoe(
        cards=np.uint64(deck.size),
        need=np.uint64(4 + burn),
        raises=raises,
        ends=np.array([bounds[-1] - 1 for _, bounds in shared], np.uint64),
        products=np.array([product for product, _ in shared], np.uint64),
        ranks=np.array(deck.cards(), np.uint8),
    )


def workspace(shoe: Shoe) -> tuple[np.ndarray, np.ndarray]:
    """Return the workspace of the compiled code: the state of a stream, and the places drawn."""
    return np.empty(BUFFER, np.uint64), np.empty(int(shoe.need), np.uint64)


@part
def batch_word(state, seed, product):
    """Return the next word of the stream that is not rejected for draws with this product of bounds."""
    while True:
        word = next_word(state, seed)
        final = word * product
        if final >= product or final >= rejection_bound(product):
            return word


@part
def _card_at(shoe, places, draw):
    """Return the card of a draw: what lies at its place after the swaps of the draws before it."""
    place = places[draw]
    before = draw
    while before > 0:
        before -= ONE
        if places[before] == place:
            place = shoe.cards - ONE - before
    return shoe.ranks[place]


@part
def war(shoe, word, state, seed, places):
    """Return the result of a war, in a round whose first draws come from ``word``.

    Parameters
    ----------
    shoe, word
        The shoe, and the word of its first batch.
    state
        The stream; its next word is that of the second batch.
    seed, places
        The seed of the stream, and the workspace.
    """
    drawn = ZERO
    bound = shoe.cards
    batch = ZERO
    left = word
    while drawn < shoe.need:
        if bound == shoe.ends[batch]:
            batch += ONE
            left = batch_word(state, seed, shoe.products[batch])
        places[drawn] = multiply_high(left, bound)
        left *= bound
        bound -= ONE
        drawn += ONE
    player, house = _card_at(shoe, places, drawn - TWO), _card_at(shoe, places, drawn - ONE)
    if player == house:
        return WAR_TIE
    return WAR_WIN if player > house else WAR_LOSE


@part
def first_cards(shoe, word):
    """Return the player's and the house's first card."""
    last = shoe.cards - ONE
    place = multiply_high(word, shoe.cards)
    answer = multiply_high(word * shoe.cards, last)
    if answer == place:
        answer = last
    return shoe.ranks[place], shoe.ranks[answer]


@part
def play_hand(shoe, state, seed, places, may_raise):
    """Return the result of a round with the next words of a stream."""
    word = batch_word(state, seed, shoe.products[0])
    player, house = first_cards(shoe, word)
    if player != house:
        return WIN if player > house else LOSE
    if not (shoe.raises and may_raise):
        return SURRENDER
    return war(shoe, word, state, seed, places)


@part
def _play_rare_round(shoe, seed, game, word, state, places):
    """Return the result of a round that its first word may not settle: a war, or perhaps a rejected word."""
    product = shoe.products[0]
    if word * product >= product and shoe.cards - shoe.ends[0] >= shoe.need:
        return war(shoe, word, state, seed, places)
    open_stream(state, game, DEAL)
    return play_hand(shoe, state, seed, places, True)


@kernel
def play_rounds(shoe, seed, first, workspace, results):
    """Play a round from a fresh shoe for each game.

    Parameters
    ----------
    shoe
        The shoe of every game.
    seed, first
        uint64: the seed, and the number of the first game.
    workspace
        What :func:`workspace` returns.
    results
        int8 (games,): filled with the codes of the results.
    """
    state, places = workspace
    product = shoe.products[0]
    raises = shoe.raises
    for i in range(np.uint64(len(results))):
        game = first + np.uint64(i)
        word, _, _, _ = philox_block(seed, DEAL, ONE, game)
        player, house = first_cards(shoe, word)
        result = WIN if player > house else LOSE
        if player == house:
            result = SURRENDER
        # Every word to be rejected has a low half below the product, and few others have.
        if word * product < product or (player == house and raises):
            result = _play_rare_round(shoe, seed, game, word, state, places)
        results[np.uint64(i)] = result


@kernel
def play_wars(shoe, seed, first, state, results):
    """Play, for each game, only the war of a round whose first two cards have tied.

    Parameters
    ----------
    shoe
        What is left after the tie; no card is burned, which changes no probability.
    seed, first
        uint64: the seed, and the number of the first game; the words are those of its stream ``PLAY``.
    state
        uint64 (BUFFER,).
    results
        int8 (games,): filled with the codes of the results.
    """
    product = shoe.cards * (shoe.cards - ONE)
    for i in range(np.uint64(len(results))):
        game = first + np.uint64(i)
        word, _, _, _ = philox_block(seed, PLAY, ONE, game)
        if word * product < product:
            open_stream(state, game, PLAY)
            word = batch_word(state, seed, product)
        player, house = first_cards(shoe, word)
        result = WAR_WIN if player > house else WAR_LOSE
        results[np.uint64(i)] = WAR_TIE if player == house else result


@kernel
def play_shoes(rows, need, raises, results):
    """Play a round with each of some given shoes.

    Parameters
    ----------
    rows
        uint8 (games, cards): the cards in the order in which they come out.
    need, raises
        As in a :class:`Shoe`.
    results
        int8 (games,): filled.
    """
    for game in range(len(results)):
        player, house = rows[game, 0], rows[game, 1]
        tie, won, lost = SURRENDER, WIN, LOSE
        if player == house and raises:
            player, house = rows[game, need - 2], rows[game, need - 1]
            tie, won, lost = WAR_TIE, WAR_WIN, WAR_LOSE
        results[game] = tie if player == house else won if player > house else lost
