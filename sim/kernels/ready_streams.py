"""Streams with a known number of draws, compiled: no surplus block is made, and no draw needs a call.

The state and the numbers are those of :mod:`sim.kernels.philox`, whose functions can go on drawing from these streams.
"""

import numpy as np

from sim.kernels.compiling import inlined, part
from sim.kernels.llvm.words import multiply_high
from sim.kernels.philox import BUFFER, READY, below, next_word, philox_block
from sim.kernels.words import ONE, THREE, TWO

WORDS_OF_A_BLOCK = 4
LAST_READY = np.uint64(READY - 1)
SPENT, BLOCK, GAME, STREAM = (np.uint64(place) for place in range(READY, BUFFER))
"""Places in a state: how many ready words are spent, the block, the game and the stream."""


def blocks_for(draws: int) -> int:
    """Return how many blocks to make at once for a number of draws."""
    return min(-(-draws // WORDS_OF_A_BLOCK), READY // WORDS_OF_A_BLOCK)


@part
def open_ready(states, blocks, seed, first, stream):
    """Set each state to the start of a stream, with the words of its first blocks ready."""
    # states: uint64 (games, BUFFER or more): the states of games `first, first+1, ...`.
    unused = np.uint64(READY) - np.uint64(WORDS_OF_A_BLOCK) * blocks
    for i in range(np.uint64(len(states))):
        game = first + i
        at = unused
        for block in range(blocks):
            w0, w1, w2, w3 = philox_block(seed, stream, block + ONE, game)
            states[i, at], states[i, at + ONE] = w0, w1
            states[i, at + TWO], states[i, at + THREE] = w2, w3
            at += np.uint64(WORDS_OF_A_BLOCK)
        states[i, SPENT], states[i, BLOCK], states[i, GAME], states[i, STREAM] = (
            unused,
            blocks,
            game,
            stream,
        )


@inlined
def draw_below(bound, states, i, seed):
    """Return what :func:`~sim.kernels.philox.below` would return, from the stream of game ``i``."""
    spent = states[i, SPENT]
    word = states[i, min(spent, LAST_READY)]
    if spent <= LAST_READY and word * bound >= bound:
        states[i, SPENT] = spent + ONE
        place = multiply_high(word, bound)
    else:
        place = np.uint64(below(bound, states[i], seed))
    return place


@inlined
def draw_word(states, i, seed):
    """Return the next word of the stream of game ``i``."""
    spent = states[i, SPENT]
    if spent <= LAST_READY:
        states[i, SPENT] = spent + ONE
        word = states[i, spent]
    else:
        word = next_word(states[i], seed)
    return word
