"""The interface of a game: what every game provides to the rest of the program.

:class:`GameOf` is generic in the type of the rules, so the type checker can verify that
the parts of a game fit together; code that takes any game uses :data:`Game`.
"""

import inspect
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic

from sim.cards import cards_text
from sim.contract.browser import InBrowser
from sim.contract.columns import ENDING, ENDLESS, STOPPED, WINNER, Column
from sim.contract.dealing import Deals, NoDeals, Rules
from sim.contract.events import Event, Outcome
from sim.contract.hooks import Hooks
from sim.contract.policy import Policies, check_policies
from sim.contract.vocabulary import Vocabulary
from sim.errors import UserError, reported_at, shown, unknown
from sim.options import Option

DECISIONS = "Decisions where the text is silent"
"""The heading of a rulebook's own decisions."""

ENDINGS = ("cards", "run-out", "draw", "cycle", "cap")
"""The endings of a packet game; the code of an ending is its index here."""


@dataclass(frozen=True)
class GameOf(Generic[Rules]):
    """A game of the registry.

    Attributes
    ----------
    name, title
        Its public name, and its usual name in prose.
    summary
        What distinguishes it, as a phrase in Markdown.
    rules
        The class of its rules, with its options.
    own_columns
        Returns the outcome columns under given rules, except ``game`` and those on
        request.
    tell
        The rulebook, ``tell(rules, packets, seed, number)``: plays one game from the
        players' packets and yields its events; the last one is the Outcome.
    deals
        How it starts and which kernel plays it.
    source
        The text of the source on which the rules are based.
    histograms
        The columns whose values a run counts.
    tables
        Pairs of columns whose values a run counts together.
    paired
        The columns whose differences between two variants on the same deals a run
        counts.
    version
        The version of its rules; it changes only when the outcome of a game changes.
    seats_differ
        Why the seats have different chances under the default rules; "" if they do not.
    seats_alike
        Returns whether the seats are alike under given rules: if the packets (and
        policies) move on by one seat, so does the whole game, exactly or, where chance
        plays, in law. Then all players win equally often. False claims nothing.
    continues
        Returns whether, under given rules, the rest of a game depends on nothing but
        the packets at the end of a round (and on chance), so that they can be played on
        as a deal.
    policies
        How its players can choose; None if there is nothing to choose. A game with
        policies has rules of type :class:`~sim.contract.rules.ChoiceRules`.
    cards_text
        Returns the text of its cards.
    more_columns
        Columns that exist only under rules other than the defaults.
    on_request
        Columns that a game has only where they are asked for.
    can_be_drawn
        Whether a finished game can be without a winner.
    moves
        What takes the time of a card: ``plays`` (a card of each player at once) and
        what is counted in these columns, by how many cards each takes.
    move_words
        The words for it.
    in_browser
        How it is played in a browser; None if it is not.
    vocabulary
        What its options, policies, columns and endings are called in reports.
    hooks
        What it brings to a report: exact values and parts of its own.
    """

    name: str
    title: str
    summary: str
    rules: type[Rules]
    own_columns: Callable[[Rules], tuple[Column, ...]]
    tell: Callable[[Rules, Sequence[Sequence[int]], int, int], Iterator[Event]]
    deals: Deals[Rules] | NoDeals[Rules]
    source: str
    histograms: tuple[str, ...] = ()
    tables: tuple[tuple[str, str], ...] = ()
    paired: tuple[str, ...] = ()
    version: int = 1
    seats_differ: str = ""
    seats_alike: Callable[[Rules], bool] = lambda rules: False
    continues: Callable[[Rules], bool] = lambda rules: False
    policies: Policies | None = None
    cards_text: Callable[[Iterable[int]], str] = cards_text
    more_columns: tuple[Column, ...] = ()
    on_request: tuple[Column, ...] = ()
    can_be_drawn: bool = True
    moves: tuple[tuple[str, float], ...] = ()
    move_words: str = "a card of each player"
    in_browser: InBrowser | None = None
    vocabulary: Vocabulary = field(default_factory=Vocabulary)
    hooks: Hooks[Rules] = field(default_factory=Hooks)

    def __post_init__(self) -> None:
        # Where they are asked for, a run counts columns on request, those of the deal
        # together with the winner too.
        names = (*self.histograms, *(column.name for column in self.on_request))
        dealt = (
            (WINNER, column.name)
            for column in self.on_request
            if column.of_packet is not None
        )
        object.__setattr__(self, "histograms", tuple(dict.fromkeys(names)))
        object.__setattr__(self, "tables", tuple(dict.fromkeys((*self.tables, *dealt))))

    @property
    def options(self) -> tuple[Option, ...]:
        """The options of its rules, in the order in which they are listed."""
        return self.rules.options()

    @property
    def margin(self) -> tuple[str, str] | None:
        """In games of choice, the two columns whose difference is player 0's margin."""
        return self.policies.margin if self.policies else None

    @property
    def largest_margin(self) -> Callable[[Rules], int] | None:
        """In games of choice, an upper bound on the margin of a game for two under given rules."""
        return self.policies.largest_margin if self.policies else None

    @property
    def undealt(self) -> str:
        """Why there are no deals; "" if there are deals."""
        return self.deals.why if isinstance(self.deals, NoDeals) else ""

    def columns_under(self, rules: Rules) -> tuple[Column, ...]:
        """The outcome columns under given rules, except ``game``, with those asked for.

        Parameters
        ----------
        rules
            The rules.
        """
        always = self.own_columns(rules)
        if not rules.columns:
            return always
        known = {column.name: column for column in self.on_request}
        return (*always, *(known[name] for name in rules.columns))

    def asking(self, rules: Rules, names: object, where: str = "columns") -> Rules:
        """The rules under which the game has more columns, of those on request.

        Parameters
        ----------
        rules
            The rules.
        names
            The names of the columns.
        where
            The place to name in an error.

        Raises
        ------
        UserError
            If a name is not that of a column.
        """
        if isinstance(names, str) or not isinstance(names, Sequence):
            raise UserError(
                f"{shown(names)} is not a list of columns",
                where=where,
                cure='give a list, such as ["kings"]',
            )
        always = {column.name for column in self.own_columns(rules)}
        known = [column.name for column in self.on_request]
        for name in names:
            if not isinstance(name, str) or (name not in always and name not in known):
                if not known:
                    raise UserError(
                        f"{self.name} has no columns on request",
                        where=where,
                        cure="leave it out",
                    )
                raise unknown("column", name, known, where=where)
        asked = tuple(dict.fromkeys(name for name in names if name not in always))
        given: Any = rules
        return replace(given, columns=asked) if asked else rules

    @property
    def columns(self) -> tuple[Column, ...]:
        """The outcome columns under the default rules, except ``game``."""
        return self.columns_under(self.rules())

    @property
    def about(self) -> str:
        """The docstring of the rulebook, and of its table if that is a file of its own."""
        folder, _, _ = self.rules.__module__.rpartition(".")
        modules = (
            sys.modules.get(f"{folder}.{name}") for name in ("rulebook", "table")
        )
        return "\n\n".join(
            inspect.cleandoc(module.__doc__ or "") for module in modules if module
        )

    @property
    def decisions(self) -> str:
        """The decisions where the source is silent, in the words of the rulebook.

        "" if there were none.
        """
        return self.about.partition(DECISIONS)[2].lstrip("\n-").strip()

    @property
    def always_ends(self) -> bool:
        """Whether, by its endings, every game ends."""
        endings = next(
            (column.categories for column in self.columns if column.name == ENDING), ()
        )
        return bool(endings) and not {ENDLESS, STOPPED} & {*endings}


