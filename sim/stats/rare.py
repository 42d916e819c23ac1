"""The mean of an amount that is nearly always the same: rare wars, rare differences between variants.

Student's interval needs many games that differ. With few, their sum is close to a weighted sum of Poisson counts, and
this module gives the interval of such a sum.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from sim.stats.estimates import Interval
from sim.stats.histogram import Histogram, Integers
from sim.stats.spread import spread_refusal, spread_warning

GAMMA = "gamma"

RARE = 0.1
"""The largest share of games that may differ from the most common value."""

ENOUGH = 25
"""With fewer games that differ than this, the interval carries a warning."""


def is_rare(hist: Histogram) -> bool:
    """Return whether few games differ from the most common value, and too few for Student's interval."""
    if spread_refusal(hist):
        return False
    differ = hist.n - int(hist.counts.max())
    return differ <= RARE * hist.n and bool(spread_warning(hist))


def rare_mean(hist: Histogram, level: float, *, both_ways: bool) -> Interval:
    """Return the mean with an interval for few games that differ from the most common value.

    The games above the most common value and those below it are two sums of Poisson counts, one count for each
    distance, with the distance as its weight. Each sum has the gamma interval of Fay and Feuer (Statistics in Medicine
    16, 1997, 791-801): with ``S`` the sum of the weights of all games and ``Q`` that of their squares, the lower end is
    a quantile of the gamma distribution with shape ``S² / Q`` and scale ``Q / S``, and the upper end one of that with
    one more game of the largest weight in both sums. With equal weights these are the exact ends for a Poisson count
    (Garwood 1936). The interval of the difference of the two sums is that of Zou and Donner (Statistics in Medicine
    27, 2008, 1693-1702): the squares of the distances to the ends add up.

    Parameters
    ----------
    hist
        At least two different values.
    level
        Between 0 and 1.
    both_ways
        Whether values can lie on either side of the most common value although none was seen there.
    """
    usual = int(hist.values[np.argmax(hist.counts)])
    low, high = _ends(hist, 1 - level, both_ways)
    events = hist.n - int(hist.counts.max())
    warning = spread_warning(hist) if events < ENOUGH else ""
    return Interval(hist.mean, usual + low / hist.n, usual + high / hist.n, level, GAMMA, warning, events)


def rare_p_value(differences: Histogram) -> float:
    """Return the two-sided p-value of the mean zero: the least miss at which the interval excludes zero.

    So the test rejects exactly when the interval of :func:`rare_mean` at that level excludes zero.
    """
    least, most = -700.0, 0.0
    if not excludes_zero(differences, math.exp(most)):
        return 1.0
    for _ in range(60):
        middle = (least + most) / 2
        if excludes_zero(differences, math.exp(middle)):
            most = middle
        else:
            least = middle
    return math.exp(most)


def excludes_zero(differences: Histogram, miss: float) -> bool:
    """Return whether the interval of :func:`rare_mean` that misses with this chance excludes zero."""
    usual = int(differences.values[np.argmax(differences.counts)])
    low, high = _ends(differences, miss, True)
    return usual * differences.n + low > 0 or usual * differences.n + high < 0


def _ends(hist: Histogram, miss: float, both_ways: bool) -> tuple[float, float]:
    """Return the ends of the sum of all distances from the most common value."""
    distances = hist.values - hist.values[np.argmax(hist.counts)]
    heaviest = float(np.abs(distances).max())
    above = _Sum.of(distances, hist.counts, heaviest, miss, both_ways)
    below = _Sum.of(-distances, hist.counts, heaviest, miss, both_ways)
    value = above.value - below.value
    low = value - math.hypot(above.value - above.low, below.high - below.value)
    return low, value + math.hypot(above.high - above.value, below.value - below.low)


@dataclass(frozen=True)
class _Sum:
    """A weighted sum of Poisson counts, with the ends of its interval."""

    value: float
    low: float
    high: float

    @classmethod
    def of(cls, weights: Integers, counts: Integers, heaviest: float, miss: float, possible: bool) -> _Sum:
        from scipy.special import gammainccinv, gammaincinv

        there = weights > 0
        if not there.any() and not possible:
            return cls(0.0, 0.0, 0.0)
        weight, count = weights[there].astype(float), counts[there].astype(float)
        total, squares = float(weight @ count), float(weight @ (weight * count))
        low = squares / total * float(gammaincinv(total * total / squares, miss / 2)) if total else 0.0
        more, most = total + heaviest, squares + heaviest * heaviest
        return cls(total, low, most / more * float(gammainccinv(more * more / most, miss / 2)))
