"""How well a standard deviation is known, from one exact tally: what a mean, an sd and a difference all need."""

from __future__ import annotations

import math

from sim.stats.histogram import Histogram

ALL_ALIKE = "all games alike"
"""Why there is no interval where every game has the same value."""

VARIANCE_KNOWN_TO = 0.10
"""A mean or sd carries a warning if the relative standard error of the variance exceeds this."""

VARIANCE_KNOWN_WELL = 0.05
"""Where the relative standard error of the variance exceeds this, the sample's kurtosis is corrected."""

LOPSIDED = 0.5
"""From this skewness on, a small sample is taken to come from a long tail."""


def standard_error(hist: Histogram) -> float:
    """Return the standard error of the mean."""
    return math.sqrt(hist.variance / hist.n)


def variance_error(hist: Histogram) -> float:
    """Return the relative standard error of the sample variance, from the fourth moment."""
    return _error(hist.n, _kurtosis(hist))


def cautious_variance_error(hist: Histogram) -> float:
    """Return the relative standard error of the sample variance, with :func:`cautious_kurtosis`."""
    return _error(hist.n, cautious_kurtosis(hist))


def cautious_kurtosis(hist: Histogram) -> float:
    """Return the kurtosis of the games, or what it probably is where the sample is too small to show it.

    The kurtosis of a small sample from a long tail is far too low, often by half. While the variance is known to no
    better than 5 % and the sample looks neither flat nor symmetric (a kurtosis over 3 or a skewness over 0.5), the
    result is at least the unbiased ``3 + G2`` and, on Pearson's line of the gamma distributions, ``3 + 1.5 G1²``
    (Joanes and Gill, The Statistician 47, 1998, 183-189, define ``G1`` and ``G2``).
    """
    n, kurtosis = hist.n, _kurtosis(hist)
    if n < 4 or _error(n, kurtosis) <= VARIANCE_KNOWN_WELL:
        return kurtosis
    skewness = float(hist.central_moment(3)) / float(hist.central_moment(2)) ** 1.5
    g1 = skewness * math.sqrt(n * (n - 1)) / (n - 2)
    if kurtosis <= 3 and abs(g1) <= LOPSIDED:
        return kurtosis
    g2 = (n - 1) / ((n - 2) * (n - 3)) * ((n + 1) * (kurtosis - 3) + 6)
    return float(max(kurtosis, 3 + g2, 3 + 1.5 * g1 * g1))


def _kurtosis(hist: Histogram) -> float:
    return float(hist.central_moment(4) / hist.central_moment(2) ** 2)


def _error(n: int, kurtosis: float) -> float:
    return math.sqrt((kurtosis - (n - 3) / (n - 1)) / n)


def spread_refusal(hist: Histogram) -> str:
    """Return why a mean has no interval; "" if it has one."""
    if hist.n < 2:
        return "one game"
    if hist.values.size == 1:
        return ALL_ALIKE
    return ""


def spread_warning(hist: Histogram) -> str:
    """Return why an interval of a mean or sd is doubtful; "" if it is not."""
    error = variance_error(hist)
    if error <= VARIANCE_KNOWN_TO:
        return ""
    return f"the variance is itself known only to within {100 * error:.0f} % (one standard error)"
