"""The options of Tod und Leben and the columns of its outcome.

The source's words are in the rulebook.
"""

from dataclasses import dataclass

from sim.cards import MOST_CARDS
from sim.contract.columns import Column, Role
from sim.deals.hands import check_even_hands
from sim.games.packets.columns import PACKET_COLUMNS
from sim.games.packets.rules import PacketRules
from sim.options import whole

_SHARED = {column.name: column for column in PACKET_COLUMNS}

COLUMNS = (
    _SHARED["winner"],
    Column("cards_0", "int16", "cards that player 0 won"),
    Column("cards_1", "int16", "cards that player 1 won"),
    Column(
        "rounds",
        "int32",
        "tricks, including an unresolved last one",
        role=Role.LENGTH,
        singular="round",
    ),
    *(
        _SHARED[name]
        for name in ("wars", "single_wars", "double_wars", "triple_wars", "longer_wars")
    ),
)
"""The outcome columns, without ``game``."""


@dataclass(frozen=True, kw_only=True)
class TodUndLebenRules(PacketRules):
    """The options of Tod und Leben: its deck."""

    lowest: int = whole(
        7,
        1,
        255,
        "the deck's lowest rank",
        why='"A 32-card pack is used, the cards ranking from high to low: A - K - Q'
        ' - J - 10 - 9 - 8 - 7"',
    )

    @property
    def max_rounds(self) -> int:
        """More tricks than any game has: a packet is played through once."""
        return MOST_CARDS

    def check(self) -> None:
        """Refuse a deck or hands that cannot be dealt and played through."""
        super().check()
        if self.hands is not None:
            check_even_hands(self)
