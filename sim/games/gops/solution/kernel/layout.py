"""The input of the solver of GOPS.

It consists of the rules, the layout of a layer's positions, and the workspace.
"""

from typing import NamedTuple

import numpy as np

from sim.kernels.compiling import inlined
from sim.kernels.words import ONE, SIXTEEN, TWO, ZERO
from sim.solver.kernel.matrix_games import GameWork
from sim.solver.kernel.matrix_games import workspace as game_workspace

RANDOM, DESCENDING, ASCENDING = ZERO, ONE, TWO
"""The orders of the prizes."""

HALF_KEY = SIXTEEN
"""A pattern's key is the bit mask of the first hand, shifted by this, joined with that
of the second."""

_SECOND_HAND = (ONE << HALF_KEY) - ONE
"""The mask of the second hand in a pattern."""

CASES = 18
"""The number of kinds of pairs of bids: who wins, what becomes of the hands, and who
then comes first."""


class Rules(NamedTuple):
    """The rules as the compiled code takes them.

    Attributes
    ----------
    cards
        The number of cards of each player, and of prizes.
    win
        Whether only winning counts, not by how much.
    carry_over
        Whether a tied prize is added to the next.
    order
        ``RANDOM``, ``DESCENDING`` or ``ASCENDING``.
    """

    cards: np.uint64
    win: bool
    carry_over: bool
    order: np.uint64


class Layer(NamedTuple):
    """The layout of the positions with equally many prizes to come.

    Attributes
    ----------
    size
        The number of prizes to come, and of the cards of each hand.
    keys
        uint64 (rows,), ascending: the pattern of each row, the hand with the greater
        bit mask first.
    missing
        uint64 (rows,): how many cards are in neither hand.
    starts
        uint64 (rows + 1,): where the values of each row begin.
    sets
        uint64 (sets,): the sets of prizes, as bit masks.
    places
        int32, flat (missing cards, sets, pots, leads): the place of a position in a row
        with that many missing cards, -1 where there is none.
    pots, leads
        The numbers of pots and leads in ``places``; leads count from ``-(leads // 2)``.
    """

    size: np.uint64
    keys: np.ndarray
    missing: np.ndarray
    starts: np.ndarray
    sets: np.ndarray
    places: np.ndarray
    pots: np.uint64
    leads: np.uint64


class Step(NamedTuple):
    """What the matrix games of a layer's positions are made of.

    Attributes
    ----------
    rules
        The rules.
    layer, below
        The layer of the positions, and the one with one prize fewer.
    set_of
        uint64 (2**cards,): the number of each set of prizes in its layer.
    values
        float64: the values of the layer below.
    """

    rules: Rules
    layer: Layer
    below: Layer
    set_of: np.ndarray
    values: np.ndarray


class Work(NamedTuple):
    """The solver's workspace.

    Attributes
    ----------
    base
        uint64 (size * size,): where the row of the position after each pair of bids
        begins.
    case
        uint64 (size * size,): for each pair of bids who wins, how many cards the union
        of the hands loses, and whether the players have changed sides, as one number.
    offset, gain, sign
        uint64, float64, float64 (18,): for each case the place within the row, what is
        won at once, and the sign of the rest.
    payoffs, high_payoffs, low_payoffs
        float64 (size * size,): payoff matrices.
    first, second
        float64 (size,): the players' mixtures.
    game
        The workspace for matrix games.
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
    """A workspace for one thread, for games of ``cards`` cards."""
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


@inlined
def hands_of(key):
    """Both hands of a pattern as bit masks."""
    return key >> HALF_KEY, key & _SECOND_HAND


@inlined
def area_of(layer):
    """How many combinations of prizes, pot and lead ``places`` has.

    It has as many for each number of missing cards.
    """
    return np.uint64(len(layer.sets)) * layer.pots * layer.leads


@inlined
def parts_of(at, pots, leads):
    """The number of the set of prizes, the pot and the lead (uint64) at a place of such an area."""
    return at // (pots * leads), at // leads % pots, at % leads
