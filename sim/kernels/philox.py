"""Philox4x64-10 inside compiled code, and shuffles that use it.

Its words are those of ``numpy.random.Philox``.

:mod:`sim.rng` says which words belong to which game and how a shuffle spends them.

The constants and the round function are those of Salmon, Moraes, Dror and Shaw,
"Parallel random numbers: as easy as 1, 2, 3" (2011).
"""

import numpy as np

from sim.cards import MOST_CARDS
from sim.kernels.compiling import inlined, kernel, part
from sim.kernels.llvm.words import draw_of, multiply_high, multiply_wide
from sim.kernels.words import FOUR, ONE, THREE, TWO, ZERO
from sim.rng import MOST_PER_WORD, Stream

DEAL, PLAY, COIN = (
    np.uint64(Stream.DEAL),
    np.uint64(Stream.PLAY),
    np.uint64(Stream.COIN),
)
"""The streams of a game, as compiled code opens them; :class:`sim.rng.Stream` says what
each is for."""

MULTIPLIER_0 = np.uint64(0xD2E7470EE14C6C93)
MULTIPLIER_1 = np.uint64(0xCA5A826395121157)
KEY_STEP_0 = np.uint64(0x9E3779B97F4A7C15)
KEY_STEP_1 = np.uint64(0xBB67AE8584CAA73B)

READY = 16
"""Words made at a time: four independent blocks cost little more than one."""

BUFFER = READY + 4
"""Words in the state of a stream: the ready words, how many of them are spent, the
block, the game, the stream."""
_SPENT, _BLOCK, GAME, _STREAM = READY, READY + 1, READY + 2, READY + 3


def _first_batches() -> tuple[np.ndarray, np.ndarray]:
    """The first batch of draws, for each number of cards.

    How many cards are left after it, and the product of its bounds.
    """
    ends = np.ones(MOST_CARDS + 1, np.uint64)
    products = np.ones(MOST_CARDS + 1, np.uint64)
    for cards in range(2, MOST_CARDS + 1):
        product = cards
        bottom = cards - 1
        while bottom > 1 and product * bottom <= MOST_PER_WORD:
            product *= bottom
            bottom -= 1
        ends[cards] = bottom
        products[cards] = product
    return ends, products


BATCH_ENDS, BATCH_PRODUCTS = _first_batches()


@inlined
def philox_block(seed, stream, block, game):
    """The four words of a block.

    Blocks count from 1, because NumPy counts up before it draws.
    """
    k0 = seed
    k1 = stream
    c0 = block
    c1 = ZERO
    c2 = game
    c3 = ZERO
    for _ in range(10):
        high_0, low_0 = multiply_wide(MULTIPLIER_0, c0)
        high_1, low_1 = multiply_wide(MULTIPLIER_1, c2)
        c0 = high_1 ^ c1 ^ k0
        c1 = low_1
        c2 = high_0 ^ c3 ^ k1
        c3 = low_0
        k0 += KEY_STEP_0
        k1 += KEY_STEP_1
    return c0, c1, c2, c3


@kernel
def open_stream(state, game, stream):
    """Set the state (uint64, BUFFER words) to the start of a stream of a game."""
    state[_SPENT] = np.uint64(READY)
    state[_BLOCK] = ZERO
    state[GAME] = np.uint64(game)
    state[_STREAM] = np.uint64(stream)


@part
def _refill(state, seed):
    """Make the next ``READY`` words of the stream."""
    block = state[_BLOCK]
    game = state[GAME]
    stream = state[_STREAM]
    for ahead in range(READY // 4):
        at = FOUR * np.uint64(ahead)
        w0, w1, w2, w3 = philox_block(
            seed, stream, block + np.uint64(ahead) + ONE, game
        )
        state[at] = w0
        state[at + ONE] = w1
        state[at + TWO] = w2
        state[at + THREE] = w3
    state[_BLOCK] = block + np.uint64(READY // 4)
    state[_SPENT] = ZERO


@kernel
def next_word(state, seed):
    """The next word of the stream."""
    spent = state[_SPENT]
    if spent == np.uint64(READY):
        _refill(state, seed)
        spent = ZERO
    state[_SPENT] = spent + ONE
    return state[spent]


@inlined
def unread_word(state):
    """Take back the word that has been read last, so that it is the next one again."""
    state[_SPENT] -= ONE


@part
def open_first_block(state, seed, game, stream):
    """Set the state to the start of a stream, its first four words ready.

    It is for games that mostly need a word or two; the words are those of
    :func:`open_stream`.
    """
    words = philox_block(seed, stream, ONE, game)
    for at, word in enumerate(words):
        state[READY - 4 + at] = word
    state[_SPENT] = np.uint64(READY - 4)
    state[_BLOCK] = ONE
    state[GAME] = game
    state[_STREAM] = stream


@inlined
def rejection_bound(product):
    """Return ``2**64 mod product``."""
    return (ZERO - product) % product


@inlined
def drawn_below(bound, state, seed):
    """A number uniform on ``0 ... bound-1``, compiled into the caller.

    A call would cost as much as a draw.
    """
    wide = np.uint64(bound)
    while True:
        spent = state[_SPENT]
        if spent == np.uint64(READY):
            word = next_word(state, seed)
        else:
            word = state[spent]
            state[_SPENT] = spent + ONE
        left = word * wide
        # The rejection bound is below the bound itself, so its division is needed only
        # when the low half is small.
        if left >= wide or left >= rejection_bound(wide):
            break
    return np.int64(multiply_high(word, wide))


@kernel
def below(bound, state, seed):
    """The function :func:`drawn_below`, compiled apart from its callers."""
    return drawn_below(bound, state, seed)


@inlined
def settle_batch(cards, base, top, state, seed):
    """Settle the last of the first ``top`` cards from ``base`` on, as many as share a word.

    Return how many cards are left.
    """
    bottom = BATCH_ENDS[top]
    product = BATCH_PRODUCTS[top]
    while True:
        left = next_word(state, seed)
        # The low half left after the last draw is known now, so a bad word is rejected
        # before any card moves.
        final = left * product
        if final >= product or final >= rejection_bound(product):
            break
    bound = top
    while bound > bottom:
        place = draw_of(left, bound)
        left *= bound
        bound -= ONE
        card = cards[base + bound]
        cards[base + bound] = cards[base + place]
        cards[base + place] = card
    return bottom


@kernel
def shuffle(cards, start, size, state, seed):
    """Shuffle ``cards[start : start+size]`` in place.

    Words are spent as :meth:`sim.rng.Words.shuffle` does.
    """
    top = np.uint64(size)
    base = np.uint64(start)
    while top > ONE:
        top = settle_batch(cards, base, top, state, seed)
