"""Names of a run's statistics, such as ``rounds mean``.

They say which there are under given rules, and which are compared.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sim.contract.columns import WINNER
from sim.contract.game import Game
from sim.contract.rules import GameRules
from sim.counts.answers import MEASURES
from sim.counts.comparison import DIFFERENT
from sim.counts.declarations import MARGIN, declared
from sim.counts.keys import pairs
from sim.counts.queries import Query, columns_of, is_paired
from sim.counts.summary import Summary
from sim.counts.tallies import Tallies
from sim.stats.intervals import Measure


@dataclass(frozen=True)
class Statistic:
    """A statistic: its name, its column, and the measure of that column."""

    name: str
    column: str
    measure: Measure

    @property
    def is_share(self) -> bool:
        """Whether it is a share of games."""
        return self.measure in (Measure.SHARE, Measure.ANY, Measure.OTHERWISE)


def statistics(
    game: Game, rules: GameRules, queries: Sequence[Query] = ()
) -> dict[str, Statistic]:
    """The statistics of a game under given rules, by their names.

    Queries that can be counted are among them.
    """
    columns = {column.name for column in game.columns_under(rules)} | {MARGIN}
    # Those of no games.
    estimates = Summary(Tallies(), game, {"": rules.seats}).estimates()
    known = {
        estimate.statistic: Statistic(
            estimate.statistic, estimate.column, estimate.measure
        )
        for estimate in estimates
        if estimate.measure is not None and estimate.column in columns
    }
    for query in queries:
        if columns_of(query) <= columns:
            known[query.name] = Statistic(query.name, query.key, MEASURES[query.kind])
    return known


def comparable(
    game: Game, rules: GameRules, others: GameRules, queries: Sequence[Query] = ()
) -> dict[str, Statistic]:
    """The statistics by which two variants are compared.

    They are means of paired columns, who wins, and queries.
    """
    paired = declared(game).paired
    known = statistics(game, others, queries)
    whole = {WINNER, *(query.key for query in queries if is_paired(query))}
    both = {
        name: statistic
        for name, statistic in statistics(game, rules, queries).items()
        if name in known
        and (
            statistic.column in whole
            or (statistic.measure is Measure.MEAN and statistic.column in paired)
        )
    }
    if any(statistic.column == WINNER for statistic in both.values()):
        both[DIFFERENT] = Statistic(DIFFERENT, WINNER, Measure.OTHERWISE)
    return both


def compared(variants: Iterable[str]) -> set[tuple[str, str]]:
    """The pairs of variants that a run compares, in either order."""
    names = list(variants)
    later_first = {(names[later], names[earlier]) for later, earlier in pairs(names)}
    return later_first | {(earlier, later) for later, earlier in later_first}


def winner_tables(game: Game) -> list[str]:
    """The columns that are counted together with the winner."""
    return [second for first, second in game.tables if first == WINNER]