Game = GameOf[Any]
"""A game, whatever its rules."""


def outcome(
    game: GameOf[Rules],
    rules: Rules,
    packets: Sequence[Sequence[int]],
    *,
    seed: int = 0,
    number: int = 0,
) -> dict[str, Any]:
    """The row of one game, by the rulebook.

    Parameters
    ----------
    game, rules
        What is played.
    packets
        Each player's cards, top first.
    seed, number
        What chance during play follows from.
    """
    last: Event | None = None
    for event in game.tell(rules, packets, seed, number):
        last = event
    assert isinstance(last, Outcome)
    return last.row


def seated(game: Game, rules: Rules, policies: object) -> Rules:
    """A game's rules with the policies of its players.

    Parameters
    ----------
    game, rules
        What is played.
    policies
        A policy for each seat; None leaves the rules as they are.

    Raises
    ------
    UserError
        If the game has no policies, or one of them is not valid.
    """
    if policies is None:
        return rules
    if game.policies is None:
        raise UserError(
            f"{game.name} takes no policies: its players have nothing to choose",
            cure="leave policies out",
        )
    chosen: Any = rules
    with reported_at("policies", within=True):
        return replace(chosen, policies=check_policies(game.policies, rules, policies))  # type: ignore[no-any-return]  # replace() forgets the type
