"""What happens at a table where Steal War is played, beyond what happens in War, as values that tell themselves.

Nothing here decides anything; the play is in :mod:`sim.games.steal_war_table`.
"""

from __future__ import annotations

from dataclasses import dataclass

from sim.cards import card_text, cards_text
from sim.games.base import Event


@dataclass(frozen=True, slots=True)
class Looked(Event):
    """A player takes the next card of his packet and looks at it."""

    player: int
    card: int

    def __str__(self) -> str:
        return f"player {self.player} looks at {card_text(self.card)}"


@dataclass(frozen=True, slots=True)
class Stolen(Event):
    """A player's card matches the top of another's pile: he takes the pile, his card on top.

    Attributes
    ----------
    player, victim
        Who takes it, and from whom.
    card
        The card that matches.
    pile
        The stolen pile, top first.
    """

    player: int
    victim: int
    card: int
    pile: tuple[int, ...]

    def __str__(self) -> str:
        card = card_text(self.card)
        return f"player {self.player} steals {cards_text(self.pile)} from player {self.victim} with {card}"


@dataclass(frozen=True, slots=True)
class LaidDown(Event):
    """A player lays cards face down for a war."""

    player: int
    cards: tuple[int, ...]

    def __str__(self) -> str:
        return f"player {self.player} lays {cards_text(self.cards)} face down"


@dataclass(frozen=True, slots=True)
class PotWon(Event):
    """A player puts the pot on his pile, the card named first on top."""

    player: int
    pot: tuple[int, ...]

    def __str__(self) -> str:
        return f"player {self.player} puts {cards_text(self.pot)} on his pile"
