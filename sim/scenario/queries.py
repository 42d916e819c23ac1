"""The chances and means of a scenario: ``[chances]`` and ``[means]``, from TOML values to checked queries."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from sim.contract.game import Game
from sim.contract.rules import GameRules
from sim.counts.queries import Kind, Query, check_query
from sim.errors import UserError, unknown
from sim.scenario.fields import read_table, read_text

if TYPE_CHECKING:
    from sim.scenario.scenario import Scenario

TABLES = {Kind.CHANCE: "chances", Kind.MEAN: "means"}
"""The table of a scenario for each kind of query."""

GIVEN = "given"


def read_queries(
    game: Game, rules: Mapping[str, GameRules], data: Mapping[str, Any], seconds_per_play: float
) -> tuple[Query, ...]:
    """Return the queries of a scenario, checked.

    Parameters
    ----------
    game, rules
        The game, and the rules of each variant by its name.
    data
        The scenario as TOML or JSON gives it.
    seconds_per_play
        The time of one play, for the column ``minutes``.

    Raises
    ------
    UserError
        If a query is not valid, or its name is that of another statistic.
    """
    from sim.counts.summary import statistic_names

    found: dict[str, Query] = {}
    columns = {column.name: column for one in rules.values() for column in game.columns_under(one)}
    taken = {*statistic_names(game, max(one.seats for one in rules.values()))}
    for kind, table in TABLES.items():
        for name, value in read_table(data.get(table, {}), table).items():
            where = f"{table}.{name}"
            if not name.strip() or not name.isprintable():
                raise UserError(
                    f"the name {name!r}", where=table, cure="a name is one line of printable characters"
                )
            if name in found or name in taken:
                raise UserError("another statistic has this name", where=where, cure="choose another name")
            found[name] = _read(name, kind, value, where, seconds_per_play)
            check_query(found[name], game, columns.values(), where)
    return tuple(found.values())


def _read(name: str, kind: Kind, value: object, where: str, seconds_per_play: float) -> Query:
    if isinstance(value, str):
        return Query(name, kind, value, "", seconds_per_play)
    if not isinstance(value, dict):
        raise UserError(
            f"{value!r} is not a text", where=where, cure='write it in quotes, such as "rounds > 500"'
        )
    for key in value:
        if key not in (kind, GIVEN):
            raise unknown("key", key, (kind, GIVEN), where=where)
    if kind not in value:
        raise UserError(
            f"{str(kind)!r} is missing", where=where, cure=f'write {{ {kind} = "...", given = "..." }}'
        )
    expression, given = read_text(value[kind], where), read_text(value.get(GIVEN, ""), f"{where}: given")
    return Query(name, kind, expression, given, seconds_per_play)


def queries_tables(queries: Iterable[Query]) -> dict[str, dict[str, Any]]:
    """Return queries as the tables of a scenario; :func:`read_queries` reads them."""
    found: dict[str, dict[str, Any]] = {}
    for query in queries:
        asked = {str(query.kind): query.expression, GIVEN: query.given} if query.given else query.expression
        found.setdefault(TABLES[query.kind], {})[query.name] = asked
    return found


def check_queries(there: Scenario, wanted: Scenario, path: object) -> None:
    """Refuse to add games in which other queries are counted than in those that are there.

    Raises
    ------
    UserError
        If a query was not counted in the games that are there.
    """
    known = {query.key for query in there.queries}
    for query in wanted.queries:
        if query.key not in known:
            raise UserError(
                f"its games were not counted for {query.name!r}",
                where=str(path),
                cure="choose another --out, or leave the query out",
            )
