"""Names of a run's statistics, such as ``rounds mean``.

They say which there are under given rules, and which are compared.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from sim.contract.columns import WINNER
from sim.contract.game import Game
from sim.contract.rules import GameRules
from sim.counts.comparison import DIFFERENT
from sim.counts.declarations import MARGIN, declared
from sim.counts.keys import pairs
from sim.counts.queries import Query, is_paired
from sim.counts.summary import Summary
from sim.counts.tallies import Tallies
from sim.stats import Estimate, Measure


def statistics(
    game: Game, rules: GameRules, queries: Sequence[Query] = ()
) -> dict[str, Estimate]:
    """The statistics of a game under given rules, by their names: those of no games.

    Queries that can be counted are among them.
    """
    columns = {MARGIN, *(column.name for column in game.columns_under(rules))}
    columns |= {query.key for query in queries}
    none = Summary(Tallies(), game, {"": rules}, queries)
    return {
        estimate.statistic: estimate
        for estimate in none.estimates()
        if estimate.column in columns
    }


def comparable(
    game: Game, rules: GameRules, others: GameRules, queries: Sequence[Query] = ()
) -> dict[str, Estimate]:
    """The statistics by which two variants are compared.

    They are means of paired columns, who wins, and queries.
    """
    paired = declared(game).paired
    known = statistics(game, others, queries)
    whole = {WINNER, *(query.key for query in queries if is_paired(query))}
    both = {
        name: estimate
        for name, estimate in statistics(game, rules, queries).items()
        if name in known
        and (
            estimate.column in whole
            or (estimate.measure is Measure.MEAN and estimate.column in paired)
        )
    }
    winners = [estimate for estimate in both.values() if estimate.column == WINNER]
    for winner in winners[:1]:
        otherwise = Measure.OTHERWISE
        both[DIFFERENT] = replace(winner, statistic=DIFFERENT, measure=otherwise)
    return both


def compared(variants: Iterable[str]) -> set[tuple[str, str]]:
    """The pairs of variants that a run compares, in either order."""
    names = list(variants)
    later_first = {(names[later], names[earlier]) for later, earlier in pairs(names)}
    return later_first | {(earlier, later) for later, earlier in later_first}


def winner_tables(game: Game) -> list[str]:
    """The columns that are counted together with the winner."""
    return [second for first, second in game.tables if first == WINNER]
