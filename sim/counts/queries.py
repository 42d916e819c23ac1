"""Queries: conditions and amounts over the columns of a game.

They are in the words of SQL, and counted like any other tally.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from sim.contract.columns import Column, Role
from sim.contract.deck_rules import DeckRules
from sim.contract.game import Game
from sim.contract.rules import GameRules
from sim.counts.amounts import MINUTES, MOST_COUNTED, Parsed, of_column, of_minutes
from sim.counts.amounts import Kind as Result
from sim.counts.declarations import declared
from sim.errors import UserError, unknown

if TYPE_CHECKING:
    import polars as pl

PLAYS, SHUFFLES = "plays", "shuffles"

MOST_GROUPS = 16
"""The most values of a column by which a query is asked."""

NOT_GIVEN, NO, YES = -1, 0, 1
"""The values of a chance in the tallies: a game that does not meet the condition after
"given", and the rest."""


class Kind(StrEnum):
    """The kinds of queries."""

    CHANCE = "chance"
    MEAN = "mean"
    QUANTILE = "quantile"


@dataclass(frozen=True)
class Query:
    """A chance, a mean or a quantile over the columns of a game.

    Attributes
    ----------
    name
        The name of its statistic.
    kind
        Whether a chance, a mean or a quantile is wanted.
    expression
        The condition whose chance is wanted, or the amount whose mean or quantile is,
        in SQL.
    given
        The condition that a game must meet to count, in SQL; "" for all games.
    seconds
        The seconds that one unit of each column takes at a table, from which the column
        ``minutes`` is made (:func:`seconds_of`).
    share
        For a quantile, the share of games whose value is at most the quantile.
    """

    name: str
    kind: Kind
    expression: str
    given: str
    seconds: tuple[tuple[str, float], ...]
    share: float = 0.5

    @property
    def asks_for_minutes(self) -> bool:
        """Whether it depends on the time that a play takes."""
        return MINUTES in _names_in(self)

    @property
    def key(self) -> str:
        """Its name among the tallies.

        Queries that ask the same have the same key, whatever they are called.

        Where only plays take time, the key is that of the tallies that older runs have.
        """
        paces = (
            repr(self.seconds[0][1]) if len(self.seconds) == 1 else repr(self.seconds)
        )
        pace = paces if self.asks_for_minutes else ""
        share = (repr(self.share),) if self.kind is Kind.QUANTILE else ()
        asked = "\n".join((self.expression, self.given, pace, *share))
        return f"{self.kind} {hashlib.sha256(asked.encode()).hexdigest()[:16]}"

    @property
    def measure_words(self) -> str:
        """What it asks for, such as "mean" or "90 % quantile"."""
        if self.kind is not Kind.QUANTILE:
            return self.kind
        return "median" if self.share == 0.5 else f"{100 * self.share:g} % quantile"

    @property
    def words(self) -> str:
        """The query as it is written on the command line."""
        return (
            f"{self.expression}, given {self.given}" if self.given else self.expression
        )


def by_groups(
    query: Query, column: str, game: Game, rules: GameRules, where: str
) -> list[Query]:
    """A query, and the same one given each value of a column that has few."""
    if not column:
        return [query]
    known = {found.name: found for found in game.columns_under(rules)}
    if column not in known:
        more = (found.name for found in game.on_request)
        raise unknown("column", column, known, where=where, more=more)
    by = known[column]
    groups = [f"{column} = '{text}'" for text in by.categories]
    if by.role is Role.FLAG:
        groups = [column, f"NOT {column}"]
    if by.of_packet is not None and isinstance(rules, DeckRules):
        most = int(by.of_packet(rules, np.array([rules.deck.cards()], np.uint8))[0])
        groups = [f"{column} = {number}" for number in range(most + 1)]
    if not 0 < len(groups) <= MOST_GROUPS:
        raise UserError(
            f"{column!r} does not have a few known values",
            where=where,
            cure=f'ask given "{column} = 3"',
        )
    among = f"({query.given}) AND " if query.given else ""
    return [
        query,
        *(
            replace(query, name=f"{query.name}, {group}", given=among + group)
            for group in groups
        ),
    ]


def named_on_request(game: Game, texts: Iterable[str]) -> list[str]:
    """The columns on request of a game that texts name."""
    words = {word for text in texts for word in re.findall(r"\w+", text)}
    return [column.name for column in game.on_request if column.name in words]


def check_query(
    query: Query, game: Game, columns: Iterable[Column], where: str
) -> None:
    """Refuse a query that cannot be counted."""
    on_request = tuple(column.name for column in game.on_request)
    _prepared(query, tuple(columns), where, on_request)


def _names_in(query: Query) -> set[str]:
    """The columns that a query names."""
    # The reader of SQL takes a quarter of a second to load: only queries do.
    from sim.counts.sql import names_in

    return names_in(query.expression) | names_in(query.given)


@lru_cache(maxsize=256)
def columns_of(query: Query) -> frozenset[str]:
    """The columns that a game must have for the query to be counted."""
    named = _names_in(query)
    timed = (name for name, _ in query.seconds) if MINUTES in named else ()
    return frozenset({*named, *timed} - {MINUTES})


def seconds_of(
    game: Game, seconds_per_play: float, seconds_per_shuffle: float = 0.0
) -> tuple[tuple[str, float], ...]:
    """The seconds that one unit of each column of a game takes.

    They follow from those of a card of each player and of a shuffle.
    """
    shuffles = ((SHUFFLES, seconds_per_shuffle),) if seconds_per_shuffle else ()
    return (
        (PLAYS, seconds_per_play),
        *((name, cards * seconds_per_play) for name, cards in game.moves),
        *shuffles,
    )


def pace_words(
    game: Game, seconds_per_play: float, seconds_per_shuffle: float = 0.0
) -> str:
    """What a card costs in time, such as "2.5 seconds for a card of each player"."""
    shuffle = (
        f", {seconds_per_shuffle:g} for a pile that is shuffled"
        if seconds_per_shuffle
        else ""
    )
    return f"{seconds_per_play:g} seconds for {game.move_words}{shuffle}"


def values(
    query: Query, game: Game, columns: Mapping[str, NDArray[np.integer]]
) -> NDArray[np.int64]:
    """The value of a query in each game of a block.

    Of a chance, :data:`YES`, :data:`NO` or :data:`NOT_GIVEN` for every game; else the
    amount in units (:func:`unit`) for the games that count.
    """
    parsed, given = _prepared(query, _all_columns(game))
    rows = _rows(columns_of(query), declared(game).columns, columns)
    is_counted = None
    if given is not None:
        among = _evaluated(given.value, rows, query.given, query.name)
        is_counted = among.to_numpy()
        rows = rows.filter(among)
    found = parsed.value
    if query.kind is not Kind.CHANCE:
        found = parsed.counted(query.name)
    answers = _evaluated(found, rows, query.expression, query.name)
    if query.kind is not Kind.CHANCE:
        return _whole_units(answers, query)
    held = answers.to_numpy().astype(np.int64)
    if is_counted is None:
        return held
    answered = np.full(len(is_counted), NOT_GIVEN, np.int64)
    answered[is_counted] = held
    return answered


def _evaluated(
    value: pl.Expr, rows: pl.DataFrame, expression: str, where: str
) -> pl.Series:
    """The value of an expression in each game; refused if some games do not have it."""
    found = rows.select(value.alias("value"))["value"]
    if len(found) == 1:  # Polars may see that all games have the same value
        found = found.new_from_index(0, rows.height)
    if found.null_count():
        cure = (
            "leave them out by a condition after 'given', such as wars > 0 or "
            "winner_low IS NOT NULL, or use CASE WHEN ... ELSE ... END"
        )
        what = f"{expression!r} has no value in some games"
        raise UserError(what, where=where, cure=cure)
    return found


def _whole_units(units: pl.Series, query: Query) -> NDArray[np.int64]:
    """Amounts in units; refused if floats would not hold some of them."""
    import polars as pl

    if (units.abs() >= MOST_COUNTED).any():
        what = f"{query.expression!r} is too large in some games"
        cure = "divide it, or subtract what all games have in common"
        raise UserError(what, where=query.name, cure=cure)
    return units.cast(pl.Int64).to_numpy()


def is_paired(query: Query) -> bool:
    """Whether two variants are compared game by game.

    They are not by quantiles, or by means over other games of each.
    """
    return query.kind is Kind.CHANCE or (query.kind is Kind.MEAN and not query.given)


def is_condition(query: Query, game: Game) -> bool:
    """Whether the expression of a query is a condition."""
    return _prepared(query, _all_columns(game))[0].kind is Result.TRUTH


def unit(query: Query, game: Game) -> Fraction:
    """The amount that one unit in the counts of a query stands for."""
    return amount(query, game).unit(query.name)


def amount(query: Query, game: Game) -> Parsed:
    """The parsed expression of a query."""
    return _prepared(query, _all_columns(game))[0]


@lru_cache(maxsize=256)
def _prepared(
    query: Query,
    columns: tuple[Column, ...],
    where: str = "",
    more: tuple[str, ...] = (),
) -> tuple[Parsed, Parsed | None]:
    """The parsed expression of a query, and its condition if it has one."""
    from sim.counts.expressions import condition, parsed

    place = where or query.name
    by_name = {column.name: column for column in columns}
    known = {name: of_column(column) for name, column in by_name.items()}
    if PLAYS in known:
        paced = [pace for pace in query.seconds if pace[0] in by_name]
        known[MINUTES] = of_minutes((by_name[name], pace) for name, pace in paced)
    given = None
    if query.given:
        given = condition(query.given, known, f"{place}: given", "aces = 3", more)
    if query.kind is Kind.CHANCE:
        such_as = "rounds > 500, or ask for its mean"
        return condition(query.expression, known, place, such_as, more), given
    value = parsed(query.expression, known, place, more)
    if value.kind is Result.TEXT:
        raise UserError(
            f"{query.expression!r} is not a number",
            where=place,
            cure="name a column that counts",
        )
    column = by_name.get(value.words)
    if column is not None and column.role in (Role.WINNER, Role.PLAYER):
        what = f"{column.name!r} is a player, not an amount"
        raise UserError(what, where=place, cure=f'ask for "{column.name} = 0"')
    value.counted(place)  # is refused if it cannot be
    return value, given


def _all_columns(game: Game) -> tuple[Column, ...]:
    """Every column that a game can have under any rules."""
    return tuple(declared(game).columns.values())


def _rows(
    named: Iterable[str],
    known: Mapping[str, Column],
    columns: Mapping[str, NDArray[np.integer]],
) -> pl.DataFrame:
    """The columns of a block as a table, with texts for the codes of categories."""
    import polars as pl

    asked = {}
    for name in sorted(named):
        column = known[name]
        found = columns[name]
        if column.categories:
            texts = pl.Series(column.categories, dtype=pl.Enum(column.categories))
            asked[name] = texts.gather(found.astype(np.uint32))
        else:
            asked[name] = pl.Series(found != 0 if column.role is Role.FLAG else found)
    return pl.DataFrame(asked)
