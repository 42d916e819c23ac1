"""The chance of a seat, compiled: its random stream, or a script that says how its draws fall."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from sim.kernels.compiling import inlined
from sim.kernels.philox import BUFFER, READY, drawn_below, open_stream
from sim.kernels.words import ALL_BITS, ONE
from sim.rng import Stream

CHANCE = BUFFER + 1
"""Words in a seat's chance: the state of its stream, and the seed."""

FIRST_SEAT = np.uint64(Stream.SEAT)

CHANCE_SPENT, CHANCE_STREAM = np.uint64(READY), np.uint64(BUFFER - 1)
"""Places in a chance: how many of its words are spent, and the stream."""

SCRIPTED = np.uint64(ALL_BITS)
"""The code, in place of a stream, for draws that are read from the chance itself. Their
bounds are written behind them."""

MOST_SCRIPTED = np.uint64(READY // 2)
"""The most draws of a script."""


TOLD = 2.0**53
"""The chance 1 of a policy that tells its chances instead of drawing."""


def tell_chances(shares: Iterable[float], chance: NDArray[np.uint64]) -> bool:
    """Tell the chances of a policy's moves, by the place of each, if that is asked.

    Return whether they are.
    """
    if chance[CHANCE_STREAM] != SCRIPTED:
        return False
    parts = np.array([round(share * TOLD) for share in shares], np.uint64)
    chance[: len(parts)] = parts
    chance[CHANCE_SPENT] = ALL_BITS
    return True


@inlined
def drawn(bound, chance):
    """Draw a number below a bound from a seat's chance, which is a stream or a script."""
    if chance[CHANCE_STREAM] != SCRIPTED:
        return drawn_below(bound, chance, chance[BUFFER])
    at = chance[CHANCE_SPENT]
    if at == MOST_SCRIPTED:
        # One draw too many: more ways than anyone counts.
        chance[at + at - ONE] = ALL_BITS
        return np.int64(0)
    chance[CHANCE_SPENT] = at + ONE
    chance[MOST_SCRIPTED + at] = np.uint64(bound)
    return np.int64(chance[at])


def open_chance(seed: int, game: int, stream: int) -> NDArray[np.uint64]:
    """The chance of a seat at the start of a game."""
    chance = np.zeros(CHANCE, np.uint64)
    chance[BUFFER] = seed
    open_stream(chance, np.uint64(game), np.uint64(stream))
    return chance
