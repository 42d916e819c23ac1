"""Quantiles, with intervals between order statistics, from one exact tally."""

from bisect import bisect_left
from functools import lru_cache

from sim.stats.histogram import Histogram
from sim.stats.shares import NO_GAMES, check_level
from sim.stats.uncertainty import ORDER_STATISTICS, Interval


def quantile(hist: Histogram, share: float, level: float = 0.95) -> Interval:
    """A quantile with the interval between two order statistics.

    The ranks are the closest for which the binomial probability of a miss is at most
    half of ``1 - level`` on either side, so for any distribution the interval contains
    the true quantile at least as often as the level says. If too few games lie beyond
    the quantile there is no such rank, and that end is None.

    Parameters
    ----------
    hist
        The games.
    share
        Strictly between 0 and 1; 0.5 is the median. The value is the smallest that at
        least this share of the games does not exceed.
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


@lru_cache(maxsize=1024)
def quantile_ranks(games: int, share: float, level: float) -> tuple[int, int]:
    """The ranks of the two order statistics that bound a quantile at that level.

    The lower rank is 0, and the upper one ``games + 1``, where no rank satisfies the
    level.
    """
    from scipy.special import betainc

    miss = (1 - level) / 2

    # The number of games at or below the quantile is Binomial(games, share). The game
    # at a rank lies above the quantile if that number is less than the rank, and at or
    # below it otherwise.
    def too_high(rank: int) -> bool:
        return rank > 0 and float(betainc(games - rank + 1, rank, 1 - share)) > miss

    def high_enough(rank: int) -> bool:
        return float(betainc(rank, games - rank + 1, share)) <= miss

    # Both are true from some rank on.
    ranks = range(games + 1)
    below = bisect_left(ranks, True, key=too_high) - 1
    return below, bisect_left(ranks, True, lo=1, key=high_enough)
