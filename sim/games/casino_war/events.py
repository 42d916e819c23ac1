"""The events of Casino War: small values that put themselves into words."""

from sim.cards import card_text, cards_text
from sim.contract.events import Event, event
from sim.contract.tabletop import BACK, Tabletop


@event
class Turned(Event):
    """The player and the house are each dealt a card face up."""

    player: int
    house: int

    def __str__(self) -> str:
        return f"the player has {card_text(self.player)}, the house {card_text(self.house)}"

    def show(self, table: Tabletop) -> None:
        table.clear()
        table.laid = [[table.text(self.player)], [table.text(self.house)]]


@event
class War(Event):
    """A tie, and the player goes to war.

    The player raises, cards are burned, and both sides get another card face up.
    """

    burned: tuple[int, ...]
    player: int
    house: int

    def __str__(self) -> str:
        burned = f"{cards_text(self.burned)} burned face down; " if self.burned else ""
        cards = f"the player has {card_text(self.player)}, the house {card_text(self.house)}"
        return f"a tie; the player goes to war: {burned}{cards}"

    def show(self, table: Tabletop) -> None:
        table.war = True
        table.middle = [f"{BACK}{table.text(card)}" for card in self.burned]
        table.laid[0].append(table.text(self.player))
        table.laid[1].append(table.text(self.house))


@event
class Surrendered(Event):
    """A tie, and the player surrenders: half of the ante comes back."""

    def __str__(self) -> str:
        return "a tie; the player surrenders and loses half of the ante"

    def show(self, table: Tabletop) -> None:
        table.war = True


@event
class Shuffled(Event):
    """The shoe of a session is shuffled, with all its cards."""

    cards: int

    def __str__(self) -> str:
        return f"the shoe of {self.cards} cards is shuffled"


@event
class HandOver(Event):
    """A hand of a session is settled.

    Attributes
    ----------
    number
        The number of the hand, from 1.
    result, net
        Its result, and what the player won in it.
    bankroll
        What the player has now.
    """

    number: int
    result: str
    net: float
    bankroll: float

    def __str__(self) -> str:
        return f"hand {self.number}: {self.result}, {self.net:+g}; the player has {self.bankroll:g}"

    def show(self, table: Tabletop) -> None:
        table.sizes = [self.bankroll]
