"""Lengths of games, some of them unfinished: quantiles, means and curves that stay correct.

A game that was stopped lasts at least as long as it was played (it is censored); one
that repeats itself, for ever.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise

from sim.stats.histogram import Histogram
from sim.stats.intervals import QUANTILES, STATISTICS, Measure, mean
from sim.stats.quantiles import quantile, quantile_ranks
from sim.stats.shares import check_level, proportion
from sim.stats.uncertainty import Interval, Unfinished


@dataclass(frozen=True)
class Lengths:
    """The lengths of a set of games, finished and unfinished.

    Attributes
    ----------
    ended
        The lengths of games that came to an end.
    stopped
        The lengths of games that were stopped, at that point: lower bounds.
    endless
        The lengths of games that go on for ever, when that was detected; these say
        nothing about the true lengths.
    apart
        Whether finished and unfinished games can be told apart. If not, all games are
        in ``stopped``: each lasts at least as long as it was played.
    grows
        Whether the quantity only grows while a game goes on, as a length does. If not,
        all games are in ``stopped``, and what a player held when a game was stopped is
        neither a lower nor an upper bound.

    Examples
    --------
    >>> found = Lengths(Histogram([2, 5], [3, 4]), endless=Histogram([9], [3]))
    >>> found.quantile(0.5).value, found.quantile(0.9).value
    (5.0, inf)
    """

    ended: Histogram
    stopped: Histogram = field(default_factory=Histogram)
    endless: Histogram = field(default_factory=Histogram)
    apart: bool = True
    grows: bool = True

    @property
    def unfinished(self) -> int:
        """The number of games that did not end."""
        return self.stopped.n + self.endless.n

    @property
    def n(self) -> int:
        """The number of games."""
        return self.ended.n + self.unfinished

    @cached_property
    def as_they_stand(self) -> Histogram:
        """The lengths as played; unfinished games count as far as they were played."""
        return self.ended + self.stopped + self.endless

    def mean(self, level: float = 0.95) -> Interval:
        """The mean of the games as they stand: a lower bound if some are unfinished."""
        counting = Unfinished.AT_LEAST if self.grows else Unfinished.AS_THEY_STAND
        return self._counting(mean(self.as_they_stand, level), counting)

    def measured(self, measure: Measure, level: float = 0.95) -> Interval:
        """A statistic of every measured column; most are of the games as they stand."""
        if measure is Measure.MEAN:
            return self.mean(level)
        if measure in QUANTILES:
            return self.quantile(QUANTILES[measure], level)
        found = STATISTICS[measure](self.as_they_stand, level=level)
        return self._counting(found, Unfinished.AS_THEY_STAND)

    def quantile(self, share: float, level: float = 0.95) -> Interval:
        """A quantile of all games.

        Unfinished games are longer than they were played.

        It is infinite if too many games go on for ever, and a lower bound if it depends
        on how long a stopped game would have lasted.
        """
        plain = quantile(self.as_they_stand, share, level)
        if not self.unfinished:
            return plain
        if not self.grows:
            return self._counting(plain, Unfinished.AS_THEY_STAND)
        below, above = quantile_ranks(self.n, share, level)
        value = self.at_rank(self.as_they_stand.quantile_rank(share))
        low = None if below < 1 else self.at_rank(below)
        high = None if above > self.n else self.at_rank(above)
        interval = plain.moved(value, low, high)
        if math.isinf(value):
            return self._counting(interval, Unfinished.NEVER)
        # No stopped game, played on, could change the rank of these lengths.
        exact = not any(
            end is not None and math.isfinite(end) and self.stopped.count_at_most(end)
            for end in (value, low, high)
        )
        return self._counting(
            interval, Unfinished.AS_THE_LONGEST if exact else Unfinished.AT_LEAST
        )

    def at_rank(self, rank: int) -> float:
        """The length at that rank (1 is the shortest), or a lower bound of it.

        Infinite for an endless game.
        """
        known = self.ended + self.stopped
        return float(known.order_statistic(rank)) if rank <= known.n else math.inf

    def survival(self, points: Iterable[float], level: float = 0.95) -> list[Interval]:
        """The share of games that last longer than each point.

        Unfinished games last longer than any.
        """
        return [
            proportion(self.n - self.over_by(point), self.n, level) for point in points
        ]

    def over_by(self, point: float) -> int:
        """How many games are over after a length.

        Unfinished ones never are, if they can be told apart.
        """
        return (self.ended if self.apart else self.as_they_stand).count_at_most(point)

    def after(self, lasted: int) -> Lengths:
        """How much longer the games take that are not over after having lasted so long."""

        def rest(hist: Histogram) -> Histogram:
            left = hist.at_least(lasted + 1)
            return Histogram(left.values - lasted, left.counts)

        # Endless games are not over, also where that was found earlier.
        endless = Histogram((self.endless.values - lasted).clip(0), self.endless.counts)
        return replace(
            self, ended=rest(self.ended), stopped=rest(self.stopped), endless=endless
        )

    def hazards(self, points: Sequence[int], level: float = 0.95) -> list[Interval]:
        """The share of the games still going at each point that end by the next.

        The intervals hold all at once (Bonferroni).

        Games that were stopped in between are left out: nobody knows whether they would
        have ended.
        """
        level_of_point = 1 - (1 - check_level(level)) / max(1, len(points) - 1)
        found = []
        for start, stop in pairwise(points):
            before = self.ended.count_at_most(start)
            known = self.n - before - self.stopped.count_at_most(stop - 1)
            over = self.ended.count_at_most(stop) - before
            share = proportion(over, known, level_of_point)
            found.append(
                replace(
                    share, level=level, procedure=f"{share.procedure}, simultaneous"
                )
            )
        return found

    def _counting(self, interval: Interval, unfinished: Unfinished) -> Interval:
        return (
            interval.counting(unfinished)
            if self.unfinished and interval.value is not None
            else interval
        )
