"""How long games are when some of them come to no end: quantiles, means and curves that stay true.

A game that was stopped lasts at least as long as it had lasted by then, and one that repeats itself lasts for
ever. Neither is dropped and neither is taken for a game that was over when it was left. Only counts come in
here; which endings are stops and which are for ever is told from outside.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

from sim.stats.curves import survival
from sim.stats.histogram import Histogram
from sim.stats.intervals import Interval, largest, mean, proportion, quantile, quantile_ranks, sd

AS_THEY_STAND = "unfinished games as they stand"
AT_LEAST = f"at least: {AS_THEY_STAND}"
AS_THE_LONGEST = "unfinished games as the longest"
NEVER = "never: so many games go on for ever"
"""What the method of a statistic says of unfinished games."""


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
        return self._bound(mean(self.as_they_stand, level))

    def sd(self, level: float = 0.95) -> Interval:
        """Return the standard deviation of the games as they stand."""
        return self._noted(sd(self.as_they_stand, level), AS_THEY_STAND)

    def largest(self, level: float = 0.95) -> Interval:
        """Return the largest length that was seen."""
        return self._noted(largest(self.as_they_stand, level), AS_THEY_STAND)

    def quantile(self, share: float, level: float = 0.95) -> Interval:
        """Return a quantile of all games, of which unfinished ones are longer than they were seen to be.

        It is infinite where so many games go on for ever, and a lower bound where it depends on how long a
        stopped game would have lasted.
        """
        plain = quantile(self.as_they_stand, share, level)
        if not self.unfinished:
            return plain
        below, above = quantile_ranks(self.n, share, level)
        value = self.at_rank(self.as_they_stand.quantile_rank(share))
        low = None if below < 1 else self.at_rank(below)
        high = None if above > self.n else self.at_rank(above)
        found = dataclasses.replace(plain, value=value, low=low, high=high)
        if math.isinf(value):
            return self._noted(dataclasses.replace(found, method="order statistics"), NEVER)
        exact = all(end is None or self._is_exact(end) for end in (value, low, high))
        return self._noted(found, AS_THE_LONGEST) if exact else self._bound(found)

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

    def _bound(self, found: Interval) -> Interval:
        found = self._noted(found, AT_LEAST)
        return dataclasses.replace(found, at_least=True) if self.unfinished else found

    def _noted(self, found: Interval, note: str) -> Interval:
        if not self.unfinished or found.value is None:
            return found
        return dataclasses.replace(found, method=f"{found.method}, {note}")
