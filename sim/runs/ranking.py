"""Rankings: a run's variants in the order of a statistic.

They show which variants cannot be told apart.
"""

from collections.abc import Sequence
from itertools import combinations

from sim.contract.columns import Role
from sim.contract.game import Game
from sim.contract.same_deals import share_deals
from sim.counts.answers import differences_of_answers
from sim.counts.counting import tally
from sim.counts.declarations import MARGIN, declared
from sim.counts.queries import Kind, Query, columns_of, is_paired
from sim.errors import UserError, unknown
from sim.runs.parts import counted
from sim.runs.reader import Run
from sim.stats import Estimate, Measure, holm
from sim.stats.families import letters

Ranking = list[tuple[Estimate, tuple[str, ...]]]
"""The values of a statistic, the lowest first.

Each has the letters of the groups that its variant belongs to."""


def rankings(
    run: Run, names: Sequence[str], level: float, where: str
) -> dict[str, Ranking]:
    """The ranking of the variants by each statistic.

    Two variants share no letter if their games on the same deals, or else their
    separate samples, differ by more than chance, by Holm's method over all pairs and
    all the statistics. The games are read from their rows, since the tallies do not
    have every pair.
    """
    if len(run.variants) < 2:
        raise UserError(
            "only one variant: nothing is ranked", where=where, cure="leave it out"
        )
    estimates = [
        estimate
        for estimate in run.estimates(level)
        if estimate.interval.value is not None
    ]
    known = {
        estimate.statistic: query
        for estimate in estimates
        if (query := _query(estimate, run.game))
    }
    known |= {query.name: query for query in run.scenario.queries if is_paired(query)}
    for name in names:
        if name not in known:
            raise unknown("statistic of a ranking", name, known, where=where)
    orders = {
        name: sorted(
            (estimate for estimate in estimates if estimate.statistic == name),
            key=lambda estimate: estimate.interval.value or 0.0,
        )
        for name in names
    }
    found = _tests(run, [known[name] for name in names], level)
    tests = {
        (name, low, high): found[
            known[name].key, order[low].variant, order[high].variant
        ]
        for name, order in orders.items()
        for low, high in combinations(range(len(order)), 2)
    }
    adjusted = dict(zip(tests, holm(list(tests.values())), strict=True))
    apart: dict[str, list[tuple[int, int]]] = {name: [] for name in names}
    for (name, low, high), p_holm in adjusted.items():
        if p_holm is not None and p_holm <= 1 - level:
            apart[name].append((low, high))
    return {
        name: list(zip(order, letters(len(order), apart[name]), strict=True))
        for name, order in orders.items()
    }


def _query(estimate: Estimate, game: Game) -> Query | None:
    """The query that counts a statistic in each game.

    None if it is not one of single games, as a median is.
    """
    column = declared(game).columns.get(estimate.column)
    if column is None or estimate.measure not in (
        Measure.MEAN,
        Measure.SHARE,
        Measure.ANY,
    ):
        return None
    kind = Kind.CHANCE
    words = f"{column.name} = {estimate.code}"
    if estimate.measure is Measure.MEAN:
        kind = Kind.MEAN
        words = column.name
        if column.name == MARGIN and game.margin is not None:
            words = " - ".join(game.margin)
    elif estimate.measure is Measure.ANY:
        words = f"{column.name} > 0"
    elif column.categories and estimate.code is not None:
        words = f"{column.name} = '{column.categories[estimate.code]}'"
    elif column.role is Role.FLAG:
        words = column.name
    return Query(estimate.statistic, kind, words, "", ())


def _tests(
    run: Run, queries: Sequence[Query], level: float
) -> dict[tuple[str, str, str], float | None]:
    """The p-value of the difference of every two variants, in either order, by the query's key."""
    known = declared(run.game).columns
    needed = frozenset().union(*map(columns_of, queries))
    rows = run.games().select("variant", *needed).collect()
    played = {}
    for (name,), games in rows.partition_by("variant", as_dict=True).items():
        own = run.game.columns_under(run.rules(name))
        played[name] = counted(
            games, [known[column.name] for column in own if column.name in needed]
        )
    tests: dict[tuple[str, str, str], float | None] = {}
    for first, second in combinations(run.variants, 2):
        tallies = tally(
            run.game, (first, second), (played[first], played[second]), (), queries
        )
        shared = share_deals(run.game, run.rules(first), run.rules(second))
        asked = (tallies, queries, run.game, second, first, level)
        for found in differences_of_answers(*asked, shared=shared):
            tests[found.column, first, second] = found.p_value
            tests[found.column, second, first] = found.p_value
    return tests
