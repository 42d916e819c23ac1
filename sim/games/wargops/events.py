"""The events of WarGops, as small values that put themselves into words.

:mod:`.table` has the play.
"""

from collections.abc import Iterable, Mapping
from dataclasses import field

from sim.cards import low_ace_text, low_ace_texts
from sim.contract.events import Event, Settled, event
from sim.contract.tabletop import BACK, Tabletop


def people(seats: Iterable[int], last: str = "and") -> str:
    """Players in words."""
    *first, end = map(str, sorted(seats))
    return f"players {', '.join(first)} {last} {end}" if first else f"player {end}"


@event
class Waiting:
    """A pot that waits for a later trick.

    Attributes
    ----------
    cards
        Its cards, ascending.
    eligible
        The players who can still win it.
    """

    cards: tuple[int, ...]
    eligible: frozenset[int]


@event
class Position(Settled):
    """The places of all cards between two tricks.

    Attributes
    ----------
    packets
        The hands, ascending.
    piles
        The trash, the orphaned cards, and then the pots.
    trick
        The number of the trick that follows, 0 when the game is over.
    """

    trick: int = field(default=1, kw_only=True)

    def __str__(self) -> str:
        hands = ", ".join(
            f"player {seat} holds {low_ace_texts(hand)}"
            if hand
            else f"player {seat} is out"
            for seat, hand in enumerate(self.packets)
        )
        return f"{f'trick {self.trick}' if self.trick else 'the end'}: {hands}"

    def show(self, table: Tabletop) -> None:
        table.clear()
        table.hands = [table.texts(hand) for hand in self.packets]
        table.middle = [card for pot in self.piles[2:] for card in table.texts(pot)]
        table.sizes = [len(hand) for hand in self.packets]


@event
class Played(Event):
    """Every player with cards turns one up."""

    cards: Mapping[int, int]
    replacing: bool = False

    def __str__(self) -> str:
        verb = "replaces it with" if self.replacing else "plays"
        return ", ".join(
            f"player {seat} {verb} {low_ace_text(card)}"
            for seat, card in self.cards.items()
        )

    def show(self, table: Tabletop) -> None:
        for player, card in self.cards.items():
            covered = [f"{BACK}{laid}" for laid in table.laid[player]]
            table.laid[player] = [*covered, table.text(card)]


@event
class TrickWon(Event):
    """The highest card wins the trick and goes to the trash.

    The winner collects the other cards.
    """

    player: int
    card: int
    cards: tuple[int, ...]

    def __str__(self) -> str:
        collected = (
            f"player {self.player} collects {low_ace_texts(self.cards)}"
            if self.cards
            else "nothing is left to collect"
        )
        return f"player {self.player} wins the trick; {low_ace_text(self.card)} goes to the trash, {collected}"

    def show(self, table: Tabletop) -> None:
        table.taker = self.player


@event
class Tied(Event):
    """The highest card was played by several players.

    One of these cards goes to the trash, the others wait in a pot.

    Attributes
    ----------
    players, card
        The players who tied, and the card they tied with.
    pot
        The cards that remain, ascending.
    """

    players: tuple[int, ...]
    card: int
    pot: tuple[int, ...]

    def __str__(self) -> str:
        card = low_ace_text(self.card)
        return f"{people(self.players)} tie: one {card} goes to the trash, and {low_ace_texts(self.pot)} to a pot"

    def show(self, table: Tabletop) -> None:
        table.war = True


@event
class PotWon(Event):
    """An older pot is won by the best card of this trick.

    Only the players who could win the pot count.

    Attributes
    ----------
    player
        The winner of the pot.
    cards
        The cards that the winner collects, ascending.
    """

    player: int
    cards: tuple[int, ...]

    def __str__(self) -> str:
        best = f"player {self.player} has the best card of those who can win the pot"
        return f"{best}, and collects {low_ace_texts(self.cards)}"


@event
class PotStays(Event):
    """An older pot stays, because the best cards of the players who can win it tied.

    Attributes
    ----------
    card
        The card they tied with.
    eligible
        The players who can win the pot from now on.
    cards
        The cards in the pot, ascending.
    """

    card: int
    eligible: tuple[int, ...]
    cards: tuple[int, ...]

    def __str__(self) -> str:
        tied = f"{people(self.eligible)} tie with {low_ace_text(self.card)}"
        return f"{tied}, and alone can still win the pot: {low_ace_texts(self.cards)}"


@event
class OnTable(Event):
    """After a trick: the pots that are still on the table, and the players who can win them."""

    pots: tuple[Waiting, ...]

    def __str__(self) -> str:
        return "; ".join(map(_waiting, self.pots))


def _waiting(pot: Waiting) -> str:
    return f"a pot that {people(pot.eligible)} can win: {low_ace_texts(pot.cards)}"


@event
class TurnedDown(Event):
    """Several face-up cards tie for highest, and are turned face down.

    Their owners replace them.

    Attributes
    ----------
    players, card
        The players who tied, and the card they tied with.
    """

    players: tuple[int, ...]
    card: int

    def __str__(self) -> str:
        return f"{people(self.players)} tie with {low_ace_text(self.card)} and turn it face down"


@event
class Orphaned(Event):
    """Cards that nobody can collect any more."""

    cards: tuple[int, ...]
    why: str

    def __str__(self) -> str:
        return f"nobody collects {low_ace_texts(self.cards)}: {self.why}"


@event
class Retired(Event):
    """Players without cards retire from the game."""

    players: tuple[int, ...]

    def __str__(self) -> str:
        return f"{people(self.players)} {'runs' if len(self.players) == 1 else 'run'} out of cards"


@event
class Survives(Event):
    """The game is over and one player has cards left, which are that player's score.

    Attributes
    ----------
    player
        The survivor.
    pots
        The cards of pots that only the survivor could win, and now takes.
    points
        The points of the survivor's cards.
    """

    player: int
    pots: tuple[int, ...]
    points: int

    def __str__(self) -> str:
        taken = (
            f" and takes {low_ace_texts(self.pots)}, which nobody else could win"
            if self.pots
            else ""
        )
        count = "1 point" if self.points == 1 else f"{self.points} points"
        return f"player {self.player} is the only one with cards left{taken}: {count}"


@event
class NobodySurvives(Event):
    """The game is over because all players ran out of cards at the same time."""

    def __str__(self) -> str:
        return "all players run out of cards at the same time: nobody scores"


@event
class NextGame(Event):
    """Another game of the session begins.

    Attributes
    ----------
    game, games
        Its number in the session, from 1, and the number of games in the session.
    points
        What each player has scored so far.
    """

    game: int
    games: int
    points: tuple[int, ...]

    def __str__(self) -> str:
        return f"game {self.game} of {self.games} of the session, at {' : '.join(map(str, self.points))}"
