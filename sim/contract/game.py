"""The contract of a game: what every rulebook offers, and what one played game yields.

Nothing here knows how a game is played fast; the name of the kernel's module is all that is kept.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.cards import HIGHEST_CODE, Deck, cards_text
from sim.contract.policy import Policies, Seat
from sim.options import Option, Rules, flag, texts, whole

DRAW = -1
UNFINISHED = -2
"""Values of ``winner`` that are not a player."""

DECISIONS = "Decisions where the text is silent"
"""The heading of a rulebook's own decisions."""

ENDINGS = ("cards", "run-out", "draw", "cycle", "cap")
"""How a game of packets can end; the code of an ending is its place here."""


@dataclass(frozen=True)
class Column:
    """A column of the table of played games: one integer for each game.

    Attributes
    ----------
    name, dtype, meaning
        Its public name, the NumPy name of its integer type, and what it counts.
    categories
        For a categorical column the texts that its codes 0, 1, ... stand for.
    article
        What stands before its name in "player 0 is the ...": nothing if that is an adjective.
    is_seat
        Whether its value is a player, besides ``winner``: shares of the players are told of it.
    per
        For a column of halves or the like, how many of the whole numbers that kernels give and tallies count make
        one; the table of games and the statistics have them divided.
    """

    name: str
    dtype: str
    meaning: str
    categories: tuple[str, ...] = ()
    per: int = 1
    is_seat: bool = False
    article: str = "the "


class Event:
    """Something that happens at the table; ``str()`` tells it in words."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Settled(Event):
    """The table is clear: a round is over and nothing lies in the pot.

    Attributes
    ----------
    packets, piles
        Each player's cards, top first, as they lie now; piles are empty where captured cards go to the packet.
    """

    packets: tuple[tuple[int, ...], ...]
    piles: tuple[tuple[int, ...], ...] = ()

    def __str__(self) -> str:
        piles = self.piles or ((),) * len(self.packets)
        held = (str(len(packet) + len(pile)) for packet, pile in zip(self.packets, piles, strict=True))
        return f"now {' : '.join(held)} cards"


@dataclass(frozen=True, slots=True)
class Outcome(Event):
    """The end of the game: the row of the table of games, without the game's number.

    Attributes
    ----------
    row
        Every outcome column with its value; categorical ones as text.
    story
        The end in words.
    """

    row: dict[str, Any]
    story: str

    def __str__(self) -> str:
        return self.story


@dataclass(frozen=True, kw_only=True)
class GameRules(Rules):
    """The options of any game."""

    @property
    def seats(self) -> int:
        """The number of players."""
        return 2

    def check_cards(self, highest: int) -> None:
        """Refuse given deals with cards up to ``highest`` that these rules cannot play.

        Raises
        ------
        UserError
            If they cannot.
        """


@dataclass(frozen=True, kw_only=True)
class ChoiceRules(GameRules):
    """The options of a game of choice, and how its players choose.

    Attributes
    ----------
    policies
        One for each seat; empty where everybody chooses as usual. No option of the rules: it is given apart.
    """

    policies: tuple[Seat, ...] = ()


@dataclass(frozen=True, kw_only=True)
class DeckRules(GameRules):
    """The options of every game that is dealt from a deck."""

    lowest: int = whole(2, 1, HIGHEST_CODE, "the deck's lowest rank")
    highest: int = whole(
        14, 1, HIGHEST_CODE, "the deck's highest rank, jokers aside (11 J, 12 Q, 13 K, 14 A)"
    )
    copies: int = whole(4, 1, HIGHEST_CODE, "how many cards of each rank")
    jokers: int = whole(0, 0, HIGHEST_CODE, "jokers, above every other rank")
    bury_jokers: bool = flag(
        False,
        "one joker is put at a random place in each packet after the rest is dealt; as many jokers as players",
    )
    hands: tuple[str, ...] | None = texts(
        "each player's whole packet, in random order",
        'a list with one text of cards for each player, "*rest" for an even share of what is left',
    )

    @property
    def deck(self) -> Deck:
        """The deck that is shuffled."""
        return Deck(self.lowest, self.highest, self.copies, self.jokers)


Play = Callable[[Any, Sequence[Sequence[int]], int, int], Iterator[Event]]
"""``tell(rules, packets, seed, number)``: the rulebook's play of one game, ending in its Outcome."""


