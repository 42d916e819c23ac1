"""The contract of a game: what every rulebook offers to the rest of the program.

:class:`GameOf` says of what type the rules are, so that a type checker holds the parts of one game to each other; where
any game will do, the type is :data:`Game`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic

import numpy as np
from numpy.typing import NDArray

from sim.cards import cards_text
from sim.contract.columns import ENDING, ENDLESS, STOPPED, Column
from sim.contract.dealing import Deals, NoDeals, Rules
from sim.contract.events import Event, Outcome
from sim.contract.policy import Policies
from sim.options import Option

DECISIONS = "Decisions where the text is silent"
"""The heading of a rulebook's own decisions."""

ENDINGS = ("cards", "run-out", "draw", "cycle", "cap")
"""How a game of packets can end; the code of an ending is its place here."""


@dataclass(frozen=True)
class GameOf(Generic[Rules]):
    """A game of the registry.

    Attributes
    ----------
    name, title
        Its public name and what a person calls it.
    summary
        What sets it apart, in a phrase of Markdown.
    rules
        Its options.
    columns_under
        Returns the outcome columns under given rules, ``game`` aside.
    tell
        The rulebook, ``tell(rules, packets, seed, number)``: plays one game from the players' packets and yields what
        happens; the last event is the Outcome.
    deals
        How it starts and which kernel plays it: :class:`~sim.contract.dealing.Deals` or
        :class:`~sim.contract.dealing.NoDeals`.
    source
        The words of the source text on which the rules rest.
    histograms
        The columns whose values a run counts.
    tables
        Pairs of columns whose values a run counts together.
    paired
        The columns whose differences between two variants on the same deals a run counts.
    seats_differ
        Why the seats' chances differ under the default rules; "" where they do not.
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
    predictions
        Returns, for columns that are nearly or exactly sums of others under given rules, the whole numbers by
        which those are multiplied; in order, a column after those that it is a sum of. Only the rest is stored.
    dealt
        The columns that follow from player 0's packet as dealt, and how: from uint8 (games, cards) to one integer
        for each game. They are not stored but dealt again.
    """

    name: str
    title: str
    summary: str
    rules: type[Rules]
    columns_under: Callable[[Rules], tuple[Column, ...]]
    tell: Callable[[Rules, Sequence[Sequence[int]], int, int], Iterator[Event]]
    deals: Deals[Rules] | NoDeals[Rules]
    source: str
    histograms: tuple[str, ...] = ()
    tables: tuple[tuple[str, str], ...] = ()
    paired: tuple[str, ...] = ()
    version: int = 1
    seats_differ: str = ""
    policies: Policies | None = None
    margin: tuple[str, str] | None = None
    largest_margin: Callable[[Rules], int] | None = None
    cards_text: Callable[[Iterable[int]], str] = cards_text
    more_columns: tuple[Column, ...] = ()
    predictions: Callable[[Rules], Mapping[str, Mapping[str, int]]] = lambda rules: {}
    dealt: Mapping[str, Callable[[NDArray[np.uint8]], NDArray[np.integer]]] = field(default_factory=dict)

    @property
    def options(self) -> tuple[Option, ...]:
        """The options of its rules, in the order in which they are told."""
        return self.rules.options()

    @property
    def undealt(self) -> str:
        """Why there are no deals; "" where there are."""
        return self.deals.why if isinstance(self.deals, NoDeals) else ""

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
        endings = next((column.categories for column in self.columns if column.name == ENDING), ())
        return bool(endings) and not {ENDLESS, STOPPED} & {*endings}


Game = GameOf[Any]
"""A game, whatever its rules."""


def outcome(
    game: GameOf[Rules], rules: Rules, packets: Sequence[Sequence[int]], *, seed: int = 0, number: int = 0
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
