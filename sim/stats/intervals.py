"""Intervals: what one exact tally says about a share, a mean, a spread or a quantile, and how sure it is.

Each result names its level and its method. Only single samples come in here; two variants on the same deals
are compared in :mod:`sim.stats.paired`.

An interval at level 0.95 is made by a procedure that covers the true value in 95 of 100 runs. It says nothing
about games under other rules, and nothing about what happens so rarely that no game showed it, unless it says
so.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from statistics import NormalDist

from sim.errors import UserError
from sim.stats.estimates import ORDER_STATISTICS, Interval, Side
from sim.stats.histogram import Histogram

NO_GAMES = "no games"
WILSON = "Wilson"
CLOPPER_PEARSON = "Clopper-Pearson"

FEW = 10
"""With fewer events of a kind than this the normal approximation of a share is not used."""

VARIANCE_KNOWN_TO = 0.10
"""A mean or sd is given with a warning while the relative standard error of its variance exceeds this."""


def check_level(level: float) -> float:
    """Return the level.

    Raises
    ------
    UserError
        If it is not a number between 0 and 1.
    """
    if isinstance(level, bool) or not isinstance(level, int | float) or not 0 < level < 1:
        raise UserError(
            f"{level!r} is not a valid level",
            where="level",
            cure="it takes a number between 0 and 1, such as 0.95",
        )
    return level


def normal_quantile(level: float) -> float:
    """Return how many standard deviations a normal interval at that level reaches to either side."""
    return NormalDist().inv_cdf((1 + check_level(level)) / 2)


def proportion(successes: int, trials: int, level: float = 0.95) -> Interval:
    """Return the share of successes with its interval.

    Wilson's score interval (Wilson 1927), or that of Clopper and Pearson (1934) with fewer than ten successes
    or fewer than ten failures. When no success was seen, the high end is the one-sided upper bound at the
    level (for 0.95 about 3 / trials), and when no failure was seen, the low end is the one-sided lower bound.
    Choosing the one-sided bound after seeing nothing has a price: at the few true shares just beyond it the
    interval misses in up to one and a half times as many runs as the level allows.

    Parameters
    ----------
    successes, trials
        Exact counts, any size.
    level
        Between 0 and 1.

    Raises
    ------
    ValueError
        If the successes are not from 0 to the trials.
    UserError
        If the level is not between 0 and 1.

    Examples
    --------
    >>> found = proportion(0, 1000)
    >>> round(found.high, 6), found.method
    (0.002991, 'Clopper-Pearson, one-sided upper bound: none seen')
    """
    check_level(level)
    if not 0 <= successes <= trials:
        raise ValueError(f"{successes} successes in {trials} trials")
    if not trials:
        return Interval(None, None, None, level, events=0, refusal=NO_GAMES)
    share, failures = successes / trials, trials - successes
    events = min(successes, failures)
    if events >= FEW:
        z = normal_quantile(level)
        middle = (successes + z * z / 2) / (trials + z * z)
        reach = z / (trials + z * z) * math.sqrt(successes * failures / trials + z * z / 4)
        return Interval(share, middle - reach, middle + reach, level, WILSON, events=events)
    if successes == 0:
        # The closed form of the beta quantile, written so that a tiny bound keeps its digits.
        bound = -math.expm1(math.log1p(-level) / trials)
        return Interval(share, 0.0, bound, level, CLOPPER_PEARSON, events=0, one_sided=Side.UPPER)
    if failures == 0:
        bound = math.exp(math.log1p(-level) / trials)
        return Interval(share, bound, 1.0, level, CLOPPER_PEARSON, events=0, one_sided=Side.LOWER)
    from scipy.special import betainccinv, betaincinv

    miss = (1 - level) / 2
    low = float(betaincinv(successes, failures + 1, miss))
    high = float(betainccinv(successes + 1, failures, miss))
    return Interval(share, low, high, level, CLOPPER_PEARSON, events=events)


def mean(hist: Histogram, level: float = 0.95) -> Interval:
    """Return the mean with Student's t interval, both from exact sums.

    The interval is only as good as the standard error that it is made of. That is checked with the relative
    standard error of the variance, from the fourth moment; while it exceeds :data:`VARIANCE_KNOWN_TO`, the
    interval carries a warning. (A tail heavier than any game so far has shown cannot be noticed by that, nor
    by anything else that looks only at the games.) No interval is given for fewer than two games, nor when
    all games are alike: a width of zero would claim what no sample can show.

    Raises
    ------
    UserError
        If the level is not between 0 and 1.
    """
    check_level(level)
    if not hist.n:
        return Interval(None, None, None, level, events=0, refusal=NO_GAMES)
    events = hist.n - int(hist.counts.max())
    refusal = _no_spread(hist)
    if refusal:
        return Interval(hist.mean, None, None, level, events=events, refusal=refusal)
    from scipy.special import stdtrit

    reach = float(stdtrit(hist.n - 1, (1 + level) / 2)) * standard_error(hist)
    return Interval(
        hist.mean, hist.mean - reach, hist.mean + reach, level, "t", _spread_warning(hist), events
    )


def sd(hist: Histogram, level: float = 0.95) -> Interval:
    """Return the standard deviation with an asymptotic interval from the fourth moment.

    The variance's relative standard error is ``r = sqrt((m4 / m2**2 - (n - 3) / (n - 1)) / n)``; the interval
    is normal for the logarithm of the standard deviation, whose standard error is ``r / 2``. It supposes many
    games and carries the same warning as the mean.

    Raises
    ------
    UserError
        If the level is not between 0 and 1.
    """
    check_level(level)
    if not hist.n:
        return Interval(None, None, None, level, events=0, refusal=NO_GAMES)
    events = hist.n - int(hist.counts.max())
    refusal = _no_spread(hist)
    if refusal:
        return Interval(None if hist.n < 2 else 0.0, None, None, level, events=events, refusal=refusal)
    value = math.sqrt(hist.variance)
    factor = math.exp(normal_quantile(level) * variance_error(hist) / 2)
    method = "fourth moment, asymptotic"
    return Interval(value, value / factor, value * factor, level, method, _spread_warning(hist), events)


def quantile(hist: Histogram, share: float, level: float = 0.95) -> Interval:
    """Return a quantile with the interval between two order statistics.

    The ranks are the narrowest for which the binomial distribution misses by at most half of ``1 - level`` on
    either side, so the interval holds the true quantile at least as often as the level says, whatever the
    distribution. Where too few games lie beyond the quantile there is no such rank, and that end is None.

    Parameters
    ----------
    hist
        The games.
    share
        Strictly between 0 and 1; 0.5 is the median. The value is the smallest that at least this share of the
        games does not exceed.
    level
        Between 0 and 1.

    Raises
    ------
    ValueError
        If the share is not between 0 and 1.
    UserError
        If the level is not between 0 and 1.
    """
    check_level(level)
    if not 0 < share < 1:
        raise ValueError(f"{share} is not a share between 0 and 1")
    if not hist.n:
        return Interval(None, None, None, level, refusal=NO_GAMES)
    below, above = quantile_ranks(hist.n, share, level)
    low = float(hist.order_statistic(below)) if below >= 1 else None
    high = float(hist.order_statistic(above)) if above <= hist.n else None
    return Interval(float(hist.quantile(share)), low, high, level, ORDER_STATISTICS)


def quantile_ranks(games: int, share: float, level: float) -> tuple[int, int]:
    """Return the ranks of the order statistics between which a quantile lies at that level.

    The lower one is 0 and the upper one ``games + 1`` where no rank will do.
    """
    from scipy.special import betainc

    miss = (1 - level) / 2

    # At most the quantile are Binomial(games, share) many. The game at a rank lies above the quantile if they
    # are fewer than the rank, and below it if they are at least as many.
    def too_high(rank: int) -> bool:
        return rank > 0 and float(betainc(games - rank + 1, rank, 1 - share)) > miss

    def high_enough(rank: int) -> bool:
        return float(betainc(rank, games - rank + 1, share)) <= miss

    return _first(0, games + 1, too_high) - 1, _first(1, games + 1, high_enough)


def largest(hist: Histogram, level: float = 0.95) -> Interval:
    """Return the largest value seen; it has no interval, since a longer game may always come."""
    top = hist.largest
    if top is None:
        return Interval(None, None, None, check_level(level), refusal=NO_GAMES)
    return Interval(float(top), None, None, check_level(level), "largest seen")


def standard_error(hist: Histogram) -> float:
    """Return the standard error of the mean."""
    return math.sqrt(hist.variance / hist.n)


def variance_error(hist: Histogram) -> float:
    """Return the relative standard error of the sample variance, from the fourth moment."""
    n = hist.n
    kurtosis = hist.central_moment(4) / hist.central_moment(2) ** 2
    return math.sqrt((kurtosis - Fraction(n - 3, n - 1)) / n)


def _no_spread(hist: Histogram) -> str:
    """Return why a mean has no interval; "" if it has one."""
    if hist.n < 2:
        return "one game"
    if hist.values.size == 1:
        return "all games alike"
    return ""


def _spread_warning(hist: Histogram) -> str:
    error = variance_error(hist)
    if error <= VARIANCE_KNOWN_TO:
        return ""
    return f"the variance is itself known only to {100 * error:.0f} % (one standard error)"


def _first(low: int, high: int, holds: Callable[[int], bool]) -> int:
    """Return the first number from ``low`` on that holds, else ``high``; all after it must hold too."""
    while low < high:
        middle = (low + high) // 2
        if holds(middle):
            high = middle
        else:
            low = middle + 1
    return low