@dataclass(frozen=True)
class Game:
    """A game of the registry.

    Attributes
    ----------
    name, title
        Its public name and what a person calls it.
    rules
        Its options.
    columns_under
        Returns the outcome columns under given rules, ``game`` aside.
    tell
        The rulebook: plays one game from the players' packets and yields what happens; the last event is the Outcome.
    kernel
        The module that plays it fast, with ``play_block(rules, deals, layout, seed, first)``: arrays in, a dict of
        one array for each column out (codes for categories).
    dealing
        The module that deals it, with what :mod:`sim.deals.deck` has for games of packets: ``deal_row``, ``deal_rows``,
        ``layout``, ``packets``, ``check_deals`` and ``same_deals``.
    deals_itself
        Whether the kernel draws only the cards that are turned up, the same as in the deal row, with
        ``play_games(rules, seed, first, games)``.
    source
        The words of the source text on which the rules rest.
    histograms
        The columns whose values a run counts.
    tables
        Pairs of columns whose values a run counts together.
    paired
        The columns whose differences between two variants on the same deals a run counts.
    more_columns
        Columns that are not there under the default rules but under others.
    version
        The version of its rules; it changes only when the outcome of some game does.
    policies
        How its players can choose; None where there is nothing to choose. The rules are then :class:`ChoiceRules`.
    margin
        In games of choice the two columns whose difference is player 0's margin.
    largest_margin
        Returns what no margin of a game for two exceeds under given rules.
    cards_text
        How its cards are written.
    undealt
        Why there are no deals, where nothing is shuffled before the game; the kernel then has ``play_games`` alone.
    predictions
        Returns, for columns that are nearly or exactly sums of others under given rules, the whole numbers by
        which those are multiplied; in order, a column after those that it is a sum of. Only the rest is stored.
    dealt
        The columns that follow from player 0's packet as dealt, and how: from uint8 (games, cards) to one integer
        for each game. They are not stored but dealt again.
    """

    name: str
    title: str
    rules: type[GameRules]
    columns_under: Callable[[Any], tuple[Column, ...]]
    tell: Play
    kernel: str
    source: str
    histograms: tuple[str, ...] = ()
    tables: tuple[tuple[str, str], ...] = ()
    paired: tuple[str, ...] = ()
    version: int = 1
    policies: Policies | None = None
    margin: tuple[str, str] | None = None
    largest_margin: Callable[[Any], int] | None = None
    undealt: str = ""
    cards_text: Callable[[Iterable[int]], str] = cards_text
    dealing: str = "sim.deals.deck"
    deals_itself: bool = False
    more_columns: tuple[Column, ...] = ()
    predictions: Callable[[Any], Mapping[str, Mapping[str, int]]] = lambda rules: {}
    dealt: Mapping[str, Callable[[NDArray[np.uint8]], NDArray[np.integer]]] = field(default_factory=dict)

    @property
    def options(self) -> tuple[Option, ...]:
        """The options of its rules, in the order in which they are told."""
        return self.rules.options()

    @property
    def columns(self) -> tuple[Column, ...]:
        """The outcome columns under the default rules, ``game`` aside."""
        return self.columns_under(self.rules())

    @property
    def about(self) -> str:
        """What its rulebook says before it quotes the source: what the game is, and what was decided."""
        module = inspect.getmodule(self.tell)
        return inspect.cleandoc(module.__doc__ or "") if module else ""

    @property
    def decisions(self) -> str:
        """What was decided where the source is silent, in the rulebook's own words; "" if nothing was."""
        return self.about.partition(DECISIONS)[2].lstrip("\n-").strip()

    @property
    def always_ends(self) -> bool:
        """Whether its endings say that every game comes to an end."""
        endings = next((column.categories for column in self.columns if column.name == "ending"), ())
        return bool(endings) and not {"cycle", "cap"} & {*endings}


def outcome(
    game: Game, rules: Rules, packets: Sequence[Sequence[int]], *, seed: int = 0, number: int = 0
) -> dict[str, Any]:
    """Return the row that the rulebook gives to one game.

    Parameters
    ----------
    game, rules
        What is played.
    packets
        Each player's cards, top first.
    seed, number
        Where in-play chance comes from.
    """
    last: Event | None = None
    for event in game.tell(rules, packets, seed, number):
        last = event
    assert isinstance(last, Outcome)
    return last.row
