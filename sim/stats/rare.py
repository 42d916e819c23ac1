"""Means of amounts that are nearly always the same: rare wars, rare differences between variants.

With few games that differ, their sum is close to a weighted sum of Poisson counts; the
interval is that of such a sum.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.stats.histogram import Histogram, Integers
from sim.stats.spread import spread_refusal, spread_warning
from sim.stats.uncertainty import Interval

GAMMA = "gamma"

RARE = 0.1
"""The largest share of games that may differ from the most common value; of fewer than
:data:`ENOUGH`, the half."""

FEW = 10
"""With fewer games that differ than this, in either direction, nobody knows how far the
next one differs."""

ENOUGH = 25
"""With fewer games that differ than this, the interval carries a warning; also if fewer
than :data:`FEW` carry it."""


def is_rare(hist: Histogram) -> bool:
    """Whether few games differ from the most common value, and too few for Student's interval."""
    if spread_refusal(hist):
        return False
    differ = hist.unusual
    few = differ <= RARE * hist.n or (differ < ENOUGH and 2 * differ <= hist.n)
    return few and bool(spread_warning(hist))


def rare_mean(hist: Histogram, level: float, *, both_ways: bool) -> Interval:
    """The mean with an interval for few games that differ from the most common value.

    The games above the most common value and those below it are two sums of Poisson
    counts, one count for each distance, with the distance as its weight. Each sum has
    the gamma interval of Fay and Feuer (Statistics in Medicine 16, 1997, 791-801): with
    ``S`` the sum of the weights of all games and ``Q`` that of their squares, the lower
    end is a quantile of the gamma distribution with shape ``S² / Q`` and scale ``Q /
    S``, and the upper end one of that with one more game of the largest weight in both
    sums. With equal weights these are the exact ends for a Poisson count (Garwood
    1936). The interval of the difference of the two sums is that of Zou and Donner
    (Statistics in Medicine 27, 2008, 1693-1702): the squares of the distances to the
    ends add up.
    """
    usual = hist.usual
    low, high = Distances.of(hist, both_ways=both_ways).ends(1 - level)
    events = hist.unusual
    # The interval follows the first two moments of the sum. Where a few of many games
    # differ far more than the others, its third moment is theirs: that of as many games
    # as these, all at one distance, which are too few to show it.
    far = np.abs(hist.values - usual).astype(float)
    doubtful = (
        events < ENOUGH
        or (far**2 @ hist.counts) ** 3 / (far**3 @ hist.counts) ** 2 < FEW
    )
    warning = spread_warning(hist) if doubtful else ""
    return Interval(
        hist.mean,
        usual + low / hist.n,
        usual + high / hist.n,
        level,
        GAMMA,
        warning,
        events,
    )


@dataclass(frozen=True)
class Distances:
    """The games above the most common value and those below it, as weighted sums.

    Both are sums of Poisson counts.

    Attributes
    ----------
    usual
        The sum of all games if each had the most common value.
    above, below
        The games above the value, and those below it.
    """

    usual: int
    above: WeightedSum
    below: WeightedSum

    @classmethod
    def of(cls, hist: Histogram, *, both_ways: bool) -> Distances:
        """The distances of games from the most common value."""
        usual = hist.usual
        distances = hist.values - usual
        heaviest = float(np.abs(distances).max())
        above, below = (
            WeightedSum.of(sign * distances, hist.counts, heaviest, both_ways)
            for sign in (1, -1)
        )
        return cls(usual * hist.n, above, below)

    def ends(self, miss: float) -> tuple[float, float]:
        """The ends of the sum of all distances."""
        above_low, above_high = self.above.ends(miss)
        below_low, below_high = self.below.ends(miss)
        value = self.above.value - self.below.value
        low = value - math.hypot(
            self.above.value - above_low, below_high - self.below.value
        )
        high = value + math.hypot(
            above_high - self.above.value, self.below.value - below_low
        )
        return low, high

    def p_value(self) -> float:
        """The two-sided p-value of a sum of zero.

        It is the least miss at which the interval excludes zero.
        """
        least = -700.0
        most = 0.0
        if not self._excludes_zero(math.exp(most)):
            return 1.0
        for _ in range(60):
            middle = (least + most) / 2
            if self._excludes_zero(math.exp(middle)):
                most = middle
            else:
                least = middle
        return math.exp(most)

    def _excludes_zero(self, miss: float) -> bool:
        low, high = self.ends(miss)
        return self.usual + low > 0 or self.usual + high < 0


@dataclass(frozen=True)
class WeightedSum:
    """A weighted sum of Poisson counts.

    It has a value, that of the squared weights, and the largest weight; 0 if there is
    none.
    """

    value: float
    squares: float
    heaviest: float

    @classmethod
    def of(
        cls, weights: NDArray[Any], counts: Integers, heaviest: float, possible: bool
    ) -> WeightedSum:
        """The sum of the positive weights.

        ``possible``: also of one that was not seen.
        """
        there = weights > 0
        if not there.any() and not possible:
            return cls(0.0, 0.0, 0.0)
        weight = weights[there].astype(float)
        count = counts[there].astype(float)
        return cls(float(weight @ count), float(weight @ (weight * count)), heaviest)

    def ends(self, miss: float) -> tuple[float, float]:
        """The ends of its interval, each missing with half the chance."""
        from scipy.special import gammainccinv, gammaincinv

        if not self.heaviest:
            return 0.0, 0.0
        total = self.value
        squares = self.squares
        low = (
            squares / total * float(gammaincinv(total * total / squares, miss / 2))
            if total
            else 0.0
        )
        more = total + self.heaviest
        most = squares + self.heaviest * self.heaviest
        return low, most / more * float(gammainccinv(more * more / most, miss / 2))
