"""How long games are when some of them come to no end: quantiles, means and curves that stay true.

A game that was stopped lasts at least as long as it had lasted by then, and one that repeats itself lasts for
ever. Neither is dropped and neither is taken for a game that was over when it was left. Only counts come in
here; the caller says which endings are stops and which are for ever.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

from sim.stats.curves import survival
from sim.stats.estimates import Interval, Unfinished
from sim.stats.histogram import Histogram
from sim.stats.intervals import largest, mean, proportion, quantile, quantile_ranks, sd


@dataclass(frozen=True)
class Lengths:
    """The lengths of all games of a kind.

    Attributes
    ----------
    ended
        Of games that came to an end.
    stopped
        Of games that were stopped, when they were: lower bounds.
    endless
        Of games that go on for ever, when that was seen; what they had reached says nothing of their length.
    apart
        Whether unfinished games are known apart. If not, all games are among the stopped ones: each lasts at least
        as long as it was seen to.

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

    @property
    def unfinished(self) -> int:
        """The number of games that came to no end."""
        return self.stopped.n + self.endless.n

    @property
    def n(self) -> int:
        """The number of games."""
        return self.ended.n + self.unfinished

    @cached_property
    def as_they_stand(self) -> Histogram:
        """The lengths that were seen, unfinished games with what they had reached."""
        return self.ended + self.stopped + self.endless

    def mean(self, level: float = 0.95) -> Interval:
        """Return the mean of the games as they stand: with unfinished ones among them a lower bound."""
        return self._counting(mean(self.as_they_stand, level), Unfinished.AT_LEAST)

    def sd(self, level: float = 0.95) -> Interval:
        """Return the standard deviation of the games as they stand."""
        return self._counting(sd(self.as_they_stand, level), Unfinished.AS_THEY_STAND)

    def largest(self, level: float = 0.95) -> Interval:
        """Return the largest length that was seen."""
        return self._counting(largest(self.as_they_stand, level), Unfinished.AS_THEY_STAND)

    def quantile(self, share: float, level: float = 0.95) -> Interval:
        """Return a quantile of all games, of which unfinished ones are longer than they were seen to be.

        It is infinite where too many games go on for ever, and a lower bound where it depends on how long a
        stopped game would have lasted.
        """
        plain = quantile(self.as_they_stand, share, level)
        if not self.unfinished:
            return plain
        below, above = quantile_ranks(self.n, share, level)
        value = self.at_rank(self.as_they_stand.quantile_rank(share))
        low = None if below < 1 else self.at_rank(below)
        high = None if above > self.n else self.at_rank(above)
        found = plain.moved(value, low, high)
        if math.isinf(value):
            return self._counting(found, Unfinished.NEVER)
        exact = all(end is None or self._is_exact(end) for end in (value, low, high))
        return self._counting(found, Unfinished.AS_THE_LONGEST if exact else Unfinished.AT_LEAST)

    def at_rank(self, rank: int) -> float:
        """Return the length at that rank (1 is the shortest), or what it is at least; infinite without end."""
        known = self.ended + self.stopped
        return float(known.order_statistic(rank)) if rank <= known.n else math.inf

    def _is_exact(self, length: float) -> bool:
        """Return whether no stopped game could have pushed this length to another rank."""
        return not self.stopped.count_at_most(length) or math.isinf(length)

    def survival(self, points: Iterable[float], level: float = 0.95) -> list[Interval]:
        """Return for each point the share of games that go beyond it; unfinished ones go beyond any."""
        if not self.unfinished or not self.apart:
            return survival(self.as_they_stand, points, level)
        return [proportion(self.n - self.ended.count_at_most(point), self.n, level) for point in points]

    def _counting(self, found: Interval, unfinished: Unfinished) -> Interval:
        return found.counting(unfinished) if self.unfinished and found.value is not None else found
