"""The events of games with packets.

They are small values, put into words only when ``str()`` asks for them.
"""

from sim.cards import card_text, cards_text
from sim.contract.events import Event, event
from sim.contract.tabletop import Tabletop


@event
class Dealt(Event):
    """The cards have been dealt: each player's packet, top first."""

    packets: tuple[tuple[int, ...], ...]

    def __str__(self) -> str:
        held = (
            f"player {player} holds {cards_text(packet)}"
            for player, packet in enumerate(self.packets)
        )
        return "; ".join(held)

    def show(self, table: Tabletop) -> None:
        table.sizes = [len(packet) for packet in self.packets]


@event
class Battle(Event):
    """Face-up cards are compared.

    Attributes
    ----------
    round, battle
        The number of the round in the game and of the battle in the round, both from 1.
    players, cards
        The players in the battle, in seat order, and the card that each of them has
        face up.
    several
        The cards of each player if several are face up; then ``cards`` is what they are
        worth.
    """

    round: int
    battle: int
    players: tuple[int, ...]
    cards: tuple[int, ...]
    several: tuple[tuple[int, ...], ...] = ()

    def __str__(self) -> str:
        verb = "turns up" if self.battle == 1 else "shows"
        place = (
            f"round {self.round}"
            if self.battle == 1
            else f"round {self.round}, battle {self.battle}"
        )
        cards = [card_text(card) for card in self.cards]
        if self.several:
            worth = zip(self.several, self.cards, strict=True)
            cards = [f"{cards_text(shown)}, worth {value}" for shown, value in worth]
        turned_up = zip(self.players, cards, strict=True)
        return f"{place}: " + ("; " if self.several else ", ").join(
            f"player {player} {verb} {shown}" for player, shown in turned_up
        )

    def show(self, table: Tabletop) -> None:
        shown = self.several or tuple((card,) for card in self.cards)
        table.turn(self.players, shown, first=self.battle == 1)


@event
class Tie(Event):
    """The best card was turned up by several players.

    It is a war, if enough of them can fight it.

    Attributes
    ----------
    rank, tied
        The tied card, or what the tied cards are worth, and the players who turned it
        up.
    need
        The number of cards that the war asks for from each player, those face up
        included.
    up
        The number of these cards that are face up.
    """

    rank: int
    tied: tuple[int, ...]
    need: int
    up: int = 1

    def __str__(self) -> str:
        players = " and ".join(map(str, self.tied))
        down = self.need - self.up
        up = self.up
        asked = f"{down} face down and {up} face up" if down else f"{up} more face up"
        return f"players {players} tie with {card_text(self.rank) if up == 1 else self.rank}: {asked}"

    def show(self, table: Tabletop) -> None:
        table.war = True


@event
class Laid(Event):
    """A player lays cards for a war; the last ``up`` of them are face up."""

    player: int
    cards: tuple[int, ...]
    up: int = 1

    def __str__(self) -> str:
        first_up = len(self.cards) - self.up
        parts = [f"lays {cards_text(self.cards[:first_up])} face down"] * (first_up > 0)
        parts += [f"turns up {cards_text(self.cards[first_up:])}"] * (self.up > 0)
        return f"player {self.player} {' and '.join(parts)}"

    def show(self, table: Tabletop) -> None:
        table.lay(self.player, self.cards, up=self.up)


@event
class Stands(Event):
    """A player has no card left for a war, and their last card stays in it."""

    player: int
    card: int

    def __str__(self) -> str:
        return f"player {self.player}'s last card, {card_text(self.card)}, stands"

    def show(self, table: Tabletop) -> None:
        table.keep(self.player)


@event
class RanOut(Event):
    """A player cannot carry on, such as in a war, and lays any cards left into the pot."""

    player: int
    cards: tuple[int, ...]

    def __str__(self) -> str:
        if not self.cards:
            return f"player {self.player} cannot carry on: no card left"
        return f"player {self.player} cannot carry on and lays {cards_text(self.cards)} into the pot"

    def show(self, table: Tabletop) -> None:
        table.lay(self.player, self.cards, up=0)


@event
class PileTurned(Event):
    """A player's pile, shuffled, becomes the new packet.

    The player must lay a card, and the packet is empty.
    """

    player: int
    packet: tuple[int, ...]

    def __str__(self) -> str:
        return f"player {self.player} shuffles their pile into a new packet: {cards_text(self.packet)}"


@event
class Drawn(Event):
    """A player draws a random card of the packet, and lays it.

    Attributes
    ----------
    player, card
        The player, and the card.
    place, size
        The place of the card in the packet, the top one being 1, and how many cards
        there were.
    """

    player: int
    card: int
    place: int
    size: int

    def __str__(self) -> str:
        return f"player {self.player} draws card {self.place} of {self.size}: {card_text(self.card)}"


@event
class Taken(Event):
    """A player takes the pot; the card named first will be played first."""

    player: int
    pot: tuple[int, ...]

    def __str__(self) -> str:
        return f"player {self.player} takes {cards_text(self.pot)}"

    def show(self, table: Tabletop) -> None:
        table.taker = self.player


@event
class TakenBack(Event):
    """A drawn war: each player takes back the cards laid in this round."""

    stacks: tuple[tuple[int, ...], ...]

    def __str__(self) -> str:
        return "nobody can win this war: each player takes their own cards back"
