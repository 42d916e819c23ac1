"""The input of a packet game's kernel: a block of deals, and what all its games have in common."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.contract.dealing import Layout


class Job(NamedTuple):
    """A block of games to play.

    Attributes
    ----------
    cards
        uint8 (games * width,): the deals, one after the other.
    width
        The number of cards of each deal.
    starts, sizes
        uint64 (players,): where each packet begins in a deal, and how many cards it
        has.
    stride
        The distance in a deal from one card of a packet to the next.
    max_rounds
        The round, or turn, after which an undecided game is stopped.
    seed, first
        The seed of in-play chance, and the number of the first game.
    """

    cards: NDArray[np.uint8]
    width: np.uint64
    starts: NDArray[np.uint64]
    sizes: NDArray[np.uint64]
    stride: np.uint64
    max_rounds: np.uint64
    seed: np.uint64
    first: np.uint64


def job_of(
    deals: NDArray[np.uint8], layout: Layout, max_rounds: int, seed: int, first: int
) -> Job:
    """The job of playing these deals."""
    return Job(
        cards=deals.reshape(-1),
        width=np.uint64(deals.shape[1]),
        starts=np.array(layout.starts, np.uint64),
        sizes=np.array(layout.sizes, np.uint64),
        stride=np.uint64(layout.stride),
        max_rounds=np.uint64(max_rounds),
        seed=np.uint64(seed),
        first=np.uint64(first),
    )
