"""The columns of the table of played games, with the roles of their values.

Names are never parsed.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from enum import Enum, auto
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.cards import JOKER

WINNER = "winner"
"""The column with the winner, in games that have one: a player, or a code for
nobody."""

ENDING = "ending"
"""The column that says how a game ended, or why it did not."""

ENDLESS = "cycle"
STOPPED = "cap"
"""The endings of unfinished games: those that would go on for ever, and those that were
stopped."""


OfPacket = Callable[[Any, NDArray[np.uint8]], NDArray[np.integer]]
"""A function of the rules and packets as dealt, uint8 (games, cards), that gives one
integer for each game."""


class Role(Enum):
    """What the values of a column mean."""

    COUNT = auto()
    """An amount that only grows while a game goes on, such as its wars; in games that
    always end, any amount."""
    HELD = auto()
    """What a player has at the end, such as cards: more or less as the game goes on."""
    LARGEST = auto()
    """The largest of something in the game, such as its longest war."""
    LENGTH = auto()
    """The length of the game; for unfinished games it is counted separately."""
    WINNER = auto()
    """The winner: a player, or a code for nobody."""
    OF_WINNER = auto()
    """Something about the winner; negative in games that nobody won."""
    PLAYER = auto()
    """A player other than the winner, or a negative code for nobody. The summary gives
    each player's share."""
    CATEGORY = auto()
    """One of a few texts, as its index."""
    FLAG = auto()
    """Whether something happened."""


@dataclass(frozen=True)
class Column:
    """A column of the table of played games: one integer for each game.

    Attributes
    ----------
    name
        Its public name.
    dtype
        The NumPy name of its integer type.
    meaning
        What it counts.
    categories
        The texts for its codes 0, 1, ...; a column with categories has the role
        ``CATEGORY``.
    per
        For a column of halves or similar fractions, the number of units in one. Kernels
        and tallies use whole units; the table of games and the statistics divide by
        this number.
    role
        What its values mean.
    kind_of
        The counted column of which this one counts a kind: double wars are a kind of
        wars.
    leads
        Whether this is the length to report first, before those declared above it.
    article
        What comes before its name in "player 0 is the ...": nothing if the name is an
        adjective.
    signed
        Whether its values can be below zero, as those of a loss.
    singular
        What one of it is called, of a length or of what has kinds.
    of_packet
        How it follows from player 0's packet as dealt, if it does: a sum over the
        cards, so that the values of both players add up to that of the deck.
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
    signed: bool = False
    singular: str = ""
    of_packet: OfPacket | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        if self.categories and self.role is Role.COUNT:
            object.__setattr__(self, "role", Role.CATEGORY)
        if bool(self.categories) != (self.role is Role.CATEGORY):
            raise ValueError(
                f"{self.name}: a column must have categories if, and only if, its role is CATEGORY"
            )

    @property
    def is_measured(self) -> bool:
        """Whether its values are amounts, with a mean and quantiles, rather than codes."""
        return self.role in (
            Role.COUNT,
            Role.HELD,
            Role.LARGEST,
            Role.LENGTH,
            Role.OF_WINNER,
        )


def dealt(name: str, rank: int) -> Column:
    """The column that counts player 0's cards of a rank as dealt.

    Parameters
    ----------
    name
        Its name, which is that of the cards.
    rank
        Their rank.
    """
    meaning = f"{name} in player 0's packet as dealt"
    return Column(name, "int16", meaning, of_packet=partial(_count_of, rank))


def _count_of(rank: int, rules: object, packets: NDArray[np.uint8]) -> Any:
    """How many cards of a rank each packet holds."""
    return np.sum(packets == rank, axis=1)


_RANKS = "twos threes fours fives sixes sevens eights nines tens jacks queens kings"

CARDS_DEALT = (
    *(dealt(name, rank) for rank, name in enumerate(_RANKS.split(), 2)),
    dealt("jokers", JOKER),
)
"""The columns on request of every game with a deck: the cards of each rank, but aces,
which is a column of its own."""


def longest_categories(columns: Iterable[Column]) -> dict[str, tuple[str, ...]]:
    """The categories of each categorical column, by its name.

    Some rules have a category more than others, such as another ending: the longest
    list begins as all do.

    Parameters
    ----------
    columns
        The columns of all variants.
    """
    categories: dict[str, tuple[str, ...]] = {}
    for column in columns:
        if len(column.categories) > len(categories.get(column.name, ())):
            categories[column.name] = column.categories
    return categories
