"""What the solver of GOPS is given: the rules, where the positions of a layer lie, and where it works."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sim.kernels.matrix_games import GameWork
from sim.kernels.matrix_games import workspace as game_workspace

RANDOM, DESCENDING, ASCENDING = np.uint64(0), np.uint64(1), np.uint64(2)
"""The orders of the prizes."""

HALF_KEY = np.uint64(16)
"""A pattern is known by the bit mask of the first hand, shifted by this, and that of the second."""

CASES = 18
"""How many kinds of pairs of bids there are: who wins, what becomes of the hands, and who then comes first."""


class Rules(NamedTuple):
    """What is played, as the compiled code takes it.

    Attributes
    ----------
    cards
        uint64: cards of each player, and prizes.
    win
        Whether only winning counts, not by how much.
    carry_over
        Whether a tied prize is added to the next.
    order
        uint64: :data:`RANDOM`, :data:`DESCENDING` or :data:`ASCENDING`.
    """

    cards: np.uint64
    win: bool
    carry_over: bool
    order: np.uint64


class Layer(NamedTuple):
    """Where the positions with so many prizes to come lie.

    Attributes
    ----------
    size
        uint64: prizes to come, and cards of each hand.
    keys
        uint64 (rows,), rising: the pattern of each row, the hand with the greater bit mask first.
    missing
        uint64 (rows,): how many cards are in neither hand.
    starts
        uint64 (rows + 1,): where the values of each row begin.
    sets
        uint64 (sets,): the sets of prizes, as bit masks.
    places
        int32, flat (missing cards, sets, pots, leads): the place of a position in a row of that many missing cards,
        -1 where there is none.
    pots, leads
        uint64: how many pots and leads ``places`` has; leads count from ``-(leads // 2)``.
    """

    size: np.uint64
    keys: np.ndarray
    missing: np.ndarray
    starts: np.ndarray
    sets: np.ndarray
    places: np.ndarray
    pots: np.uint64
    leads: np.uint64


class Work(NamedTuple):
    """Where the solver works.

    Attributes
    ----------
    base
        uint64 (size * size,): where the row of the position after each pair of bids begins.
    case
        uint64 (size * size,): who wins, how many cards the union of the hands loses, and whether the players have
        changed sides.
    offset, gain, sign
        uint64, float64, float64 (18,): for each case the place within the row, what is won at once, and the sign of
        the rest.
    payoffs, high_payoffs, low_payoffs
        float64 (size * size,): matrices.
    first, second
        float64 (size,): the players' mixtures.
    game
        Where matrix games are solved.
    """

    base: np.ndarray
    case: np.ndarray
    offset: np.ndarray
    gain: np.ndarray
    sign: np.ndarray
    payoffs: np.ndarray
    high_payoffs: np.ndarray
    low_payoffs: np.ndarray
    first: np.ndarray
    second: np.ndarray
    game: GameWork


def workspace(cards: int) -> Work:
    """Return what one thread works in, for so many cards."""
    area = cards * cards
    return Work(
        base=np.zeros(area, np.uint64),
        case=np.zeros(area, np.uint64),
        offset=np.zeros(CASES, np.uint64),
        gain=np.zeros(CASES),
        sign=np.zeros(CASES),
        payoffs=np.zeros(area),
        high_payoffs=np.zeros(area),
        low_payoffs=np.zeros(area),
        first=np.zeros(cards),
        second=np.zeros(cards),
        game=game_workspace(cards),
    )
