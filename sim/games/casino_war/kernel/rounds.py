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
from sim.kernels.llvm.words import multiply_high, multiply_wide
from sim.kernels.philox import (
    BUFFER,
    DEAL,
    next_word,
    open_stream,
    philox_block,
)
from sim.kernels.philox_lanes import GAMES, HAS_WORDS, first_words
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

PUT_OFF = np.int8(len(RESULTS))
"""The code of a round whose result its first two cards do not decide."""

_HALF, _LOWER = np.uint64(32), np.uint64((1 << 32) - 1)

TOGETHER = 1024
"""Rounds played before those among them that are wars: few enough to stay in the
nearest cache."""


class Shoe(NamedTuple):
    """A shoe as the compiled code takes it.

    Attributes
    ----------
    cards, need
        The number of cards, and how many leave the shoe in a round with a war, burned
        ones included.
    raises
        Whether a tie is fought out.
    copies
        ``2**32`` by the copies of each rank, rounded up.
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
    copies: np.uint64
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
        copies=np.uint64(-(-(1 << 32) // deck.copies)),
        ends=np.array([bounds[-1] - 1 for _, bounds in shared], np.uint64),
        products=np.array([product for product, _ in shared], np.uint64),
        rejected=np.array([WORD % product for product, _ in shared], np.uint64),
        ranks=np.array(deck.cards(), np.uint8),
    )


def workspace(shoe: Shoe) -> tuple[np.ndarray, np.ndarray]:
    """The workspace of a hand: the state of a stream, and the places drawn."""
    return np.zeros(BUFFER, np.uint64), np.zeros(int(shoe.need), np.uint64)


def workspace_of_rounds(
    shoe: Shoe,
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """The workspace of rounds: that of a hand, and the words and the numbers of those put off."""
    words, which = np.empty((2, TOGETHER), np.uint64)
    return *workspace(shoe), words, which


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


@inlined
def _in_one_word(shoe):
    """Whether all draws of a war come from the first word."""
    return shoe.cards - shoe.ends[0] >= shoe.need


@inlined
def _war_of(shoe, word, places):
    """The result of a war whose draws all come from one word."""
    bound = shoe.cards
    for draw in range(shoe.need):
        places[draw], word = multiply_wide(word, bound)
        bound -= ONE
    return _settled(shoe, places)


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
    if _in_one_word(shoe):
        return _war_of(shoe, word, places)
    return war(shoe, word, state, seed, places)


@part
def _play_again(shoe, seed, game, state, places):
    """The result of a round that needs more words than its first.

    The first word is rejected, or too small for all draws.
    """
    product = shoe.products[0]
    rejected = shoe.rejected[0]
    first_word, word, _, _ = philox_block(seed, DEAL, ONE, game)
    player, house = first_cards(shoe, word)
    if (
        first_word * product < rejected
        and player != house
        and word * product >= rejected
    ):
        return WIN if player > house else LOSE
    open_stream(state, game, DEAL)
    return play_hand(shoe, state, seed, places, True)


@inlined
def _small_product(word, factor):
    """Both halves of a word times a number below ``2**31``, the upper one first.

    Products of 32 bits each: vector registers have no instruction for wider ones.
    """
    low = (word & _LOWER) * factor
    high = (word >> _HALF) * factor + (low >> _HALF)
    return high >> _HALF, (high << _HALF) | (low & _LOWER)


@part
def _play_first_cards(shoe, seed, first, words, results):
    """Play the first two cards of each round; what does not settle it is put off."""
    product = shoe.products[0]
    rejected = shoe.rejected[0]
    of_tie = PUT_OFF if shoe.raises else SURRENDER
    games = np.uint64(len(results))
    done = games - games % np.uint64(GAMES) if HAS_WORDS else ZERO
    for i in range(ZERO, done, np.uint64(GAMES)):
        first_words(seed, DEAL, first + i, words, i)
    for i in range(done, games):
        words[i] = philox_block(seed, DEAL, ONE, first + i)[0]
    last = shoe.cards - ONE
    # No branch and nothing but a word at a time, so that the compiler plays several
    # rounds in a vector register.
    for i in range(games):
        word = words[i]
        mine, left = _small_product(word, shoe.cards)
        theirs, _ = _small_product(left, last)
        theirs = last if theirs == mine else theirs
        # A place times the inverse of the copies is the rank.
        player = mine * shoe.copies >> _HALF
        house = theirs * shoe.copies >> _HALF
        result = WIN if player > house else LOSE
        result = of_tie if player == house else result
        results[i] = PUT_OFF if word * product < rejected else result


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
        What :func:`workspace_of_rounds` returns.
    results
        int8 (games,): filled with the codes of the results.
    """
    state, places, words, which = workspace
    product = shoe.products[0]
    rejected = shoe.rejected[0]
    for begin in range(ZERO, np.uint64(len(results)), np.uint64(TOGETHER)):
        some = results[begin : begin + np.uint64(TOGETHER)]
        _play_first_cards(shoe, seed, first + begin, words, some)
        # A branch on a tie could not be predicted: every round is noted, and the next
        # one overwrites most of them.
        late = ZERO
        for i in range(np.uint64(len(some))):
            which[late] = i
            late += np.uint64(some[i] == PUT_OFF)
        for noted in range(late):
            i = which[noted]
            if _in_one_word(shoe) and words[i] * product >= rejected:
                some[i] = _war_of(shoe, words[i], places)
            else:
                some[i] = _play_again(shoe, seed, first + begin + i, state, places)


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
