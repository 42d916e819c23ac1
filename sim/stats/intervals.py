"""Intervals of the statistics of a measured column, from one exact tally."""

import math
from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import partial

from sim.stats.histogram import Histogram
from sim.stats.quantiles import quantile
from sim.stats.rare import is_rare, rare_mean
from sim.stats.shares import NO_GAMES, check_level, no_games
from sim.stats.spread import (
    cautious_variance_error,
    spread_refusal,
    spread_warning,
    standard_error,
)
from sim.stats.uncertainty import Interval

CHI_SQUARED = "chi-squared, degrees of freedom from the fourth moment"
FEW_FOR_SD = 1000
WIDER_SPREAD = "chi-squared and Bonett's, the wider at either end"
UNSEEN = f"fewer than {FEW_FOR_SD:,} games may not have shown a rare value"
"""Why a standard deviation is doubtful without showing a long tail."""


def mean(hist: Histogram, level: float = 0.95) -> Interval:
    """The mean with Student's t interval, both from exact sums.

    Where few games differ from the most common value, the interval is that of a
    weighted sum of Poisson counts (:mod:`sim.stats.rare`). Student's is only as good as
    its standard error. The check is the relative standard error of the variance, from
    the fourth moment: if it exceeds :data:`VARIANCE_KNOWN_TO`, the interval carries a
    warning. (Neither this nor any other check on the games played can detect a tail
    heavier than they have shown.) There is no interval for fewer than two games, nor if
    all games are alike: a width of zero would claim more than a sample can show.

    Parameters
    ----------
    hist
        How many games have each value.
    level
        The level of the interval.

    Raises
    ------
    UserError
        If the level is not between 0 and 1.
    """
    check_level(level)
    if not hist.n:
        return no_games(level)
    refusal = spread_refusal(hist)
    if refusal:
        events = hist.unusual
        return Interval(hist.mean, None, None, level, events=events, refusal=refusal)
    if is_rare(hist):
        # A count of something rare is zero in most games, and cannot be less.
        smallest = hist.smallest or 0
        return rare_mean(
            hist, level, both_ways=smallest < 0 or hist.count_at_most(0) < hist.n / 2
        )
    return student(hist, level)


def student(hist: Histogram, level: float) -> Interval:
    """The mean of games that are not all alike with Student's t interval."""
    from scipy.special import stdtrit

    reach = float(stdtrit(hist.n - 1, (1 + level) / 2)) * standard_error(hist)
    return Interval(
        hist.mean,
        hist.mean - reach,
        hist.mean + reach,
        level,
        "t",
        spread_warning(hist),
        hist.unusual,
    )


def sd(hist: Histogram, level: float = 0.95) -> Interval:
    """The standard deviation with a chi-squared interval whose degrees of freedom fit the sample.

    The sample variance has the relative standard error
    ``r = sqrt((kurtosis - (n - 3) / (n - 1)) / n)``. A chi-squared variance with
    ``2 / r**2`` degrees of freedom has the same (O'Neill, The American Statistician 68,
    2014, 282-296; for normal samples these are the usual ``n - 1``). The kurtosis is
    that of :func:`sim.stats.spread.cautious_kurtosis`. The interval carries the same
    warning as the mean, with a kurtosis over 15 until the variance is known to 5 %, or
    one for fewer than 1,000 games, which may not have shown a rare value. Up to 1,000
    games with a warning it is at least as wide as Student's interval of the logarithm,
    with Bonett's correction for few games (Computational Statistics & Data Analysis 50,
    2006, 775-782).

    Parameters
    ----------
    hist
        How many games have each value.
    level
        The level of the interval.

    Raises
    ------
    UserError
        If the level is not between 0 and 1.
    """
    check_level(level)
    if not hist.n:
        return no_games(level)
    events = hist.unusual
    refusal = spread_refusal(hist)
    if refusal:
        return Interval(
            None if hist.n < 2 else 0.0,
            None,
            None,
            level,
            events=events,
            refusal=refusal,
        )
    from scipy.special import gammainccinv, gammaincinv, stdtrit

    value = math.sqrt(hist.variance)
    miss = (1 - level) / 2
    error = cautious_variance_error(hist)
    half = 1 / error**2
    low = value * math.sqrt(half / float(gammainccinv(half, miss)))
    high = value * math.sqrt(half / float(gammaincinv(half, miss)))
    warning = spread_warning(hist, of_sd=True) or (
        "" if hist.n >= FEW_FOR_SD else UNSEEN
    )
    if not warning or hist.n > FEW_FOR_SD:
        return Interval(value, low, high, level, CHI_SQUARED, warning, events)
    t = float(stdtrit(max(2.0, min(hist.n - 1, 2 * half)), 1 - miss))
    more = hist.n / max(1.0, hist.n - t)
    times = math.sqrt(more)
    reach = math.exp(min(t * error * more / 2, 700.0))
    ends = min(low, value * times / reach), max(high, value * times * reach)
    return Interval(value, *ends, level, WIDER_SPREAD, warning, events)


def largest(hist: Histogram, level: float = 0.95) -> Interval:
    """The largest value seen.

    It has no interval, since a longer game is always possible.

    Parameters
    ----------
    hist
        How many games have each value.
    level
        The level of the interval, which there is none of.
    """
    top = hist.largest
    if top is None:
        return Interval(None, None, None, check_level(level), refusal=NO_GAMES)
    return Interval(float(top), None, None, check_level(level), "largest seen")


class Measure(StrEnum):
    """What is estimated about a column; the value is its name in the summary."""

    MEAN = "mean"
    SD = "sd"
    MEDIAN = "median"
    LOW = "2.5 %"
    HIGH = "97.5 %"
    RARE = "99.9 %"
    LARGEST = "longest"
    SHARE = "share"
    """The share of games with a certain value."""
    ANY = "any"
    """The share of games with a value over zero."""
    QUANTILE = "quantile"
    """A quantile of an amount that a query asks for."""
    OTHERWISE = "otherwise"
    """The share of pairs of games with different values."""


QUANTILES = {
    Measure.MEDIAN: 0.5,
    Measure.LOW: 0.025,
    Measure.HIGH: 0.975,
    Measure.RARE: 0.999,
}
"""The quantiles of every measured column."""

STATISTICS: Mapping[Measure, Callable[..., Interval]] = {
    Measure.MEAN: mean,
    Measure.SD: sd,
    **{measure: partial(quantile, share=share) for measure, share in QUANTILES.items()},
    Measure.LARGEST: largest,
}
"""The statistics of every measured column, in the order of the summary.

Each is a function of the column's histogram and a level."""
