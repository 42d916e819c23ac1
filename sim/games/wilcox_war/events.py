"""The events of Wilcox War besides those that it shares with War.

:mod:`.table` has the play.
"""

from dataclasses import field

from sim.cards import card_text, cards_text
from sim.contract.events import Event, Settled, event
from sim.contract.tabletop import Tabletop
from sim.words import count_words


@event
class Begun(Event):
    """Both players have shuffled their packs and taken their hands."""

    hands: tuple[tuple[int, ...], ...]
    piles: tuple[tuple[int, ...], ...]

    def __str__(self) -> str:
        return "; ".join(
            f"player {player} has {cards_text(hand)} in hand and a draw pile of "
            f"{cards_text(pile)}, top first"
            for player, (hand, pile) in enumerate(
                zip(self.hands, self.piles, strict=True)
            )
        )

    def show(self, table: Tabletop) -> None:
        table.hands = [table.texts(sorted(hand)) for hand in self.hands]


@event
class Counted(Settled):
    """All cards between two turns.

    ``packets`` are hands with draw piles, ``piles`` the score piles.
    """

    def __str__(self) -> str:
        score, left = (
            " : ".join(str(len(cards)) for cards in both)
            for both in (self.piles, self.packets)
        )
        return f"now {score} cards won, {left} in hand and draw pile"

    def show(self, table: Tabletop) -> None:
        table.sizes = [len(pile) for pile in self.piles]


@event
class Chosen(Event):
    """Both players reveal the cards that they have chosen.

    Attributes
    ----------
    turn, battle
        The number of the turn in the game, and of the comparison in the turn, both from
        1.
    hands
        The cards that each of them chose from, ascending.
    cards
        The cards that they reveal.
    """

    turn: int
    battle: int
    hands: tuple[tuple[int, ...], ...]
    cards: tuple[int, ...]

    def __str__(self) -> str:
        place = (
            f"turn {self.turn}"
            if self.battle == 1
            else f"turn {self.turn}, battle {self.battle}"
        )
        played = (
            f"player {player} plays {card_text(card)} of {cards_text(hand)}"
            for player, (hand, card) in enumerate(
                zip(self.hands, self.cards, strict=True)
            )
        )
        return f"{place}: " + ", ".join(played)

    def show(self, table: Tabletop) -> None:
        if self.battle == 1:
            table.clear()
        table.hands = [table.texts(hand) for hand in self.hands]
        for player, card in enumerate(self.cards):
            table.laid[player].append(table.text(card))


@event
class WarBegins(Event):
    """The cards are equal, and the pot stays on the table.

    Attributes
    ----------
    rank
        The tied card.
    pot
        The number of cards on the table, prizes included.
    prizes
        The number of cards that each player must hide.
    """

    rank: int
    pot: int
    prizes: int

    def __str__(self) -> str:
        prizes = "a prize" if self.prizes == 1 else f"{self.prizes} prizes"
        return (
            f"both players show {card_text(self.rank)}: the {self.pot} cards stay on "
            f"the table for a war, "
            f"with a card to draw and {prizes} to hide"
        )

    def show(self, table: Tabletop) -> None:
        table.war = True


@event
class Drawn(Event):
    """Each player draws a card.

    Attributes
    ----------
    cards
        The card that each of them draws; 0 if the pile is used up.
    """

    cards: tuple[int, ...]

    def __str__(self) -> str:
        return ", ".join(
            f"player {player} draws {card_text(card)}"
            if card
            else f"player {player} has no card to draw"
            for player, card in enumerate(self.cards)
        )


@event
class Hidden(Event):
    """Each player puts prizes face down on the table.

    Attributes
    ----------
    prizes
        The cards of each player, which nobody sees until the war is over.
    """

    prizes: tuple[tuple[int, ...], ...]

    def __str__(self) -> str:
        return ", ".join(
            f"player {player} hides {cards_text(cards)}"
            if cards
            else f"player {player} has no card to hide"
            for player, cards in enumerate(self.prizes)
        )

    def show(self, table: Tabletop) -> None:
        for player, cards in enumerate(self.prizes):
            table.lay(player, cards, up=0)


@event
class PileRemade(Event):
    """The score pile, shuffled, becomes the new draw pile.

    A player needs a card, and the draw pile is empty.

    Attributes
    ----------
    player, pile
        The player, and their new draw pile, top first.
    hidden
        The prizes already hidden from the old pile in this step.
    """

    player: int
    pile: tuple[int, ...]
    hidden: tuple[int, ...] = field(default=(), compare=False)

    def __str__(self) -> str:
        before = f" has hidden {cards_text(self.hidden)} and" if self.hidden else ""
        return (
            f"player {self.player}{before} shuffles the "
            f"{count_words(len(self.pile), 'card')} of their score pile into a new draw pile: {cards_text(self.pile)}"
        )


@event
class TooFew(Event):
    """A player needs a card, and the score pile is too small to become a draw pile.

    Attributes
    ----------
    player
        The player who fails.
    score, least
        The number of cards in the score pile, and the number that it would need.
    """

    player: int
    score: int
    least: int

    def __str__(self) -> str:
        return (
            f"player {self.player} needs a card and has none left: the score pile has "
            f"{self.score}, "
            f"and {self.least} are needed to play on"
        )


@event
class PlayedThrough(Event):
    """No card is left to draw: each player puts their hand into their score pile."""

    hands: tuple[tuple[int, ...], ...]

    def __str__(self) -> str:
        if not any(self.hands):
            return "no card is left"
        kept = ", ".join(
            f"player {player} keeps {cards_text(hand) or 'nothing'}"
            for player, hand in enumerate(self.hands)
        )
        return f"no card is left to draw: {kept}"
