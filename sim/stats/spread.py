"""How well a standard deviation is known, from one exact tally: what a mean, an sd and a difference all need."""

from __future__ import annotations

import math
from fractions import Fraction

from sim.stats.histogram import Histogram

VARIANCE_KNOWN_TO = 0.10
"""A mean or sd carries a warning if the relative standard error of the variance exceeds this."""


def standard_error(hist: Histogram) -> float:
    """Return the standard error of the mean."""
    return math.sqrt(hist.variance / hist.n)


def variance_error(hist: Histogram) -> float:
    """Return the relative standard error of the sample variance, from the fourth moment."""
    n = hist.n
    kurtosis = hist.central_moment(4) / hist.central_moment(2) ** 2
    return math.sqrt((kurtosis - Fraction(n - 3, n - 1)) / n)


def spread_refusal(hist: Histogram) -> str:
    """Return why a mean has no interval; "" if it has one."""
    if hist.n < 2:
        return "one game"
    if hist.values.size == 1:
        return "all games alike"
    return ""


def spread_warning(hist: Histogram) -> str:
    """Return why an interval of a mean or sd is doubtful; "" if it is not."""
    error = variance_error(hist)
    if error <= VARIANCE_KNOWN_TO:
        return ""
    return f"the variance is itself known only to within {100 * error:.0f} % (one standard error)"
