"""What policies call, compiled: the draws and the readers of sets of cards."""

from typing import Any

import numba
import numpy as np
from numba import types
from numba.extending import overload

from sim.kernels.bits import count_bits, leading_zeros, lowest_bit, nth_bit
from sim.kernels.chances import (
    CHANCE_SPENT,
    CHANCE_STREAM,
    SCRIPTED,
    TOLD,
    drawn,
)
from sim.kernels.compiling import COPIED, generator, kernel, part
from sim.kernels.philox import BUFFER, READY, next_word
from sim.kernels.words import ALL_BITS, HALF_WORD, ONE, ZERO
from sim.policies.chance import BOUNDS, draw, draw_place, place_of
from sim.policies.sets import (
    above,
    below,
    cards,
    count,
    has,
    highest,
    lowest,
    nearest,
    nth,
    nth_of,
)


@overload(draw, jit_options=COPIED)
def _draw_compiled(bound: Any, chance: Any) -> Any:
    if isinstance(bound, types.Boolean) or not isinstance(bound, types.Integer):
        raise numba.TypingError(f"draw of a {bound}: draw from {BOUNDS}")

    def compiled(bound: Any, chance: Any) -> Any:
        if bound < 1:
            raise ValueError("draw from no numbers at all")
        return drawn(bound, chance)

    return compiled


part(place_of)


@kernel
def _drawn_place(thresholds, first, support, chance):
    if chance[CHANCE_STREAM] != SCRIPTED:
        word = next_word(chance, chance[BUFFER])
        return place_of(thresholds, first, support, np.int64(word >> HALF_WORD))
    place = 0
    at = first
    reached = 0.0
    while support >> place:
        share = 0.0
        if (support >> place) & 1:
            share = 1.0 - reached
            if support >> place != 1:
                share = np.float64(thresholds[at]) / np.float64(ONE << HALF_WORD)
                share -= reached
            reached += share
            at += 1
        chance[place] = np.uint64(np.rint(share * TOLD))
        place += 1
    for later in range(place, READY):
        chance[later] = ZERO
    chance[CHANCE_SPENT] = ALL_BITS
    return 0


@overload(draw_place, jit_options=COPIED)
def _place_compiled(thresholds: Any, first: Any, support: Any, chance: Any) -> Any:
    def compiled(thresholds: Any, first: Any, support: Any, chance: Any) -> Any:
        return _drawn_place(thresholds, np.int64(first), np.int64(support), chance)

    return compiled


# The readers of sets of cards. These three have instructions of their own; the others
# are compiled as they stand.
@overload(count)
def _count_compiled(cards: Any) -> Any:
    def compiled(cards: Any) -> Any:
        return np.int64(count_bits(np.uint64(cards)))

    return compiled


@overload(lowest)
def _lowest_compiled(cards: Any) -> Any:
    def compiled(cards: Any) -> Any:
        return np.int64(lowest_bit(np.uint64(cards))) if cards else np.int64(-1)

    return compiled


@overload(highest)
def _highest_compiled(cards: Any) -> Any:
    def compiled(cards: Any) -> Any:
        if not cards:
            return np.int64(-1)
        return np.int64(63) - np.int64(leading_zeros(np.uint64(cards)))

    return compiled


@overload(nth)
def _nth_compiled(cards: Any, place: Any) -> Any:
    def compiled(cards: Any, place: Any) -> Any:
        if place >= count(cards):
            return np.int64(-1)
        return np.int64(nth_bit(np.uint64(cards), np.uint64(place)))

    return compiled


for _reader in (nth_of, has, above, below, nearest):
    part(_reader)

generator(cards)
