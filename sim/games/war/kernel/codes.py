"""War's options as the compiled code takes them, and what they mean for single cards."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.games.war.rules import COMPARISONS, RUN_OUTS
from sim.kernels.compiling import inlined

LOSE, LAST_CARD, ALL_IN, FEWEST, DRAWS = map(
    RUN_OUTS.index, ("lose", "last-card", "all-in", "fewest", "draw")
)
"""What becomes of a player with too few cards for a war."""

SUM, PRODUCT, DIFFERENCE = map(COMPARISONS.index, ("sum", "product", "difference"))


class House(NamedTuple):
    """House rules, which few games have."""

    pickups: NDArray[np.int64]  # how the player in each seat picks up
    cards_up: np.uint64
    compare: int
    draws: bool  # whether every card laid is a random one of the packet
    wars_to_win: np.uint64  # 0: wars are not counted
    stop_after: int  # 0: the game is not stopped
    two: bool  # whether two players began


class Setting(NamedTuple):
    """The rules as the compiled code takes them."""

    # `low` is the rank that beats the highest rank, `high`; both are 0 if no rank does.

    face_down: int
    by_rank: bool
    run_out: int
    pickup: int
    piles: bool
    low: np.uint64
    high: np.uint64
    lowest: np.uint64
    only_tied: bool
    first_out: bool
    watched: bool  # whether a position that comes again ends the game
    # None under the usual rules. It is handed on as an argument of its own: compiled
    # code for which it is None is compiled without everything that house rules need.
    house: House | None


@inlined
def cards_down(rank, setting):
    """How many cards each player lays face down in a war over this rank."""
    if not setting.by_rank:
        return setting.face_down
    # By rank, an ace counts eleven and a court card ten.
    if rank >= 14:
        return 11
    return min(rank, 10)


@inlined
def beats(card, other, setting):
    """Whether one face-up card beats another of a different rank."""
    low, high = setting.low, setting.high
    crossed = ((card == low) & (other == high)) | ((card == high) & (other == low))
    return (card > other) ^ crossed
