"""The events of Steal War, besides those that it shares with War."""

from sim.cards import card_text, cards_text
from sim.contract.events import Event, event
from sim.contract.tabletop import Tabletop
from sim.words import count_words


@event
class Looked(Event):
    """A player's card matches the top of another player's pile.

    The event shows what all players hold before that wave of thefts.

    Attributes
    ----------
    players, cards
        The players in the battle, in seat order, and the card that each of them holds.
    tops
        The top card of each player's pile, 0 without a pile.
    """

    players: tuple[int, ...]
    cards: tuple[int, ...]
    tops: tuple[int, ...]

    def __str__(self) -> str:
        held = zip(self.players, self.cards, self.tops, strict=True)
        return ", ".join(
            f"player {player} looks at {card_text(card)} "
            + (f"(pile shows {card_text(top)})" if top else "(no pile)")
            for player, card, top in held
        )


@event
class Stolen(Event):
    """A player steals a pile with the card just looked at.

    Attributes
    ----------
    thief, victim
        The player who steals, and the owner of the stolen pile.
    card
        The card that the thief steals with; it is now on top of the thief's pile.
    cards
        The number of cards in the stolen pile.
    """

    thief: int
    victim: int
    card: int
    cards: int

    def __str__(self) -> str:
        return (
            f"player {self.thief} steals player {self.victim}'s pile of "
            f"{count_words(self.cards, 'card')} with {card_text(self.card)}"
        )


@event
class PotTaken(Event):
    """A player puts the pot on their pile.

    The card named last is the pile's new top.
    """

    player: int
    pot: tuple[int, ...]

    def __str__(self) -> str:
        return f"player {self.player} takes {cards_text(self.pot)}: their pile shows {card_text(self.pot[-1])}"

    def show(self, table: Tabletop) -> None:
        table.taker = self.player
