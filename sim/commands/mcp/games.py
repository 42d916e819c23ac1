"""Calls about games: those that play, compare and replay them."""

from __future__ import annotations

from dataclasses import field, replace
from typing import Annotated

from reports.facts import gather
from sim.commands import compare, played, replay
from sim.commands.arguments import USUAL_SEED, typed_as
from sim.commands.mcp.calls import (
    Call,
    Options,
    parameters,
    rules_of,
    with_rules,
    words_of,
)
from sim.commands.requests import USUAL, PlayRequest
from sim.contract.answer import Answer, Listing, Paragraph
from sim.contract.game import seated
from sim.contract.policy import policies_table
from sim.counts.frames import table
from sim.engine.replaying import replay as play_again
from sim.errors import UserError
from sim.games import find_game
from sim.machine.resources import cores
from sim.options import fields_of
from sim.scenario.models import GameName, Games, Seed, Values
from sim.scenario.reading import from_dict
from sim.scenario.tables import Policies, Text, Texts, told
from sim.words import games_words

MOST_GAMES = 10_000_000
"""The most games of a call, of all variants together."""

MOST_EVENTS = 5_000
"""The most events of a replay that are told, the last one aside."""

IN_THE_HEADLINE = (
    "What is marked as exact is in the headline; the differences are of these games."
)
"""How the exact values of a comparison belong to the simulated ones."""

_TYPED = {"--chance": "chances", "--mean": "means", "--given": "given", "--by": "by"}
"""The parameters that stand for the options of ``warlab play``."""

Number = Annotated[int, told("is not a whole number", "write 17")]


@parameters()
class _OfRules(Call):
    """The parameters of games under rules."""

    is_long = True

    game: GameName
    rules: Options = field(default_factory=dict)
    seed: Seed = USUAL_SEED
    policies: Policies | None = None


@parameters()
class Play(_OfRules):
    """Play games of one set of rules: every statistic with its interval, level and method."""

    games: Games = USUAL
    """how many games, at most ten million"""
    chances: Texts = ()
    """conditions over the columns of the game, in SQL: rounds > 500, minutes > 60"""
    means: Texts = ()
    """amounts over the columns of the game, in SQL: rounds + wars"""
    given: Text | None = None
    """for chances and means, count only games that meet this condition, in SQL: aces =
    3"""
    by: Text | None = None
    """answer chances and means also for each value of this column: aces"""

    def answer(self) -> Answer:
        """The statistics of the games."""
        _check_games(self.games)
        rules = seated(
            find_game(self.game), rules_of(self.game, self.rules), self.policies
        )
        asked = PlayRequest(
            chance=list(self.chances),
            mean=list(self.means),
            whole=True,
            **fields_of(self, "game", "games", "seed", "given", "by"),
        )
        with typed_as(**_TYPED):
            found = played.answer(asked, rules)
        return with_rules(found)


@parameters()
class Compare(_OfRules):
    """Compare variants of a game's rules, on the same deals if the result says so: differences with intervals."""

    variants: dict[str, Options] | None = None
    """names of variants, each with the options in which it differs"""
    vary: dict[str, Values] | None = None
    """in place of variants: options with lists of values, every combination is a
    variant"""
    games: Games = USUAL
    """how many games of each variant, at most ten million in all"""

    def answer(self) -> Answer:
        """The differences, with the rules and the statistics of each variant."""
        described = fields_of(
            self, "game", "games", "seed", "rules", "policies", "vary"
        )
        if self.variants is not None:
            described["variant"] = [
                {"name": name, "rules": rules} for name, rules in self.variants.items()
            ]
        scenario = from_dict(described | {"keep_games": False})
        if len(scenario.variants) < 2:
            raise UserError(
                "there is nothing to compare",
                where="variants",
                cure="name at least two variants, or two values of an option in vary",
            )
        _check_games(scenario.games * len(scenario.variants))
        results = played.play(scenario, 0, cores()).results
        found = compare.of_variants(
            compare.Asked("", pairs=True), results, gather(results)
        )
        rules = {
            name: of_variant.as_dict() | policies_table(of_variant)
            for name, of_variant in scenario.rules.items()
        }
        is_exact = any(number.note.startswith("exact") for number in found.numbers)
        texts = [
            *([IN_THE_HEADLINE] if is_exact else []),
            f"{games_words(self.games)} of {self.game}, numbers from 0, seed {self.seed}.",
            *(
                f"Rules of {name}: {words_of(options)}."
                for name, options in rules.items()
            ),
        ]
        return replace(
            found,
            blocks=(*found.blocks, *map(Paragraph, texts)),
            data={
                **fields_of(self, "game", "games", "seed"),
                **found.data,
                "rules": rules,
                "statistics": table(results.estimates()).to_dicts(),
            },
        )


@parameters()
class Replay(_OfRules):
    """Replay one game card by card: the seed and the number give the same game everywhere."""

    is_long = False
    number: Number
    """the number of the game, from 0"""
    deal: Text | None = None
    """cards to deal in place of the game's own, in order: A K 10 2"""

    def answer(self) -> Answer:
        """The events; of a very long game the first and the last."""
        shown = play_again(
            self.game,
            self.number,
            **fields_of(self, "seed", "rules", "policies", "deal"),
        )
        data = replay.answer(shown).data
        data["events"] = _shortened(data["events"])
        course = Listing("\n".join(_shortened(str(shown).splitlines())))
        return with_rules(Answer(blocks=(course,), data=data))


def _shortened(lines: list[str]) -> list[str]:
    """Lines with those left out that are too many, the last one aside."""
    left_out = len(lines) - MOST_EVENTS
    if left_out <= 0:
        return lines
    return [
        *lines[:MOST_EVENTS],
        f"({left_out:,} more lines, which warlab replay prints in a terminal)",
        lines[-1],
    ]


def _check_games(games: int) -> None:
    """Refuse more games than a call may play."""
    if games > MOST_GAMES:
        raise UserError(
            f"{games_words(games)} are too many for a call",
            where="games",
            cure=f"ask for at most {MOST_GAMES:,} in all; warlab run plays more",
        )
