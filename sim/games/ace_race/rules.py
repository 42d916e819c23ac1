"""The options of Ace race; the source's words are in the rulebook."""

from dataclasses import dataclass, replace

from sim.cards import ACE, JOKER
from sim.games.packets.codes import PICKUPS
from sim.games.packets.columns import PACKET_COLUMNS
from sim.games.packets.rules import PacketRules
from sim.options import choice, number, whole

COLUMNS = tuple(
    replace(column, meaning="races in which a card is turned")
    if column.name == "wars"
    else column
    for column in PACKET_COLUMNS
)
"""The outcome columns, without ``game``."""


@dataclass(frozen=True, kw_only=True)
class AceRaceRules(PacketRules):
    """The options of Ace race."""

    speed: float = number(
        0.5,
        0,
        1,
        "the chance that player 0 turns the next card of a race",
        why='ours: "as fast as they like (not taking turns)", and no player is '
        "faster unless you say so",
    )
    pickup: str = choice(
        *PICKUPS,
        meaning="the order in which the cards of a pot go onto the winner's pile and "
        "will come out again",
        why="ours: the text does not say in which order cards are put on the pile, "
        "so War's",
    )
    max_rounds: int = whole(
        100_000,
        1,
        10_000_000,
        "an undecided game is stopped after this many rounds",
        why="ours, as War's",
    )

    @property
    def prize(self) -> int:
        """The card that wins a race."""
        return JOKER if self.jokers else ACE

    @property
    def deterministic(self) -> bool:
        """Whether nothing is left to chance after the deal.

        Then a position that comes again comes again for ever.
        """
        return self.speed in (0, 1) and self.pickup != "shuffled"
