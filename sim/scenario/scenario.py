"""Scenarios: a game, the number of games, the seed, and the variants of the rules."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sim.contract.policy import policies_table
from sim.contract.rules import GameRules
from sim.counts.keys import Pairing
from sim.counts.queries import SHUFFLES, Query, named_on_request, seconds_of
from sim.errors import UserError
from sim.games import find_game
from sim.limits import check_seed, parse_count
from sim.options import fields_of
from sim.scenario.answer import AnswerPlan
from sim.scenario.models import Report
from sim.scenario.precision import precision_table, read_until, statistics_of
from sim.scenario.queries import queries_tables
from sim.scenario.variants import Variant, matches_of
from sim.stats.precision import Precision


@dataclass(frozen=True)
class Scenario:
    """A validated scenario.

    Attributes
    ----------
    title, question
        For people.
    game
        The name of the game.
    games
        The most games that each variant plays.
    seed
        The random seed.
    variants
        In order; each plays the same games, on the same deals if their decks are the
        same.
    keep_games
        Whether every game is kept as a row.
    precision
        The precision at which to stop earlier; None for no such stop.
    report
        The choices of the report.
    tournament
        The names of the policies that play each other; empty without a tournament.
    answer
        What the report says first; None for an answer made from the variants.
    text
        The file as it was read, "" if there was none.
    queries
        The chances and means that are counted besides what the game declares.
    """

    title: str
    question: str
    game: str
    games: int
    seed: int
    variants: tuple[Variant, ...]
    keep_games: bool = True
    precision: Precision | None = None
    report: Report = field(default_factory=Report)
    tournament: tuple[str, ...] = ()
    answer: AnswerPlan | None = None
    text: str = ""
    queries: tuple[Query, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the variants, in order."""
        return tuple(variant.name for variant in self.variants)

    @property
    def rules(self) -> dict[str, GameRules]:
        """The rules of the variants by their names, in order."""
        return {variant.name: variant.rules for variant in self.variants}

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns on request."""
        return self.variants[0].rules.columns

    @property
    def matches(self) -> tuple[Pairing, ...]:
        """In a tournament, its matches: pairs of variants with exchanged seats."""
        return matches_of(self.tournament)

    @property
    def sampled(self) -> dict[str, Any]:
        """Everything that determines the outcome of game ``k``.

        Options at their defaults are left out.
        """
        columns = {"columns": list(self.columns)} if self.columns else {}
        return {
            **columns,
            "game": self.game,
            "version": find_game(self.game).version,
            "seed": self.seed,
            "policies": list(self.tournament),
            "variants": [
                {
                    "name": variant.name,
                    "rules": variant.rules.changed(),
                    **policies_table(variant.rules),
                }
                for variant in self.variants
            ],
        }

    @property
    def hash(self) -> str:
        """The SHA-256 of what is sampled, in hexadecimal: runs with the same hash can be merged."""
        canonical = json.dumps(
            self.sampled, sort_keys=True, separators=(",", ":"), ensure_ascii=True
        )
        return hashlib.sha256(canonical.encode()).hexdigest()

    def with_changes(
        self,
        *,
        games: int | str | float | None = None,
        seed: int | None = None,
        until: Sequence[str] | None = None,
    ) -> Scenario:
        """The scenario with other games, another seed, or another precision.

        Parameters
        ----------
        games, seed
            The number of games and the seed; None for the scenario's.
        until
            Statistics with the half widths of their intervals at 95 %, such as
            ``["rounds mean 0.5 %"]``, or differences whose sign is wanted
            (``["rounds mean difference sign"]``), in place of those of the scenario;
            None for the scenario's.

        Raises
        ------
        UserError
            If they are not valid.
        """
        changed = self
        if games is not None:
            changed = replace(changed, games=parse_count(games, "games"))
        if seed is not None:
            changed = replace(changed, seed=check_seed(seed))
        if until is None or (isinstance(until, list | tuple) and not until):
            return changed
        return changed.with_precision(until)

    def with_precision(self, until: Sequence[str], where: str = "until") -> Scenario:
        """The scenario with another precision at which to stop.

        Parameters
        ----------
        until
            As for :meth:`with_changes`.
        where
            Where it was given, for the message of an error.

        Raises
        ------
        UserError
            If one of them is not valid, or the game does not have it.
        """
        from sim.counts.stopping import check_aims

        precision = read_until(until, where)
        game = find_game(self.game)
        asked = named_on_request(game, statistics_of(precision))
        scenario = self.with_columns(asked) if asked else self
        check_aims(
            game,
            scenario.rules,
            self.matches,
            precision,
            self.queries,
            where,
        )
        return replace(scenario, precision=precision)

    def with_pace(
        self, seconds_per_play: float | None, seconds_per_shuffle: float | None = None
    ) -> Scenario:
        """The scenario at another pace.

        It is the seconds for a card of each player, and for a shuffled pile.
        """
        given = {
            "seconds_per_play": seconds_per_play,
            "seconds_per_shuffle": seconds_per_shuffle,
        }
        known: dict[str, Any] = {
            name: value for name, value in given.items() if value is not None
        }
        report = replace(self.report, **known)
        pace = report.seconds_per_play, report.seconds_per_shuffle
        seconds = seconds_of(find_game(self.game), *pace)
        queries = tuple(replace(query, seconds=seconds) for query in self.queries)
        changed = replace(self, queries=queries, report=report)
        return (
            changed.with_columns([SHUFFLES], "--seconds-per-shuffle")
            if seconds_per_shuffle
            else changed
        )

    def with_columns(self, names: Sequence[str], where: str = "columns") -> Scenario:
        """The scenario with more columns on request.

        Parameters
        ----------
        names
            The columns, besides those that the scenario asks for itself.
        where
            The name of the columns in errors.

        Raises
        ------
        UserError
            If the game does not have one of them.
        """
        game = find_game(self.game)
        asked = [*self.columns, *names]
        variants = (
            replace(variant, rules=game.asking(variant.rules, asked, where))
            for variant in self.variants
        )
        return replace(self, variants=tuple(variants))

    def as_dict(self) -> dict[str, Any]:
        """Everything as a JSON object; :func:`from_dict` reads it."""
        precision = self.precision and precision_table(self.precision)
        report: dict[str, Any] = {"seconds_per_play": self.report.seconds_per_play}
        if self.report.seconds_per_shuffle:
            report["seconds_per_shuffle"] = self.report.seconds_per_shuffle
        if self.report.names:
            report["names"] = dict(self.report.names)
        played: dict[str, Any]
        if self.tournament:
            played = {
                "tournament": list(self.tournament),
                "rules": _given(self.variants[0].rules),
            }
        else:
            played = {
                "variant": [
                    {
                        "name": variant.name,
                        "rules": _given(variant.rules),
                        **policies_table(variant.rules),
                    }
                    for variant in self.variants
                ]
            }
        content = {
            **fields_of(
                self, "title", "question", "game", "games", "seed", "keep_games"
            ),
            **played,
            "columns": {"more": list(self.columns)} if self.columns else None,
            **queries_tables(self.queries),
            "precision": precision,
            "answer": None if self.answer is None else self.answer.as_dict(),
            "report": report,
        }
        return {key: value for key, value in content.items() if value is not None}


def _given(rules: GameRules) -> dict[str, object]:
    return {name: value for name, value in rules.as_dict().items() if value is not None}


def difference(known: Scenario, wanted: Scenario) -> str:
    """The difference of what two scenarios sample, in words; "" if there is none.

    Parameters
    ----------
    known, wanted
        The scenario of a run, and the one that is asked for.
    """
    if known.hash == wanted.hash:
        return ""
    if known.game != wanted.game:
        return f"the game is {known.game}, not {wanted.game}"
    if known.seed != wanted.seed:
        return f"the seed is {known.seed}, not {wanted.seed}"
    if known.names != wanted.names:
        return (
            f"the variants are {'; '.join(known.names)}, not {'; '.join(wanted.names)}"
        )
    others = [name for name in known.names if known.rules[name] != wanted.rules[name]]
    return f"the rules of {'; '.join(others)} differ"


def check_queries(kept: Scenario, wanted: Scenario, path: object) -> None:
    """Refuse to add games in which other queries are counted than in those that are there.

    Parameters
    ----------
    kept, wanted
        The scenario of the games that are there, and that of the games to add.
    path
        Where the games are, for the error.

    Raises
    ------
    UserError
        If a query was not counted in the games that are there.
    """
    known = {query.key for query in kept.queries}
    for query in wanted.queries:
        if query.key not in known:
            raise UserError(
                f"its games were not counted for {query.name!r}",
                where=str(path),
                cure="choose another directory, or leave the query out",
            )
