"""The options of WarGops.

:mod:`sim.games.wargops.rulebook` quotes the text that they come from.
"""

from dataclasses import dataclass

from sim.contract.columns import Column, Role
from sim.contract.rules import ChoiceRules
from sim.options import choice, whole

MOST_PLAYERS, MOST_RANKS, MOST_COPIES, MOST_GAMES = 8, 60, 20, 1000


@dataclass(frozen=True, kw_only=True)
class WarGopsRules(ChoiceRules):
    """The options of WarGops."""

    players: int = whole(
        2,
        2,
        MOST_PLAYERS,
        "number of players",
        why="ours: the smallest number, for which the game can be solved",
    )
    ranks: int = whole(
        13,
        2,
        MOST_RANKS,
        "number of ranks, from 1 up",
        why='"An ace counts 1 point, jack 11, queen 12, king 13"',
    )
    copies: int = whole(
        1,
        1,
        MOST_COPIES,
        "number of cards of each rank that every player receives",
        why='"each player receives one (or a larger number if agreed) card of each '
        'rank"',
    )
    ties: str = choice(
        "award-later",
        "replace",
        meaning="the cards of a tied trick wait for the best card of a later trick, or "
        "the tied cards are replaced",
        why='"The principle is that the cards of a tied trick are ultimately '
        "awarded to whichever player\", the first of the text's two ways",
    )
    last_pot: str = choice(
        "survivor",
        "orphan",
        meaning="a sole survivor takes the pots they can still win, or these are "
        "orphaned; no effect with "
        'ties = "replace"',
        why=(
            "ours: the text does not say who gets a waiting pot when one player is left"
        ),
    )
    session: int = whole(
        1,
        1,
        MOST_GAMES,
        "number of games in a session; a row is the total of one session",
        why='ours: one game a row, though "A session is a series of games"',
    )

    @property
    def seats(self) -> int:
        """The number of players."""
        return self.players

    @property
    def cards(self) -> int:
        """The number of cards in the game."""
        return self.players * self.ranks * self.copies

    @property
    def full_hand(self) -> tuple[int, ...]:
        """The cards with which every player begins, ascending."""
        return tuple(
            rank for rank in range(1, self.ranks + 1) for _ in range(self.copies)
        )


ENDINGS = ("survivor", "none")
"""How a game can end; the code of an ending is its place here."""


def _points_column(player: int) -> Column:
    return Column(f"points_{player}", "int32", f"points that player {player} scored")


def columns(rules: WarGopsRules) -> tuple[Column, ...]:
    """The outcome columns: the points of as many players as there are."""
    return (
        Column(
            "winner",
            "int8",
            "the player with the most points; -1 nobody, or several",
            role=Role.WINNER,
        ),
        Column("ending", "int8", "whether a player had cards left at the end", ENDINGS),
        *(_points_column(player) for player in range(rules.players)),
        Column(
            "survivor",
            "int8",
            "the only player with cards left in the last game; -1 nobody",
            role=Role.PLAYER,
        ),
        Column("tricks", "int32", "tricks begun", role=Role.LENGTH, singular="trick"),
        Column("ties", "int32", "comparisons in which several cards were highest"),
        Column("orphaned", "int32", "cards that nobody collected"),
    )
