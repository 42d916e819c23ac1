"""The statistics of a run by their names: which there are under given rules, and which of them can be compared.

Names are those of the summary, such as ``rounds mean``. A difference between variants goes by the name of the statistic
of which it is the difference.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sim.contract.columns import WINNER
from sim.contract.game import Game
from sim.contract.rules import GameRules
from sim.counts.declared import MARGIN, declared
from sim.counts.queries import Kind, Query, columns_of, is_paired
from sim.counts.summary import estimates
from sim.counts.tallies import Tallies
from sim.counts.wanted import pairs
from sim.stats.estimates import Measure

DIFFERENT = "deals with a different winner"
"""The statistic that only a pair of variants has."""

_OF_A_PAIR = (", difference", " difference")


@dataclass(frozen=True)
class Named:
    """A statistic: its name, the column that it is about, and what it says of it."""

    name: str
    column: str
    measure: Measure

    @property
    def is_share(self) -> bool:
        """Whether it is a share of games."""
        return self.measure in (Measure.SHARE, Measure.ANY, Measure.OTHERWISE)


def base_name(statistic: str) -> str:
    """Return the statistic of which a difference is the difference; any other name as it is.

    Examples
    --------
    >>> base_name("rounds mean difference"), base_name("draw, difference"), base_name("rounds mean")
    ('rounds mean', 'draw', 'rounds mean')
    """
    for ending in _OF_A_PAIR:
        if statistic.endswith(ending):
            return statistic.removesuffix(ending)
    return statistic


def statistics(game: Game, rules: GameRules, queries: Sequence[Query] = ()) -> dict[str, Named]:
    """Return the statistics of a game under given rules, and the queries that can be counted, by their names."""
    columns = {column.name for column in game.columns_under(rules)} | {MARGIN}
    found = {one.name: one for one in _of_game(game, rules.seats) if one.column in columns}
    for query in queries:
        if columns_of(query) <= columns:
            measure = Measure.SHARE if query.kind is Kind.CHANCE else Measure.MEAN
            found[query.name] = Named(query.name, query.key, measure)
    return found


def _of_game(game: Game, seats: int) -> tuple[Named, ...]:
    """Return the statistics that a game can have with a number of players: those of no games, estimated once."""
    if (id(game), seats) not in _KNOWN:
        found = estimates(Tallies(), game, ("",), seats={"": seats})
        names = (Named(one.statistic, one.column, one.measure) for one in found if one.measure is not None)
        _KNOWN[id(game), seats] = game, tuple(names)
    return _KNOWN[id(game), seats][1]


_KNOWN: dict[tuple[int, int], tuple[Game, tuple[Named, ...]]] = {}
"""The statistics of games by their ids and numbers of players. A game cannot be hashed; kept here, its id stays its."""


def comparable(
    game: Game, rules: GameRules, others: GameRules, queries: Sequence[Query] = ()
) -> dict[str, Named]:
    """Return the statistics by which two variants are compared: means of paired columns, who wins, and queries."""
    paired, there = declared(game).paired, statistics(game, others, queries)
    whole = {WINNER, *(query.key for query in queries if is_paired(query))}
    found = {
        name: one
        for name, one in statistics(game, rules, queries).items()
        if name in there and (one.column in whole or (one.measure is Measure.MEAN and one.column in paired))
    }
    if any(one.column == WINNER for one in found.values()):
        found[DIFFERENT] = Named(DIFFERENT, WINNER, Measure.OTHERWISE)
    return found


def compared(variants: Iterable[str]) -> set[tuple[str, str]]:
    """Return the pairs of variants that a run compares, in either order."""
    names = list(variants)
    found = {(names[later], names[earlier]) for later, earlier in pairs(names)}
    return found | {(earlier, later) for later, earlier in found}


def winner_tables(game: Game) -> list[str]:
    """Return the columns that are counted together with the winner."""
    return [second for first, second in game.tables if first == WINNER]
