"""Queries of a scenario: ``[chances]``, ``[means]`` and ``[quantiles]``, checked."""

from collections.abc import Iterable, Mapping
from typing import Any

from sim.contract.game import Game
from sim.contract.rules import GameRules
from sim.counts.queries import Kind, Query, by_groups, check_query, seconds_of
from sim.errors import UserError
from sim.scenario.models import ScenarioFile

TABLES = {Kind.CHANCE: "chances", Kind.MEAN: "means", Kind.QUANTILE: "quantiles"}
"""The table of a scenario for each kind of query."""


def queries_of(
    game: Game, rules: Mapping[str, GameRules], file: ScenarioFile
) -> tuple[Query, ...]:
    """The queries of a scenario; those that no game can answer are refused."""
    if not (file.chances or file.means or file.quantiles):
        return ()
    from sim.counts.summary import statistic_names

    columns = {
        column.name: column
        for rules_of_variant in rules.values()
        for column in game.columns_under(rules_of_variant)
    }
    widest = max(rules.values(), key=lambda rules_of_variant: rules_of_variant.seats)
    taken = {*statistic_names(game, widest)}
    pace = seconds_of(
        game, file.report.seconds_per_play, file.report.seconds_per_shuffle
    )
    asked = []
    for kind, table in TABLES.items():
        for name, asking in getattr(file, table).items():
            query = Query(
                name,
                kind,
                getattr(asking, kind),
                asking.given,
                pace,
                getattr(asking, "at", 0.5),
            )
            asked += by_groups(query, asking.by, game, widest, f"{table}.{name}.by")
    for query in asked:
        where = f"{TABLES[query.kind]}.{query.name}"
        if query.name in taken:
            raise UserError(
                "another statistic has this name",
                where=where,
                cure="choose another name",
            )
        taken.add(query.name)
        check_query(query, game, columns.values(), where)
    return tuple(asked)


def texts_of(file: ScenarioFile) -> list[str]:
    """The expressions, conditions and groups of a scenario's queries."""
    return [
        text
        for kind, table in TABLES.items()
        for asking in getattr(file, table).values()
        for text in (getattr(asking, kind), asking.given, asking.by)
        if text
    ]


def queries_tables(queries: Iterable[Query]) -> dict[str, dict[str, Any]]:
    """The queries as the tables of a scenario."""
    tables: dict[str, dict[str, Any]] = {}
    for query in queries:
        more: dict[str, Any] = (
            {"at": query.share} if query.kind is Kind.QUANTILE else {}
        )
        more |= {"given": query.given} if query.given else {}
        asked = (
            {str(query.kind): query.expression, **more} if more else query.expression
        )
        tables.setdefault(TABLES[query.kind], {})[query.name] = asked
    return tables
