"""The outcome columns that every game of packets shares."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.cards import ACE
from sim.contract.columns import CARDS_DEALT, Column, Role, dealt
from sim.contract.game import ENDINGS


def _rank_sum(rules: object, packets: NDArray[np.uint8]) -> Any:
    return packets.sum(axis=1, dtype=np.int32)


PACKET_COLUMNS = (
    Column(
        "winner",
        "int8",
        "the player who won; -1 a draw, -2 unfinished",
        role=Role.WINNER,
    ),
    Column("ending", "int8", "how the game ended", ENDINGS),
    Column("rounds", "int32", "rounds begun", role=Role.LENGTH, singular="round"),
    Column("battles", "int32", "comparisons of face-up cards", role=Role.LENGTH),
    Column(
        "plays",
        "int32",
        "the most cards laid by any one player in each round, summed over the rounds",
        role=Role.LENGTH,
    ),
    Column(
        "wars",
        "int32",
        "ties that are followed by another battle; a last tie that cannot be carried on is not counted",
        singular="war",
    ),
    Column(
        "single_wars",
        "int32",
        "rounds with exactly one war",
        kind_of="wars",
        singular="single war",
    ),
    Column(
        "double_wars",
        "int32",
        "rounds with exactly two wars",
        kind_of="wars",
        singular="double war",
    ),
    Column(
        "triple_wars",
        "int32",
        "rounds with exactly three wars",
        kind_of="wars",
        singular="triple war",
    ),
    Column(
        "longer_wars",
        "int32",
        "rounds with more than three wars",
        kind_of="wars",
        singular="longer war",
    ),
    Column("longest_war", "int16", "the most wars in one round", role=Role.LARGEST),
    Column(
        "winner_low",
        "int16",
        "the fewest cards the winner held at the end of any round; -1 if there is no winner",
        role=Role.OF_WINNER,
    ),
    dealt("aces", ACE),
    Column(
        "rank_sum",
        "int32",
        "sum of the ranks of player 0's cards as dealt (J 11, Q 12, K 13, A 14, a joker 15)",
        of_packet=_rank_sum,
    ),
)

MORE_ENDINGS = (*ENDINGS, "wars", "stopped")
"""The endings of a game that can end before its cards are taken: by a number of wars
won, or of rounds."""

ENDED_BEFORE = Column(
    "ending",
    "int8",
    "how the game ended, with `wars_to_win` or `stop_after`",
    MORE_ENDINGS,
)
"""The column of their endings."""

WAR_COUNTS = (
    "wars",
    "single_wars",
    "double_wars",
    "triple_wars",
    "longer_wars",
    "longest_war",
)
PACKET_TABLES = (
    ("winner", "ending"),
    ("winner", "aces"),
    ("winner", "rank_sum"),
    ("winner", "winner_low"),
)
"""The pairs of columns that are counted together in every game with these columns."""

LEADS = (
    Column(
        "lead_changes",
        "int32",
        "rounds after which another player than the last leader holds the most cards",
    ),
    Column(
        "lead_round",
        "int32",
        "the round after which the winner held the most cards alone until the end; 0 "
        "if from the deal on, -1 if there "
        "is no winner or the winner does not lead at the end",
        role=Role.OF_WINNER,
    ),
    Column(
        "most_cards_0",
        "int16",
        "the most cards that player 0 held at the end of any round, the deal included",
        role=Role.LARGEST,
    ),
    Column(
        "shuffles",
        "int32",
        "captured piles that were shuffled, of all players; 0 if the rules shuffle none",
    ),
)
"""The columns on request of packet games: who is ahead."""

ON_REQUEST = (*CARDS_DEALT, *LEADS)
"""Every column on request of packet games."""
