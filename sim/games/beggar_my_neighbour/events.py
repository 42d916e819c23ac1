"""The events of a game of Beggar-My-Neighbour: small values, each with its text."""

from sim.cards import card_text
from sim.contract.events import Event, event
from sim.contract.tabletop import Tabletop


@event
class Laid(Event):
    """A player lays the top card of the packet on the pile.

    Attributes
    ----------
    trick, place
        The number of the trick in the game, and of the card in its pile, both from 1.
    player, card
        The player, and the card laid.
    owed
        The cards that the player still owed before this one; 0 without a debt.
    asks
        The number of cards that it asks of the opponent; 0 for a number card.
    """

    trick: int
    place: int
    player: int
    card: int
    owed: int
    asks: int

    def __str__(self) -> str:
        begun = f"trick {self.trick}: " if self.place == 1 else ""
        laid = f"{begun}player {self.player} {'pays' if self.owed else 'lays'} {card_text(self.card)}"
        if self.asks:
            return f"{laid}, and player {1 - self.player} owes {self.asks}"
        return f"{laid}, {self.owed - 1} to go" if self.owed > 1 else laid

    def show(self, table: Tabletop) -> None:
        if self.place == 1:
            table.clear()
        table.middle.append(table.text(self.card))
        table.war = self.asks > 0
