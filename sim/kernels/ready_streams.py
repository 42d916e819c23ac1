"""Draws from one of many streams, compiled in place: a word that is ready needs no call.

The states and the numbers are those of :mod:`sim.kernels.philox`.
"""

import numpy as np

from sim.kernels.compiling import inlined
from sim.kernels.llvm.words import multiply_high
from sim.kernels.philox import READY, below
from sim.kernels.words import ONE

LAST_READY = np.uint64(READY - 1)
"""The place of the last ready word in a state."""

SPENT = np.uint64(READY)
"""The place in a state of how many ready words are spent."""


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
