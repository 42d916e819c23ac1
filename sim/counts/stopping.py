"""Stopping at a precision: the looks of a run, and the verdict at each.

Some estimates hold at every look.

Looks come after fixed numbers of games, so a run stops at the same game however its
work is divided.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from sim.contract.game import Game
from sim.contract.rules import GameRules
from sim.counts.comparison import as_family, different, discordant
from sim.counts.counted import Counts, Key
from sim.counts.declarations import declared
from sim.counts.keys import Pairing, tally_keys
from sim.counts.queries import YES, Query, unit
from sim.counts.summary import Summary
from sim.counts.tallies import Tallies
from sim.errors import UserError, unknown
from sim.stats import Estimate, Histogram, Measure, Verdict, judge, judge_signs
from sim.stats import looks as spaced
from sim.stats.judging import both
from sim.stats.paired import Comparison
from sim.stats.precision import Precision
from sim.stats.sequences import (
    watched_conditional_difference,
    watched_mean,
    watched_share,
)

FIRST_LOOK = 10_000
LOOK_RATIO = 1.5


def looks(until: object | None, games: int) -> tuple[int, ...]:
    """The numbers of games after which a precision is judged: only the last if none is wanted."""
    return (games,) if until is None else spaced(FIRST_LOOK, games, LOOK_RATIO)


def verdict(
    tallies: Tallies,
    game: Game,
    rules: Mapping[str, GameRules],
    precision: Precision | None,
    queries: Sequence[Query] = (),
) -> Verdict | None:
    """Whether the requested precision is reached; None if none was requested."""
    if precision is None:
        return None
    known = Summary(tallies, game, rules, queries).known(precision.level)
    widths = judge(known, precision.aims)
    if not precision.signs:
        return widths
    leads = [
        estimate
        for estimate in known
        if estimate.versus and estimate.statistic in precision.signs
    ]
    # The signs of all pairs of variants hold together, by Bonferroni's inequality.
    level_of_lead = 1 - (1 - precision.level) / max(1, len(leads))
    signs = judge_signs(watched(leads, tallies, game, queries, level_of_lead))
    return both(widths, signs) if precision.aims else signs


def check_aims(
    game: Game,
    rules: Mapping[str, GameRules],
    matches: Sequence[Pairing],
    precision: Precision,
    queries: Sequence[Query] = (),
    where: str = "precision",
) -> None:
    """Refuse a precision that the run cannot show.

    Its statistic is not in the summary or comparison, or has no sign.
    """
    columns = [
        [column.name for column in game.columns_under(variant_rules)]
        for variant_rules in rules.values()
    ]
    # An imaginary game, all of whose values are 0, has the statistics that a run has.
    zero = np.zeros(1, np.int64)
    once = Counts(zero, zero, np.ones(1, np.int64))
    keys = [
        key for key, _, _ in tally_keys(game, list(rules), columns, matches, queries)
    ]
    one_game = Tallies(dict.fromkeys(keys, once))
    known = Summary(one_game, game, rules, queries).known(precision.level)
    names = list(dict.fromkeys(estimate.statistic for estimate in known))
    for aim in precision.aims:
        if aim.statistic not in names:
            raise _unknown(aim.statistic, names, where, game)
    signed = list(
        dict.fromkeys(
            estimate.statistic
            for estimate in known
            if estimate.versus and has_sign(estimate)
        )
    )
    for statistic in precision.signs:
        if statistic in names and statistic not in signed:
            raise UserError(
                "it is no difference of two variants, and its sign says nothing",
                where=f"precision.{statistic}" if where == "precision" else where,
                cure=f"name a difference, such as {signed[0]!r}"
                if signed
                else "compare two variants",
            )
        if statistic not in names:
            raise _unknown(statistic, signed or names, where, game)


def _unknown(statistic: str, names: Sequence[str], where: str, game: Game) -> UserError:
    """The error for an unknown statistic; of a column alone, its mean is suggested."""
    more = [f"{column.name} {Measure.MEAN}" for column in game.on_request]
    mean = f"{statistic} {Measure.MEAN}"
    if mean in names:
        return unknown("statistic", statistic, [mean], where=where)
    return unknown("statistic", statistic, names, where=where, more=more)


def has_sign(estimate: Estimate) -> bool:
    """Whether a difference says which of two variants leads.

    The share of deals that differ does not.
    """
    return estimate.measure is not Measure.OTHERWISE


def watched(
    estimates: Iterable[Estimate],
    tallies: Tallies,
    game: Game,
    queries: Sequence[Query],
    level: float,
) -> list[Estimate]:
    """The means, shares and differences among some estimates, at every look.

    Their intervals hold at all looks together.

    The p-values hold at every look too; they are not adjusted, and there are no ratios.
    """
    asked = {query.key: query for query in queries}
    return [
        replace(
            estimate,
            interval=seen.interval.counting(estimate.interval.unfinished),
            p_value=seen.p_value if estimate.versus and has_sign(estimate) else None,
            p_holm=None,
            ratio=None,
        )
        for estimate in estimates
        if (
            seen := _at_every_look(
                estimate, tallies, game, asked.get(estimate.column), level
            )
        )
        is not None
    ]


def with_watched(
    estimates: Sequence[Estimate],
    tallies: Tallies,
    game: Game,
    queries: Sequence[Query],
    level: float,
) -> list[Estimate]:
    """The estimates of a run that a lead may stop.

    Those that can be watched stand in place of the usual ones.

    The p-values are adjusted as one family again.
    """

    def name(estimate: Estimate) -> tuple[str, str, str]:
        return estimate.variant, estimate.versus, estimate.statistic

    seen = {
        name(estimate): estimate
        for estimate in watched(estimates, tallies, game, queries, level)
    }
    return as_family([seen.get(name(estimate), estimate) for estimate in estimates])


def _at_every_look(
    estimate: Estimate, tallies: Tallies, game: Game, query: Query | None, level: float
) -> Comparison | None:
    """An estimate with an interval that holds at every look; None for what has none."""
    counts = tallies.entries.get(
        Key(estimate.variant, estimate.versus, estimate.column), Counts.none()
    )
    if estimate.measure is Measure.MEAN:
        if query:
            hist = counts.first
            scale = float(unit(query, game))
        else:
            hist = tallies.histogram(estimate.variant, estimate.column, estimate.versus)
            scale = 1 / declared(game).columns[estimate.column].per
        seen = watched_mean(hist, level)
        interval = seen.interval.scaled(scale)
        if not estimate.versus and (hist.smallest or 0) >= 0:
            interval = interval.at_least_zero()
        return Comparison(interval, seen.p_value)
    if not estimate.is_share:
        return None
    if estimate.versus and query:
        return watched_conditional_difference(counts.pairs(), level)
    if estimate.versus:
        cells = tallies.cross_table(
            estimate.variant, estimate.column, estimate.column, estimate.versus
        )
        games = sum(cells.values())
        if not has_sign(estimate):
            return Comparison(watched_share(different(cells), games, level), None)
        only_first, only_second = discordant(cells, estimate.code)
        alike = games - only_first - only_second
        differences = Histogram([1, -1, 0], [only_first, only_second, alike])
        return watched_mean(differences, level)
    hist = tallies.histogram(estimate.variant, estimate.column)
    if query:
        hist = counts.first.at_least(0)
    successes = hist.count_of(YES if estimate.code is None else estimate.code)
    if estimate.measure is Measure.ANY:
        successes = hist.n - hist.count_at_most(0)
    return Comparison(watched_share(successes, hist.n, level), None)
