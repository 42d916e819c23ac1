"""The options of Syrian War and its outcome columns.

The source's words are in the rulebook.
"""

from dataclasses import dataclass, replace

from sim.cards import LOW_ACE
from sim.contract.columns import Column, Role, dealt
from sim.games.packets.codes import PICKUPS
from sim.games.packets.columns import PACKET_COLUMNS
from sim.games.packets.rules import PacketRules
from sim.options import choice, whole

_SHARED = {column.name: column for column in PACKET_COLUMNS}
_OWN = {
    "plays": Column(
        "plays",
        "int32",
        "cards laid, on the pile and in rows, by the player who laid more",
        role=Role.LENGTH,
    ),
    "aces": replace(
        dealt("aces", LOW_ACE), meaning="aces (rank 1) in player 0's packet as dealt"
    ),
    "rank_sum": replace(
        _SHARED["rank_sum"],
        meaning="sum of the ranks of player 0's cards as dealt (A 1, J 11, Q 12, K 13)",
    ),
}

COLUMNS = (
    *(_OWN.get(column.name, column) for column in PACKET_COLUMNS),
    Column(
        "turns",
        "int32",
        "cards laid on the pile, each with the war it makes: the same as rounds",
        role=Role.LENGTH,
        singular="turn",
        leads=True,
    ),
    Column("captures", "int32", "piles captured"),
)
"""The outcome columns, without ``game``."""


@dataclass(frozen=True, kw_only=True)
class SyrianWarRules(PacketRules):
    """The options of Syrian War."""

    lowest: int = whole(
        1,
        1,
        255,
        "the deck's lowest rank; the ace is 1, and written so",
        why='"In this game the Ace is the lowest card"',
    )
    highest: int = whole(
        13,
        1,
        255,
        "the deck's highest rank, jokers aside (11 J, 12 Q, 13 K)",
        why='"and the King is highest"',
    )
    picture: int = whole(
        10,
        1,
        100,
        "number of cards each player lays in a war over two picture cards",
        why='"Probably in a war of picture cards each player plays 10 cards"',
    )
    war_tie: str = choice(
        "again",
        "take-back",
        meaning="if the cards turned up at the end of a war are equal: another war, or "
        "each player takes their "
        "own rows back",
        why='"maybe there is another war", the first of two guesses in the text',
    )
    rows: str = choice(
        "winner",
        "own",
        meaning="who takes the rows of a war: its winner takes both, or each player "
        "takes their own",
        why='"whoever turned up the higher card takes all the cards from both '
        'rows"; the other way is what "some play"',
    )
    pickup: str = choice(
        *PICKUPS,
        meaning="the order in which the rows of a war go under the winner's packet",
        why="ours: the text does not say in which order, so War's",
    )
    max_rounds: int = whole(
        100_000,
        1,
        10_000_000,
        "an undecided game is stopped after this many turns",
        why="ours, as War's",
    )

    @property
    def deterministic(self) -> bool:
        """Whether nothing is left to chance after the deal.

        Then a position that comes again comes again for ever.
        """
        return self.pickup != "shuffled" or self.rows == "own"
