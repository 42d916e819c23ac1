"""Estimates with intervals that hold at every look: what a growing run may be watched by, and stopped by.

The intervals are confidence sequences (:mod:`sim.stats.sequences`). They exist for means, shares and their differences,
not for quantiles and standard deviations.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from sim.contract.game import Game
from sim.counts.declared import Declared, declared
from sim.counts.family import as_family
from sim.counts.queries import YES, Query, per
from sim.counts.tallies import Counts, Tallies
from sim.stats import Estimate, Histogram, Interval, Measure
from sim.stats.paired import Comparison
from sim.stats.sequences import (
    watched_conditional_difference,
    watched_difference_of_shares,
    watched_mean,
    watched_share,
)

SHARES = (Measure.SHARE, Measure.ANY, Measure.OTHERWISE)
"""What is counted as a share of games."""


def watched(
    found: Iterable[Estimate], tallies: Tallies, game: Game, queries: Sequence[Query], level: float
) -> list[Estimate]:
    """Return those of some estimates that can be watched, with intervals that hold at every look.

    Parameters
    ----------
    found
        Estimates of :func:`sim.counts.summary.estimates` or :func:`~sim.counts.summary.differences`.
    tallies
        The tallies that they were made from.
    game, queries
        The game, and what is counted besides its own statistics.
    level
        The level of each interval, over all looks.

    Returns
    -------
    list of Estimate
        Means, shares and their differences, in the same order. The p-values hold at every look too; they are not
        adjusted, and there are no ratios.
    """
    reader = _Reader(tallies, declared(game), game, {query.key: query for query in queries}, level)
    return [
        replace(
            one,
            interval=seen.interval.counting(one.interval.unfinished),
            p_value=seen.p_value if one.versus and one.measure is not Measure.OTHERWISE else None,
            p_holm=None,
            ratio=None,
        )
        for one in found
        if (seen := reader.watched(one)) is not None
    ]


def with_watched(
    found: Sequence[Estimate], tallies: Tallies, game: Game, queries: Sequence[Query], level: float
) -> list[Estimate]:
    """Return estimates with those that can be watched in place of the usual ones, for a run that a lead may stop.

    The p-values are adjusted as one family again; what is one test over again counts once.
    """

    def at(wanted: float) -> list[Estimate]:
        seen = {_name(one): one for one in watched(found, tallies, game, queries, wanted)}
        return [seen.get(_name(one), one) for one in found]

    return as_family(at(level), level, at)


def _name(one: Estimate) -> tuple[str, str, str]:
    return one.variant, one.versus, one.statistic


class _Reader:
    """The tallies of a run, read for one estimate after another."""

    def __init__(
        self, tallies: Tallies, declared: Declared, game: Game, asked: dict[str, Query], level: float
    ) -> None:
        self.tallies = tallies
        self.declared = declared
        self.game = game
        self.asked = asked
        self.level = level

    def watched(self, one: Estimate) -> Comparison | None:
        """Return an estimate with an interval that holds at every look; None for what has none."""
        if one.measure is Measure.MEAN:
            return self.mean(one)
        if one.measure in SHARES:
            return self.difference(one) if one.versus else Comparison(self.share(one), None)
        return None

    def mean(self, one: Estimate) -> Comparison:
        if query := self.asked.get(one.column):
            counts = self.tallies.entries.get((one.variant, one.versus, one.column), Counts.none())
            hist, unit = Histogram(counts.keys, counts.counts), per(query, self.game)
        else:
            hist = self.tallies.histogram(one.variant, one.column, one.versus)
            unit = self.declared.columns[one.column].per
        found = watched_mean(hist, self.level)
        interval = found.interval.scaled(1 / unit)
        if not one.versus and (hist.smallest or 0) >= 0:
            interval = interval.at_least_zero()
        return Comparison(interval, found.p_value)

    def share(self, one: Estimate) -> Interval:
        if one.column in self.asked:
            counts = self.tallies.entries.get((one.variant, "", one.column), Counts.none())
            hist = Histogram(counts.a, counts.counts).at_least(0)
        else:
            hist = self.tallies.histogram(one.variant, one.column)
        if one.measure is Measure.ANY:
            return watched_share(hist.n - hist.count_at_most(0), hist.n, self.level)
        code = YES if one.code is None else one.code
        return watched_share(hist.count_at_most(code) - hist.count_at_most(code - 1), hist.n, self.level)

    def difference(self, one: Estimate) -> Comparison:
        if one.column in self.asked:
            counts = self.tallies.entries.get((one.variant, one.versus, one.column), Counts.none())
            pairs = zip(counts.a.tolist(), counts.b.tolist(), strict=True)
            return watched_conditional_difference(
                dict(zip(pairs, counts.counts.tolist(), strict=True)), self.level
            )
        cells = self.tallies.cross_table(one.variant, one.column, one.column, one.versus)
        games = sum(cells.values())
        if one.measure is Measure.OTHERWISE:
            different = sum(count for (a, b), count in cells.items() if a != b)
            return Comparison(watched_share(different, games, self.level), None)
        only_first = sum(count for (a, b), count in cells.items() if a == one.code != b)
        only_second = sum(count for (a, b), count in cells.items() if a != one.code == b)
        return watched_difference_of_shares(only_first, only_second, games, self.level)
