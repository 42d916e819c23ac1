"""The input of the solver of WarGops: the rules, the pieces of a layer, and the workspace."""

from typing import NamedTuple

import numpy as np

from sim.kernels.words import SEVEN
from sim.solver.kernel.matrix_games import GameWork
from sim.solver.kernel.matrix_games import workspace as game_workspace

GONE, FIRST_LAST, SECOND_LAST, IN_POT, FIRST_BOTH, EACH, SECOND_BOTH = map(
    np.uint64, range(7)
)
"""Where the cards of a rank are: both in the trash; the last one with the first player,
the second one, or in the pot; both with the first player, one with each, both with the
second."""

DIGITS = SEVEN


class Rules(NamedTuple):
    """The rules as the compiled code takes them.

    Attributes
    ----------
    ranks
        The number of ranks.
    pot_to_survivor
        Whether a sole survivor takes the last pot.
    """

    ranks: np.uint64
    pot_to_survivor: bool


class Piece(NamedTuple):
    """A piece of a layer, for one thread to work on.

    Attributes
    ----------
    mark
        The mark of the layer's positions: how many of their cards are outside the
        trash, and one more.
    first, last
        The first number, and the one after the last.
    """

    mark: np.uint8
    first: np.uint64
    last: np.uint64


class Work(NamedTuple):
    """The workspace of one thread.

    Attributes
    ----------
    first_ranks, second_ranks
        uint64 (ranks,): the ranks that each player holds, ascending.
    first_wins, second_wins
        uint64 (ranks,): how the position changes when the card goes to the trash, for
        each of these ranks.
    first_loses, second_loses
        uint64 (ranks,): how it changes when the card goes to the other player.
    ties
        uint64 (ranks,): how it changes when the first player's rank is tied.
    payoffs
        float64 (ranks * ranks,): the payoff matrix.
    first, second
        float64 (ranks,): the players' mixtures.
    game
        The workspace for matrix games.
    """

    first_ranks: np.ndarray
    second_ranks: np.ndarray
    first_wins: np.ndarray
    first_loses: np.ndarray
    second_wins: np.ndarray
    second_loses: np.ndarray
    ties: np.ndarray
    payoffs: np.ndarray
    first: np.ndarray
    second: np.ndarray
    game: GameWork


def workspace(ranks: int) -> Work:
    """A workspace for one thread, for games of ``ranks`` ranks."""
    words = np.zeros((7, ranks), np.uint64)
    return Work(
        words[0], words[1], words[2], words[3], words[4], words[5], words[6],
        np.zeros(ranks * ranks),
        np.zeros(ranks),
        np.zeros(ranks),
        game_workspace(ranks),
    )  # fmt: skip
