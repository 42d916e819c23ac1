"""A player's draw inside compiled Wilcox War, part of whoever draws: a call would cost as much as the draw."""

from __future__ import annotations

import numpy as np

from sim.kernels.compiling import inlined
from sim.kernels.philox import ONE, READY, multiply_high, next_word, rejection_bound

_SPENT = READY
"""Where the state of a stream keeps how many of its ready words are spent."""


@inlined
def drawn_below(bound, chance, seed):
    """Return a number uniform on ``0 ... bound-1``, the same as :func:`sim.kernels.philox.below`."""
    wide = np.uint64(bound)
    while True:
        spent = chance[_SPENT]
        if spent == np.uint64(READY):
            word = next_word(chance, seed)
        else:
            word = chance[spent]
            chance[_SPENT] = spent + ONE
        left = word * wide
        if left >= wide or left >= rejection_bound(wide):
            break
    return np.int64(multiply_high(word, wide))
