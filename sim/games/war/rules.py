"""The options of War and their checks; :mod:`sim.games.war.rulebook` has the source's words and the decisions."""

from __future__ import annotations

from dataclasses import dataclass

from sim.cards import JOKER
from sim.contract.rules import DeckRules
from sim.deals.deck import check_deal
from sim.errors import UserError
from sim.games.packets.codes import PICKUPS
from sim.options import choice, flag, whole, whole_or

RUN_OUTS = ("lose", "last-card", "all-in", "fewest")
"""What becomes of players with too few cards for a war: the values of option ``run_out``."""


@dataclass(frozen=True, kw_only=True)
class WarRules(DeckRules):
    """The options of War."""

    players: int = whole(2, 2, 8, "number of players")
    face_down: int | str = whole_or(
        1,
        0,
        100,
        ("rank",),
        'number of cards each player lays face down in a war; "rank": as many as the tied rank, 10 for '
        "J Q K, 11 for an ace or joker",
    )
    run_out: str = choice(
        *RUN_OUTS,
        meaning="what happens when a player has too few cards for a war: the player loses; or their last card "
        "stands for all its battles; or they lay all they have, for one battle; or everyone lays only as "
        "many as the player with the fewest",
    )
    pickup: str = choice(
        *PICKUPS,
        meaning="the order in which the pot goes under the winner's packet",
    )
    fighters: str = choice(
        "all", "tied", meaning="three or more players: all of them fight a war, or only those who tied"
    )
    captured: str = choice(
        "bottom",
        "pile-shuffled",
        meaning="captured cards go under the winner's packet, or to a pile that is shuffled to make a new "
        "packet when the player must lay a card and the packet is empty",
    )
    low_beats_high: bool = flag(
        False, "the lowest rank beats the highest when both are face up in the same battle"
    )
    end: str = choice(
        "last-standing",
        "first-out",
        meaning="three or more players: play until only one has cards, or until the end of the round in which "
        "the first player runs out; then the player with the most cards wins",
    )
    max_rounds: int = whole(100_000, 1, 10_000_000, "an undecided game is stopped after this many rounds")

    @property
    def seats(self) -> int:
        """The number of players."""
        return self.players

    @property
    def deterministic(self) -> bool:
        """Whether nothing is left to chance after the deal, so that a position that recurs recurs for ever."""
        return self.pickup != "shuffled" and self.captured == "bottom"

    def check(self) -> None:
        """Refuse combinations of options that contradict each other."""
        check_deal(self)
        self.check_cards(self.deck.top_rank)
        if self.low_beats_high and self.jokers:
            raise UserError(
                f"true with jokers = {self.jokers}",
                where="low_beats_high",
                cure="with jokers no rank is the highest: set only one of the two",
            )

    def check_cards(self, highest: int) -> None:
        """Refuse ``face_down="rank"`` for a deck with ranks above the joker."""
        if self.face_down == "rank" and highest > JOKER:
            raise UserError(
                f"'rank' with cards up to {highest}",
                where="face_down",
                cure=f"'rank' works only for ranks up to {JOKER}; give a number",
            )
