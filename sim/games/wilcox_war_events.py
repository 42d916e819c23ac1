"""What happens at a table where Wilcox War is played, besides what happens in every War.

The words are made only when ``str()`` asks for them. Nothing here decides anything; the play is in
:mod:`sim.games.wilcox_war_table`.
"""

from __future__ import annotations

from dataclasses import dataclass

from sim.cards import card_text, cards_text
from sim.games.base import Event


@dataclass(frozen=True, slots=True)
class Chosen(Event):
    """Both players reveal the cards that they have chosen.

    Attributes
    ----------
    turn, battle
        The number of the turn in the game and of the comparison in the turn, both from 1.
    hands
        The cards that each of them chose from, ascending.
    cards
        What they reveal.
    """

    turn: int
    battle: int
    hands: tuple[tuple[int, ...], ...]
    cards: tuple[int, ...]

    def __str__(self) -> str:
        place = f"turn {self.turn}" if self.battle == 1 else f"turn {self.turn}, battle {self.battle}"
        played = (
            f"player {player} plays {card_text(card)} of {cards_text(hand)}"
            for player, (hand, card) in enumerate(zip(self.hands, self.cards, strict=True))
        )
        return f"{place}: " + ", ".join(played)


@dataclass(frozen=True, slots=True)
class WarBegins(Event):
    """The cards are equal, and the pot stays on the table.

    Attributes
    ----------
    rank
        The tied card.
    pot
        How many cards lie on the table, prizes among them.
    prizes
        How many cards each player is to hide.
    """

    rank: int
    pot: int
    prizes: int

    def __str__(self) -> str:
        return (
            f"both show {card_text(self.rank)}, so nobody takes the {self.pot} cards on the table: "
            f"each draws a card and hides {self.prizes}"
        )


@dataclass(frozen=True, slots=True)
class Drawn(Event):
    """In a war each player draws a card.

    Attributes
    ----------
    cards
        What each of them draws; 0 where the pile is used up.
    """

    cards: tuple[int, ...]

    def __str__(self) -> str:
        return ", ".join(
            f"player {player} draws {card_text(card)}" if card else f"player {player} has no card to draw"
            for player, card in enumerate(self.cards)
        )


@dataclass(frozen=True, slots=True)
class Hidden(Event):
    """Each player puts prizes face down on the table.

    Attributes
    ----------
    prizes
        The cards of each, which nobody sees until the war is over.
    """

    prizes: tuple[tuple[int, ...], ...]

    def __str__(self) -> str:
        return ", ".join(
            f"player {player} hides {cards_text(cards)}" if cards else f"player {player} has none to hide"
            for player, cards in enumerate(self.prizes)
        )


@dataclass(frozen=True, slots=True)
class PileRemade(Event):
    """A player needs a card and has none in his draw pile: his score pile, shuffled, is the new one, top first."""

    player: int
    pile: tuple[int, ...]

    def __str__(self) -> str:
        return (
            f"player {self.player} shuffles the {len(self.pile)} cards of his score pile "
            f"into a new draw pile: {cards_text(self.pile)}"
        )


@dataclass(frozen=True, slots=True)
class TooFew(Event):
    """A player needs a card and has too few in his score pile to make it a draw pile.

    Attributes
    ----------
    player
        Who fails.
    score, least
        How many cards his score pile has, and how many it would need.
    """

    player: int
    score: int
    least: int

    def __str__(self) -> str:
        return (
            f"player {self.player} needs a card and has none left: his score pile has {self.score}, "
            f"{self.least} are needed to play on"
        )


@dataclass(frozen=True, slots=True)
class PlayedThrough(Event):
    """There is nothing left to draw: each player puts his hand into his score pile."""

    hands: tuple[tuple[int, ...], ...]

    def __str__(self) -> str:
        kept = ", ".join(
            f"player {player} keeps {cards_text(hand) or 'nothing'}" for player, hand in enumerate(self.hands)
        )
        return f"no card is left to draw: {kept}"
