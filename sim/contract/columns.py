"""The columns of the table of played games: what each of them holds, and the role that its values play.

What is counted, summarized and reported follows from the roles; no name is taken apart to learn them.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

WINNER = "winner"
"""The column that says who won, in games that have a winner: a player, or a code for nobody."""

ENDING = "ending"
"""The column that says how a game ended, and so also why it did not."""

ENDLESS = "cycle"
STOPPED = "cap"
"""The endings of unfinished games: those that would go on for ever, and those that were given up."""


class Role(Enum):
    """What the values of a column are."""

    COUNT = auto()
    """How much there was of something, or what somebody has at the end; it may be negative where one can lose."""
    LENGTH = auto()
    """How long the game was; of unfinished games it is counted apart."""
    WINNER = auto()
    """Who won: a player, or a code for nobody."""
    OF_WINNER = auto()
    """Something about the winner; negative in games that nobody won."""
    PLAYER = auto()
    """A player other than the winner, or a negative code for nobody: what is told is each player's share."""
    CATEGORY = auto()
    """One of a few texts, by its place among them."""
    FLAG = auto()
    """Whether something happened."""


@dataclass(frozen=True)
class Column:
    """A column of the table of played games: one integer for each game.

    Attributes
    ----------
    name, dtype, meaning
        Its public name, the NumPy name of its integer type, and what it counts.
    categories
        The texts that its codes 0, 1, ... stand for; a column that has them is a category.
    per
        For a column of halves or the like, how many of the whole numbers that kernels give and tallies count make
        one; the table of games and the statistics have them divided.
    role
        What its values are.
    kind_of
        The counted column whose things these are a kind of: double wars are a kind of wars.
    leads
        Whether it is the length to tell first, before those that are declared above it.
    article
        What stands before its name in "player 0 is the ...": nothing if that is an adjective.

    Raises
    ------
    ValueError
        If its role and its categories contradict each other.
    """

    name: str
    dtype: str
    meaning: str
    categories: tuple[str, ...] = ()
    per: int = 1
    role: Role = Role.COUNT
    kind_of: str = ""
    leads: bool = False
    article: str = "the "

    def __post_init__(self) -> None:
        if self.categories and self.role is Role.COUNT:
            object.__setattr__(self, "role", Role.CATEGORY)
        if bool(self.categories) != (self.role is Role.CATEGORY):
            raise ValueError(f"{self.name}: a column has categories where its role is that, and nowhere else")

    @property
    def is_seat(self) -> bool:
        """Whether its value is a player, besides ``winner``."""
        return self.role is Role.PLAYER

    @property
    def is_measured(self) -> bool:
        """Whether its values have a mean and quantiles, and are not mere codes."""
        return self.role in (Role.COUNT, Role.LENGTH, Role.OF_WINNER)
