"""The outcome columns that every game of packets shares."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray

from sim.cards import ACE
from sim.contract.columns import Column, Role
from sim.contract.game import ENDINGS

PACKET_COLUMNS = (
    Column("winner", "int8", "the player who won; -1 a draw, -2 unfinished", role=Role.WINNER),
    Column("ending", "int8", "how the game ended", ENDINGS),
    Column("rounds", "int32", "rounds begun", role=Role.LENGTH),
    Column("battles", "int32", "face-up comparisons of the cards just turned", role=Role.LENGTH),
    Column(
        "plays",
        "int32",
        "for each round the most cards any one player laid in it, summed over the rounds",
        role=Role.LENGTH,
    ),
    Column("wars", "int32", "ties that are followed by another battle"),
    Column("single_wars", "int32", "rounds with exactly one war", kind_of="wars"),
    Column("double_wars", "int32", "rounds with exactly two wars", kind_of="wars"),
    Column("triple_wars", "int32", "rounds with exactly three wars", kind_of="wars"),
    Column("longer_wars", "int32", "rounds with more than three wars", kind_of="wars"),
    Column(
        "winner_low",
        "int16",
        "the fewest cards the winner held at the end of any round, -1 without a winner",
        role=Role.OF_WINNER,
    ),
    Column("aces", "int16", "aces in player 0's packet as dealt"),
    Column("rank_sum", "int32", "sum of the codes of player 0's packet as dealt"),
)

_CARDS_OF_A_RANK_WAR = 8
"""About what each player lays in a war of as many cards as the tied rank."""


def packet_predictions(face_down: int | str) -> Mapping[str, Mapping[str, int]]:
    """Return the columns that the others add up to: exactly, or but for players who run out in a war."""
    laid = face_down + 1 if isinstance(face_down, int) else _CARDS_OF_A_RANK_WAR
    return {
        "battles": {"rounds": 1, "wars": 1},
        "plays": {"rounds": 1, "wars": laid},
        "single_wars": {"wars": 1, "double_wars": -2, "triple_wars": -3, "longer_wars": -4},
    }


PACKET_DEALT: Mapping[str, Callable[[NDArray[np.uint8]], NDArray[np.integer]]] = {
    "aces": lambda packets: np.count_nonzero(packets == ACE, axis=1),
    "rank_sum": lambda packets: packets.sum(axis=1, dtype=np.int32),
}
"""The columns of the deal, from player 0's packet."""
