"""The events of GOPS, as small values that put themselves into words.

:mod:`.rulebook` has the play.
"""

from collections.abc import Sequence

from sim.cards import low_ace_text, low_ace_texts
from sim.contract.events import Event, Settled, event
from sim.contract.tabletop import Tabletop


def listed(words: Sequence[str]) -> str:
    """Return words as a list in a sentence."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def points_text(points: int) -> str:
    """A number of points in words."""
    return f"{points} point{'' if points == 1 else 's'}"


@event
class Begun(Event):
    """All players hold a suit, and the prizes lie face down."""

    players: int
    cards: int

    def __str__(self) -> str:
        hand = low_ace_texts(range(1, self.cards + 1))
        holders = listed([f"player {seat}" for seat in range(self.players)])
        return f"{holders} each hold {hand}; the same cards lie face down as prizes"


@event
class Upcard(Event):
    """A prize is turned up.

    Attributes
    ----------
    round, card
        The number of the round, from 1, and the prize.
    tied
        The prizes that still lie on the table.
    """

    round: int
    card: int
    tied: tuple[int, ...]

    def __str__(self) -> str:
        turned = f"round {self.round}: the upcard is {low_ace_text(self.card)}"
        if not self.tied:
            return f"{turned}, {points_text(self.card)}"
        lies = "lies" if len(self.tied) == 1 else "lie"
        pot = listed([low_ace_text(card) for card in self.tied])
        points = points_text(self.card + sum(self.tied))
        return f"{turned}; {pot} still {lies} on the table: {points} in total"

    def show(self, table: Tabletop) -> None:
        table.clear()
        table.middle = table.texts((*self.tied, self.card))


@event
class Bids(Event):
    """The bids are revealed.

    Attributes
    ----------
    hands
        The players' hands before they bid.
    cards
        The bids.
    """

    hands: tuple[tuple[int, ...], ...]
    cards: tuple[int, ...]

    def __str__(self) -> str:
        bids = (
            f"player {seat} holds {low_ace_texts(hand)} and bids {low_ace_text(card)}"
            for seat, (hand, card) in enumerate(
                zip(self.hands, self.cards, strict=True)
            )
        )
        return "; ".join(bids)

    def show(self, table: Tabletop) -> None:
        table.hands = [table.texts(hand) for hand in self.hands]
        table.laid = [[table.text(card)] for card in self.cards]


@event
class Won(Event):
    """The highest bid takes the prize, and any tied prizes with it."""

    player: int
    prizes: tuple[int, ...]

    def __str__(self) -> str:
        prizes = listed([low_ace_text(card) for card in self.prizes])
        return f"player {self.player} takes {prizes}: {points_text(sum(self.prizes))}"

    def show(self, table: Tabletop) -> None:
        table.taker = self.player


@event
class Tied(Event):
    """Equal highest bids: nobody takes the prize.

    Attributes
    ----------
    players
        The players who made the bids.
    card
        The prize.
    stays
        Whether it stays on the table.
    """

    players: tuple[int, ...]
    card: int
    stays: bool

    def __str__(self) -> str:
        tied = f"players {listed([str(seat) for seat in self.players])} tie"
        where = "stays on the table" if self.stays else "is discarded"
        return f"{tied}: {low_ace_text(self.card)} {where}"

    def show(self, table: Tabletop) -> None:
        table.war = True


@event
class Counted(Settled):
    """A round is over."""

    # `packets` holds the prizes still face down; `piles` holds the prizes of each
    # player, those on the table, and the discarded ones.

    def __str__(self) -> str:
        *scores, table, _ = map(sum, self.piles)
        on_table = f", {points_text(table)} on the table" if table else ""
        return f"now {' : '.join(map(str, scores))}{on_table}"

    def show(self, table: Tabletop) -> None:
        table.sizes = [sum(pile) for pile in self.piles[:-2]]
