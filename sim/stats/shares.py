"""Shares of games: their intervals and their posterior, at any level."""

import math
from statistics import NormalDist

from sim.errors import UserError, shown
from sim.limits import MOST_LEVEL
from sim.stats.uncertainty import Interval, Side

NO_GAMES = "no games"
WILSON = "Wilson"
CLOPPER_PEARSON = "Clopper-Pearson"
FEW = 10
"""With fewer successes or failures than this, the normal approximation of a share is
not used at any level."""


def check_level(level: float) -> float:
    """The level."""
    if (
        isinstance(level, bool)
        or not isinstance(level, int | float)
        or not 0 < level < (1 + level) / 2 < 1
    ):
        raise UserError(
            f"{shown(level)} is not a valid level",
            where="level",
            cure=f"give a number between 0 and 1, such as 0.95, at most {MOST_LEVEL}",
        )
    return level


def no_games(level: float) -> Interval:
    """The interval of a statistic of no games."""
    return Interval(None, None, None, level, events=0, refusal=NO_GAMES)


def normal_quantile(level: float) -> float:
    """The half width, in standard deviations, of a two-sided normal interval at that level."""
    return NormalDist().inv_cdf((1 + check_level(level)) / 2)


def events_for_wilson(level: float) -> int:
    """The number of successes, and of failures, from which Wilson's interval is used at that level.

    The skewness of the binomial changes the chances of a miss at the two ends by
    factors of about ``exp(±c)`` with ``c = z**3 / (6 sqrt(events))`` (Cramér 1938, the
    first term of his series). From ``z**6 / 4`` events on, ``c`` is at most 1/3:
    together the ends miss at most ``cosh(1/3)``, 6 %, too often, besides the steps of a
    discrete count.
    """
    return max(FEW, math.ceil(normal_quantile(level) ** 6 / 4))


def proportion(successes: int, trials: int, level: float = 0.95) -> Interval:
    """The share of successes with its interval.

    The interval is Wilson's score interval (1927), or that of Clopper and Pearson
    (1934) with fewer successes or failures than Wilson's needs at that level
    (:func:`events_for_wilson`; 15 at 0.95). If no success was seen, the high end is the
    one-sided upper bound at the level (for 0.95 about 3 / trials); if no failure was
    seen, the low end is the one-sided lower bound. Choosing the one-sided bound after
    seeing no events has a price: for true shares just beyond the bound, the interval
    misses in up to one and a half times as many runs as the level allows.

    Parameters
    ----------
    successes, trials
        Exact counts of any size.
    level
        Between 0 and 1.

    Raises
    ------
    ValueError
        If the successes are not from 0 to the number of trials.
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
        raise ValueError(f"{successes} successes in {trials} trials are impossible")
    if not trials:
        return no_games(level)
    share = successes / trials
    failures = trials - successes
    events = min(successes, failures)
    if events >= events_for_wilson(level):
        return Interval(
            share,
            *wilson(successes, trials, normal_quantile(level)),
            level,
            WILSON,
            events=events,
        )
    if successes == 0:
        # The closed form of the beta quantile, written to keep the digits of a tiny
        # bound.
        bound = -math.expm1(math.log1p(-level) / trials)
        return Interval(
            share, 0.0, bound, level, CLOPPER_PEARSON, events=0, one_sided=Side.UPPER
        )
    if failures == 0:
        bound = math.exp(math.log1p(-level) / trials)
        return Interval(
            share, bound, 1.0, level, CLOPPER_PEARSON, events=0, one_sided=Side.LOWER
        )
    from scipy.special import betainccinv, betaincinv

    miss = (1 - level) / 2
    low = float(betaincinv(successes, failures + 1, miss))
    high = float(betainccinv(successes + 1, failures, miss))
    return Interval(share, low, high, level, CLOPPER_PEARSON, events=events)


def wilson(successes: int, trials: int, z: float) -> tuple[float, float]:
    """The ends of Wilson's interval of a share."""
    middle = (successes + z * z / 2) / (trials + z * z)
    reach = (
        z
        / (trials + z * z)
        * math.sqrt(successes * (trials - successes) / trials + z * z / 4)
    )
    return max(0.0, middle - reach), min(1.0, middle + reach)


def posterior(
    successes: int, trials: int, level: float = 0.95, outcomes: int = 2
) -> tuple[float, float, float]:
    """The mean and the middle part of a share's posterior.

    Parameters
    ----------
    successes, trials
        Exact counts.
    level
        The probability of the middle part.
    outcomes
        How many outcomes exhaust the trials, this one among them. The prior is
        Dirichlet's with 1/2 for each of them, so the means add up to 1; for two
        outcomes it is Beta(1/2, 1/2).
    """
    from scipy.special import betainccinv, betaincinv

    miss = (1 - check_level(level)) / 2
    a = successes + 0.5
    b = trials - successes + (outcomes - 1) / 2
    return a / (a + b), float(betaincinv(a, b, miss)), float(betainccinv(a, b, miss))
