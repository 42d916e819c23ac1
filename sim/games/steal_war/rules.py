"""The options of Steal War and its outcome columns.

The source's words are in the rulebook.
"""

from dataclasses import dataclass

from sim.contract.columns import Column, Role
from sim.games.packets.columns import PACKET_COLUMNS
from sim.games.packets.rules import PacketRules
from sim.options import choice, flag, whole

FACE_DOWN = 3
"""The cards each player lays face down in a war: "three cards played face down followed
by one face up"."""


_OWN = {
    "rounds": Column(
        "rounds", "int32", "rounds begun", role=Role.LENGTH, singular="round"
    ),
    "plays": Column(
        "plays",
        "int32",
        "the most cards laid by any one player, without those used to steal",
        role=Role.LENGTH,
    ),
}

COLUMNS = (
    *(_OWN.get(column.name, column) for column in PACKET_COLUMNS),
    Column("steals", "int32", "thefts of piles; an exchange counts as two"),
    Column(
        "cards_stolen",
        "int32",
        "cards in the stolen piles, without those used to steal",
    ),
)
"""The outcome columns, without ``game``."""


@dataclass(frozen=True, kw_only=True)
class StealWarRules(PacketRules):
    """The options of Steal War."""

    jokers: int = whole(
        2,
        0,
        255,
        "number of jokers; a joker ranks above all other cards",
        why='"The deck includes two jokers, which are the highest cards"',
    )
    players: int = whole(
        2,
        2,
        4,
        "number of players",
        why='ours: the text describes two, and of "a game of more than 2 players"',
    )
    protect: bool = flag(
        True,
        "a pile cannot be stolen while its owner holds a looked-at card of the rank on its top",
        why='"The following rule is suggested as a solution": without it a stolen '
        "pile can be stolen back at once",
    )
    least_loot: int = whole(
        1,
        1,
        1000,
        "only piles of at least so many cards are stolen, else the card is laid; 1: "
        "always, when possible",
        why="ours: a player may decline to steal, and by default nobody does",
    )
    top: str = choice(
        "lowest",
        "highest",
        "random",
        meaning="which card of a pot, face-down cards included, its winner puts on top of the pile",
        why='ours: "the winner can choose which of the new cards to place on top"',
    )
    max_rounds: int = whole(
        100_000,
        1,
        10_000_000,
        "an undecided game is stopped after this many rounds",
        why='ours: "This can take a long time"',
    )

    @property
    def seats(self) -> int:
        """The number of players."""
        return self.players

    @property
    def deterministic(self) -> bool:
        """Whether nothing is left to chance after the deal: never, since piles are shuffled."""
        return False
