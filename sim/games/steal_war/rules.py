"""The options of Steal War, and what one game yields; the source's words and the decisions are in the rulebook."""

from __future__ import annotations

from dataclasses import dataclass

from sim.contract.columns import Column, Role
from sim.contract.rules import DeckRules
from sim.deals.deck import check_deal
from sim.games.packets.columns import PACKET_COLUMNS
from sim.options import choice, flag, whole

FACE_DOWN = 3
"""Cards that each player lays face down in a war: "three cards played face down followed by one face up"."""


_OWN = {
    "rounds": Column("rounds", "int32", "turns begun", role=Role.LENGTH),
    "plays": Column(
        "plays",
        "int32",
        "the largest number of cards that one player laid; none used to steal",
        role=Role.LENGTH,
    ),
}

COLUMNS = (
    *(_OWN.get(column.name, column) for column in PACKET_COLUMNS),
    Column("steals", "int32", "piles stolen; an exchange is two"),
    Column("cards_stolen", "int32", "cards in the piles stolen, those used to steal aside"),
)
"""The outcome columns, ``game`` aside."""


@dataclass(frozen=True, kw_only=True)
class StealWarRules(DeckRules):
    """The options of Steal War."""

    jokers: int = whole(2, 0, 255, "jokers, above every other rank")
    players: int = whole(2, 2, 4, "how many play")
    protect: bool = flag(
        True, "while a player holds a looked-at card of his own pile's rank, his pile cannot be stolen"
    )
    top: str = choice(
        "lowest",
        "highest",
        "random",
        meaning="which card of a pot, the face-down ones too, its winner leaves on top of his pile",
    )
    max_rounds: int = whole(100_000, 1, 10_000_000, "the turn after which an undecided game is given up")

    @property
    def seats(self) -> int:
        """The number of players."""
        return self.players

    def check(self) -> None:
        """Refuse a deck or hands that cannot be dealt.

        Raises
        ------
        UserError
            If they cannot.
        """
        check_deal(self)
