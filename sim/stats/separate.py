"""Comparisons of separate samples.

They are for variants with other decks or players, whose deals cannot be paired.
"""

import math
from dataclasses import replace

from sim.stats.histogram import Histogram
from sim.stats.paired import Comparison
from sim.stats.shares import check_level, no_games, normal_quantile, wilson
from sim.stats.spread import spread_refusal, spread_warning
from sim.stats.uncertainty import Interval


def difference_of_means(
    first: Histogram, second: Histogram, level: float = 0.95
) -> Comparison:
    """The first mean minus the second, of independent samples, with Welch's interval and t test.

    The variances need not be equal; the degrees of freedom are Satterthwaite's (Welch,
    Biometrika 34, 1947, 28-35). Without at least two games of each, or if all games of
    each are alike, there is no interval.

    Raises
    ------
    UserError
        If the level is not between 0 and 1.
    """
    samples = (first, second)
    check_level(level)
    if not (first.n and second.n):
        return Comparison(no_games(level), None)
    value = float(first.exact_mean - second.exact_mean)
    events = sum(sample.unusual for sample in samples)
    known = Interval(value, None, None, level, events=events)
    refusals = [spread_refusal(sample) for sample in samples]
    if min(first.n, second.n) < 2 or all(refusals):
        return Comparison(replace(known, refusal=refusals[0] or refusals[1]), None)
    from scipy.special import stdtr, stdtrit

    parts = [float(sample.variance) / sample.n for sample in samples]
    error = math.sqrt(sum(parts))
    freedom = sum(parts) ** 2 / sum(
        part**2 / (sample.n - 1) for part, sample in zip(parts, samples, strict=True)
    )
    reach = float(stdtrit(freedom, (1 + level) / 2)) * error
    warnings = [
        spread_warning(sample)
        for sample, refused in zip(samples, refusals, strict=True)
        if not refused
    ]
    warning = next(filter(None, warnings), "")
    low = value - reach
    high = value + reach
    interval = replace(
        known, low=low, high=high, procedure="Welch's t", warning=warning
    )
    return Comparison(interval, 2 * float(stdtr(freedom, -abs(value) / error)))


def difference_whatever_they_share(first: Interval, second: Interval) -> Interval:
    """The first number minus the second, of samples that may share games.

    How many games they have in common is unknown. The standard error of a difference
    is never more than the sum of both standard errors, however the samples depend on
    each other. So the ends are the sum of both margins of error away.
    """
    value = None
    low = None
    high = None
    if first.value is not None and second.value is not None:
        value = first.value - second.value
    if first.low is not None and second.high is not None:
        low = first.low - second.high
    if first.high is not None and second.low is not None:
        high = first.high - second.low
    return Interval(
        value,
        low,
        high,
        first.level,
        "both margins added",
        first.warning or second.warning,
        (first.events or 0) + (second.events or 0),
        refusal=first.refusal or second.refusal,
    )


def difference_of_shares(
    first: int, first_games: int, second: int, second_games: int, level: float = 0.95
) -> Comparison:
    """The first share minus the second, of independent samples.

    The interval is Newcombe's, which combines the Wilson intervals of both shares
    (Newcombe, Statistics in Medicine 17, 1998, 873-890, method 10). The test is
    Pearson's chi-squared test without continuity correction.

    Parameters
    ----------
    first, second
        How many games of each sample are of the kind.
    first_games, second_games
        How many games each sample has.
    level
        The level of the interval.

    Raises
    ------
    UserError
        If the level is not between 0 and 1.

    Examples
    --------
    >>> found = difference_of_shares(56, 70, 48, 80).interval
    >>> round(found.value, 4), round(found.low, 4), round(found.high, 4)
    (0.2, 0.0524, 0.3339)
    """
    z = normal_quantile(level)
    if not (first_games and second_games):
        return Comparison(no_games(level), None)
    a = first / first_games
    b = second / second_games
    a_low, a_high = wilson(first, first_games, z)
    b_low, b_high = wilson(second, second_games, z)
    value = a - b
    low = value - math.hypot(a - a_low, b_high - b)
    high = value + math.hypot(a_high - a, b - b_low)
    total = first_games + second_games
    events = min(first + second, total - first - second)
    p_value = None
    if events:
        pooled = (first + second) / total
        error = math.sqrt(pooled * (1 - pooled) * (1 / first_games + 1 / second_games))
        p_value = math.erfc(abs(value) / error / math.sqrt(2))
    return Comparison(
        Interval(
            value, low, high, level, "Newcombe score", events=events, test="chi-squared"
        ),
        p_value,
    )
