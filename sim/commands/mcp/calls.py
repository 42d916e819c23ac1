"""Calls: the parameters of each tool, and the answer that the command of its name gives."""

from __future__ import annotations

from dataclasses import field, replace
from functools import partial
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field
from pydantic.dataclasses import dataclass

from sim.commands import ask, games
from sim.commands.exact import casino_war
from sim.commands.solve import gops
from sim.commands.solve.words import solution_answer
from sim.contract.answer import Answer, Paragraph
from sim.errors import UserError, reported_at
from sim.games import find_game
from sim.games.casino_war.odds.rounds import computed_with
from sim.games.gops.solution.problem import GopsProblem
from sim.games.wargops.solution.answer import wargops
from sim.games.wargops.solution.problem import WarGopsProblem
from sim.machine.resources import cores
from sim.options import setting_text
from sim.scenario.models import GameName
from sim.scenario.tables import CONFIG, Table, Text, told

ACE_TO_KING = 13
"""The cards of each player in GOPS, some of which make a position."""

USUAL_SIZE, MOST_SOLVED = 5, 9
"""The cards of GOPS, or ranks of WarGops, that a call solves by default and at most."""

Options = Annotated[
    dict[str, Any],
    Field(description="options not at their defaults, of those that rules lists"),
    told("is no table of options", 'write {"face_down": 3}'),
]
Size = Annotated[
    int,
    Field(ge=2, le=MOST_SOLVED),
    told(
        "is no size for a call",
        f"give 2 to {MOST_SOLVED}; or, for the first bids of GOPS with 13 cards, leave it "
        'out and give position "A 2 3 4 5 6 7 8 9 10 J Q K; A 2 3 4 5 6 7 8 9 10 J Q K; '
        'A 2 3 4 5 6 7 8 9 10 J Q K"; in a terminal warlab solve goes further',
    ),
]


parameters = partial(dataclass, frozen=True, config=CONFIG, kw_only=True)
"""The decorator of a class whose fields are the parameters of a tool."""


class Call(Table):
    """The parameters of a tool; its docstring tells an assistant what the tool does.

    Attributes
    ----------
    is_long
        Whether it waits for a place among the calls that take long.
    """

    is_long: ClassVar[bool] = False

    def answer(self) -> Answer:
        """Do what is asked."""
        raise NotImplementedError


@parameters()
class ListGames(Call):
    """List the games that can be played, with the names that the other tools take."""

    def answer(self) -> Answer:
        """The games of the registry."""
        found = games.answer()
        return replace(found, data={"games": found.data})


@parameters()
class DescribeRules(Call):
    """Give the options, columns and policies of a game, and the words of its source."""

    game: GameName
    """the name of a game"""

    def answer(self) -> Answer:
        """What there is to know about a game."""
        return games.answer(self.game)


@parameters()
class ExactCasinoWar(Call):
    """Give the exact odds of Casino War: of a round, or with a bankroll of an evening."""

    rules: Options = field(default_factory=dict)
    """options not at their defaults; decks may also be "infinite" """

    def answer(self) -> Answer:
        """The odds."""
        with reported_at("rules", within=True):
            found = casino_war.answer([computed_with(self.rules)])
        return with_rules(replace(found, data=found.data[0]))


@parameters()
class Solve(Call):
    """Solve GOPS or WarGops for two exactly: the value, and an equilibrium of the first move."""

    is_long = True
    game: Annotated[
        Literal["gops", "wargops"], told("is not solved", "choose gops or wargops")
    ]
    """the game"""
    size: Size | None = None
    """cards of each player (gops), or ranks (wargops): 2 to 9, by default 5"""
    position: Text = ""
    """in gops, what is left of a game of thirteen cards, in place of a size: "hand; opponent;
    prizes", such as "9 Q K; 2 3 K; 5 J K"; at most nine cards each, or twelve, or all thirteen
    with every card named, "A 2 3 4 5 6 7 8 9 10 J Q K" three times, for the first bids"""

    def answer(self) -> Answer:
        """The solution, or that of one position."""
        if self.position and (self.size or self.game != "gops"):
            raise UserError(
                "only gops has positions to ask for, of thirteen cards and without a size",
                where="position",
                cure="leave it out, or the size",
            )
        if self.position:
            with reported_at("position", within=True):
                return gops.position_answer(
                    GopsProblem(ACE_TO_KING), self.position, cores()
                )
        size = self.size or USUAL_SIZE
        if self.game == "gops":
            return gops.answer(GopsProblem(size), cores())
        return solution_answer(wargops, WarGopsProblem(size), cores())


@parameters()
class Questions(Call):
    """Find the known questions closest to some words, with kept answers and rules; their figures are rounded."""

    words: Text
    """what somebody wants to know"""

    def answer(self) -> Answer:
        """The closest questions."""
        return ask.answer_to(self.words)


def rules_of(game: str, options: dict[str, Any]) -> Any:
    """The rules of a game with some options.

    Parameters
    ----------
    game
        The name of the game.
    options
        Those that are not at their defaults.
    """
    with reported_at("rules", within=True):
        return find_game(game).rules.of(options)


def with_rules(answer: Answer) -> Answer:
    """An answer that ends with all rules, also those at their defaults.

    Parameters
    ----------
    answer
        Its plain values have the rules.
    """
    rules = answer.data["rules"]
    return replace(
        answer, blocks=(*answer.blocks, Paragraph(f"All rules: {words_of(rules)}."))
    )


def words_of(rules: dict[str, Any]) -> str:
    """Options with their values, as they are typed.

    Parameters
    ----------
    rules
        The options by their names; those that are None are left out.
    """
    return ", ".join(
        setting_text(name, value) for name, value in rules.items() if value is not None
    )
