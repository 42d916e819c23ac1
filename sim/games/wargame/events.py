"""The events of Wargame, as small values that put themselves into words.

These count columns from 1.
"""

from sim.contract.events import Event, event
from sim.contract.tabletop import BACK, Tabletop
from sim.words import count_words


@event
class Placed(Event):
    """A player places one or two cards in a turn of the deployment.

    Attributes
    ----------
    player
        The player who places them.
    cards
        The cards, each with its column.
    """

    player: int
    cards: tuple[tuple[int, int], ...]

    def __str__(self) -> str:
        placed = " and ".join(
            f"{card} on column {column + 1}" for card, column in self.cards
        )
        return f"player {self.player} places {placed}"

    def show(self, table: Tabletop) -> None:
        for card, column in self.cards:
            line = table.laid[self.player]
            line += [""] * (column + 1 - len(line))
            line[column] = table.text(card)


@event
class MatchUps(Event):
    """The result of phase one: the player who is ahead attacks first.

    Attributes
    ----------
    lines
        Both players' cards from the left.
    wins, ties
        The match-ups that each player wins, and those that tie.
    attacker
        The player who attacks first.
    """

    lines: tuple[tuple[int, ...], tuple[int, ...]]
    wins: tuple[int, int]
    ties: int
    attacker: int

    def __str__(self) -> str:
        lines = " against ".join(
            f"player {player}'s {' '.join(map(str, line))}"
            for player, line in enumerate(self.lines)
        )
        ties = f", {count_words(self.ties, 'tie')}" if self.ties else ""
        why = "began the deployment" if self.wins[0] == self.wins[1] else "is ahead"
        return (
            f"match-ups: {lines}: {self.wins[0]} : {self.wins[1]}{ties}; "
            f"player {self.attacker} {why} and attacks first"
        )

    def show(self, table: Tabletop) -> None:
        table.sizes = list(self.wins)


@event
class Kept(Event):
    """A player secretly keeps a traitor card."""

    player: int
    card: int

    def __str__(self) -> str:
        return f"player {self.player} secretly keeps the traitor card {self.card}"


@event
class Lines(Event):
    """Both lines before a battle.

    Attributes
    ----------
    battle
        The number of the battle, from 1.
    lines
        Each player's cards, by column, fought ones included.
    winners
        The winner of each column; None if it is unfought.
    attacker
        The player who attacks now.
    """

    battle: int
    lines: tuple[tuple[int, ...], tuple[int, ...]]
    winners: tuple[int | None, ...]
    attacker: int

    def __str__(self) -> str:
        lines = " against ".join(
            f"player {player}'s {self._line(player)}" for player in (0, 1)
        )
        key = " (+ and - are columns won and lost)" if self.battle == 2 else ""
        return f"battle {self.battle}: {lines}{key}; player {self.attacker} attacks"

    def _line(self, player: int) -> str:
        """A line in short form: a fought column shows + for its winner and - for its loser."""
        marks = {None: "", player: "+", 1 - player: "-"}
        return " ".join(
            marks[winner] or str(card)
            for card, winner in zip(self.lines[player], self.winners, strict=True)
        )

    def show(self, table: Tabletop) -> None:
        # A card that has lost its column lies face down.
        table.laid = [
            [
                table.text(card)
                if winner is None or winner == player
                else f"{BACK}{table.text(card)}"
                for card, winner in zip(line, self.winners, strict=True)
            ]
            for player, line in enumerate(self.lines)
        ]


@event
class Switched(Event):
    """A player pays a chip and switches two of their cards.

    Attributes
    ----------
    player
        The player who switches.
    cards
        The two cards, each with its new column.
    left
        The chips that the player has left.
    """

    player: int
    cards: tuple[tuple[int, int], tuple[int, int]]
    left: int

    def __str__(self) -> str:
        (card, column), (other, place) = self.cards
        chips = (
            "no chips"
            if not self.left
            else "1 chip"
            if self.left == 1
            else f"{self.left} chips"
        )
        return (
            f"  player {self.player} pays a chip and switches: {card} to column {column + 1}, "
            f"{other} to column {place + 1}; {chips} left"
        )


@event
class Advanced(Event):
    """The attacker advances a card."""

    player: int
    card: int
    column: int

    def __str__(self) -> str:
        return f"  player {self.player} attacks with {self.card} on column {self.column + 1}"


@event
class Met(Event):
    """The defender meets the attack, and the cards decide.

    Attributes
    ----------
    player, card
        The defender, and the defender's card.
    against
        The attacker's card.
    winner
        The player with the stronger card; the attacker if the cards are equal.
    """

    player: int
    card: int
    against: int
    winner: int

    def __str__(self) -> str:
        verb = "beats" if self.winner == self.player else "loses to"
        decided = f"{self.card} {verb} {self.against}"
        if self.card == self.against:
            decided = "the cards are equal, so the attacker's wins"
        return f"  player {self.player} meets it with {self.card}: {decided}"


@event
class Declared(Event):
    """A player who is losing a battle declares the opponent's shooter a traitor."""

    player: int
    shooter: int

    def __str__(self) -> str:
        return (
            f"  player {self.player} shows a traitor card: player {1 - self.player}'s "
            f"{self.shooter} "
            "is a traitor"
        )


@event
class Won(Event):
    """A battle is over.

    Attributes
    ----------
    player, column
        The winner, and the column of the battle.
    wins
        Both players' wins so far.
    both_declared
        Whether both cards were declared traitors.
    """

    player: int
    column: int
    wins: tuple[int, int]
    both_declared: bool

    def __str__(self) -> str:
        both = "both are traitors, so the cards decide: " if self.both_declared else ""
        return f"  {both}player {self.player} wins column {self.column + 1}; {self.wins[0]} : {self.wins[1]}"

    def show(self, table: Tabletop) -> None:
        table.sizes = list(self.wins)


@event
class Broken(Event):
    """Three adjacent columns won break the loser's line.

    Attributes
    ----------
    player
        The player whose line is broken.
    column
        The first of the three columns.
    """

    player: int
    column: int

    def __str__(self) -> str:
        return f"  the line of player {self.player} is broken at columns {self.column + 1} to {self.column + 3}"
