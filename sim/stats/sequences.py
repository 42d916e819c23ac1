"""Confidence sequences: intervals that hold at every look at a growing run.

The chance that any of them ever misses the true value is at most ``1 - level``, so they
are the only intervals by which a run may stop because one variant leads. They are
wider: at 95 %, from 10,000 games to 100 million, by 1.6 to 2.1 for means and by 2.0 to
2.5 for shares. Each depends only on the counts so far, not on the looks before.
"""

import math
from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray

from sim.stats.conditional import Errors
from sim.stats.histogram import Histogram
from sim.stats.paired import FEW_DISCORDANT, Comparison
from sim.stats.shares import check_level, no_games
from sim.stats.spread import spread_refusal, spread_warning, standard_error
from sim.stats.uncertainty import Interval

AT_EVERY_LOOK = "at every look"
"""The words for intervals that hold at all looks together."""

BETA_BINOMIAL = f"beta-binomial mixture, {AT_EVERY_LOOK}"
PORTFOLIO = f"universal portfolio, {AT_EVERY_LOOK}"
NORMAL_MIXTURE = f"normal mixture, {AT_EVERY_LOOK}"

PER_GAME = 8 / 10_000
"""The variance of the normal mixture, as a multiple of a game's: the interval is the
narrowest near 10,000 games."""

TOO_SOON = "the variance is not known well enough yet"
"""Why a watched mean has no interval: too few games differ, or too few of its tail have
been seen."""

_POINTS = 401
_DEEP = 45.0
"""How far below the greatest logarithm a term adds nothing to an integral in double
precision."""

_CLOSE = 1e-12

Floats = NDArray[np.float64]


def watched_mean(hist: Histogram, level: float = 0.95) -> Comparison:
    """A mean, such as that of paired differences, with an interval that holds at every look.

    It is the asymptotic confidence sequence of Waudby-Smith, Arbour, Sinha, Kennedy and
    Ramdas (Annals of Statistics 52, 2024, 2613-2640, theorem 2.2), a normal mixture
    (Robbins 1970) with the estimated standard error: with ``v = PER_GAME * n`` it
    reaches ``sqrt(2 (1 + 1 / v) log(sqrt(v + 1) / (1 - level)))`` standard errors to
    either side. Like Student's interval it assumes games enough for the central limit
    theorem, and there is none while :func:`sim.stats.mean` would carry a warning.
    Nothing is assumed about how large an amount can be.

    Parameters
    ----------
    hist
        How many games have each value.
    level
        The level of the interval.

    Returns
    -------
    Comparison
        The interval, and the p-value of the mean zero, valid at every look: it is at
        most ``1 - level`` exactly when the interval excludes zero.

    Raises
    ------
    UserError
        If the level is not between 0 and 1.
    """
    check_level(level)
    if not hist.n:
        return Comparison(no_games(level), None)
    events = hist.n - int(hist.counts.max())
    refusal = spread_refusal(hist) or (TOO_SOON if spread_warning(hist) else "")
    if refusal:
        return Comparison(
            Interval(hist.mean, None, None, level, events=events, refusal=refusal), None
        )
    return _normal_mixture(hist.mean, standard_error(hist), hist.n, level, events)


def watched_share(successes: int, trials: int, level: float = 0.95) -> Interval:
    """A share with an interval that holds at every look, exactly, for any true share.

    The chance of the games under the mixture of all shares with the density of
    ``Beta(1/2, 1/2)``, divided by their chance under a share ``p``, is a martingale if
    ``p`` is true, so it ever reaches ``1 / (1 - level)`` with a chance of at most ``1 -
    level`` (Ville 1939; Robbins, Annals of Mathematical Statistics 41, 1970,
    1397-1409). The interval holds every ``p`` for which it has not.

    Raises
    ------
    ValueError
        If the successes are not from 0 to the number of trials.
    UserError
        If the level is not between 0 and 1.

    Examples
    --------
    >>> found = watched_share(5_000, 10_000)
    >>> round(found.low, 4), round(found.high, 4)
    (0.4802, 0.5198)
    """
    check_level(level)
    if not 0 <= successes <= trials:
        raise ValueError(f"{successes} successes in {trials} trials are impossible")
    if not trials:
        return no_games(level)
    events = min(successes, trials - successes)
    parts = np.array([0.0, 1.0])
    counts = np.array([trials - successes, successes], float)
    low, high = _ends(parts, counts, level)
    return Interval(successes / trials, low, high, level, BETA_BINOMIAL, events=events)


def watched_difference_of_shares(
    only_first: int, only_second: int, games: int, level: float = 0.95
) -> Comparison:
    """The difference of two shares over the same games, exact at every look.

    A game adds 1, 0 or -1. The interval holds every difference against which Cover's
    universal portfolio (Orabona and Jun, IEEE Transactions on Information Theory 70,
    2024, 436-455) never multiplied its stake by ``1 / (1 - level)``. For the difference
    zero it is the beta-binomial mixture of the games that differ: a sign test that may
    be looked at.

    Parameters
    ----------
    only_first, only_second
        Games in which it happened only under the first variant, and only under the
        second.
    games
        All games.
    level
        Between 0 and 1.

    Returns
    -------
    Comparison
        The interval, and the p-value of no difference, valid at every look: it is at
        most ``1 - level`` exactly when the interval excludes zero.

    Raises
    ------
    ValueError
        If a count is negative, or the discordant games outnumber all games.
    UserError
        If the level is not between 0 and 1.
    """
    check_level(level)
    differ = only_first + only_second
    if min(only_first, only_second) < 0 or differ > games:
        raise ValueError(
            f"{only_first} and {only_second} discordant games of {games} are impossible"
        )
    if not games:
        return Comparison(no_games(level), None)
    parts = np.array([0.0, 0.5, 1.0])
    counts = np.array([only_second, games - differ, only_first], float)
    low, high = _ends(parts, counts, level)
    value = (only_first - only_second) / games
    interval = Interval(
        value, 2 * low - 1, 2 * high - 1, level, PORTFOLIO, events=differ
    )
    p_value = math.exp(min(0.0, -_log_wealth(parts, counts, 0.5))) if differ else None
    return Comparison(interval, p_value)


def watched_conditional_difference(
    cells: Mapping[tuple[int, int], int], level: float = 0.95
) -> Comparison:
    """The difference of two conditional shares with an interval that holds at every look.

    If every game counts under both variants, it is that of
    :func:`watched_difference_of_shares`. Otherwise it is the normal mixture of
    :func:`watched_mean` with the standard error of :mod:`sim.stats.conditional`;
    there is none while fewer than 25 games support either share.
    """
    check_level(level)
    games = sum(cells.values())
    if all(min(pair) >= 0 for pair in cells):
        return watched_difference_of_shares(
            cells.get((1, 0), 0), cells.get((0, 1), 0), games, level
        )
    errors = Errors.of(cells)
    if errors is None:
        return Comparison(no_games(level), None)
    value = errors.value
    events = errors.events
    if events < FEW_DISCORDANT:
        return Comparison(
            Interval(value, None, None, level, events=events, refusal=TOO_SOON), None
        )
    return _normal_mixture(value, math.sqrt(errors.variance), games, level, events)


def _normal_mixture(
    value: float, error: float, games: int, level: float, events: int
) -> Comparison:
    scale = PER_GAME * games
    reach = (
        math.sqrt(2 * (1 + 1 / scale) * (math.log1p(scale) / 2 - math.log1p(-level)))
        * error
    )
    interval = Interval(
        value, value - reach, value + reach, level, NORMAL_MIXTURE, events=events
    )
    exponent = math.log1p(scale) / 2 - (value / error) ** 2 * scale / (2 * (scale + 1))
    return Comparison(interval, math.exp(min(0.0, exponent)))


def _ends(parts: Floats, counts: Floats, level: float) -> tuple[float, float]:
    """The least and the greatest mean that the stake does not rule out.

    They are on the scale from 0 to 1.
    """
    limit = -math.log1p(-level)
    value = float(parts @ counts / counts.sum())

    def ruled_out(mean: float) -> bool:
        return _log_wealth(parts, counts, mean) >= limit

    low = 0.0 if value <= 0 else _edge(value, 0.0, ruled_out)
    return low, 1.0 if value >= 1 else _edge(value, 1.0, ruled_out)


def _edge(inside: float, outside: float, ruled_out: Callable[[float], bool]) -> float:
    """Where means begin to be ruled out, by bisection, to the side of the outside.

    The logarithm of each factor of the stake is convex in the mean, and so is that of
    the mixture: means that are not ruled out make an interval.
    """
    for _ in range(100):
        middle = (inside + outside) / 2
        if abs(outside - inside) < _CLOSE * min(middle, 1 - middle):
            break
        if ruled_out(middle):
            outside = middle
        else:
            inside = middle
    return outside


def _log_wealth(parts: Floats, counts: Floats, mean: float) -> float:
    """The logarithm of the stake that a universal portfolio makes of 1 if the mean were this.

    A game of value a, from 0 to 1, multiplies what lies on "more" by a / mean and what
    lies on "less" by (1 - a) / (1 - mean). Portfolios that keep a share s on "more" are
    mixed with the density of Beta(1/2, 1/2).
    """
    more = parts / mean
    less = (1 - parts) / (1 - mean)
    # Games that neither side gains from, such as draws when testing for no difference,
    # leave the stake as it is.
    moves = (counts > 0) & ~((more == 1) & (less == 1))
    more = more[moves]
    less = less[moves]
    counts = counts[moves]
    if not counts.size:
        return 0.0
    if not (more * less).any():
        return _all_or_nothing(more, less, counts)
    # With s = sin²(angle), the density of the angle is constant, and the stake has a
    # single peak.
    low = 0.0
    high = math.pi / 2
    while True:
        angles = np.linspace(low, high, _POINTS)
        share = np.sin(angles) ** 2
        with np.errstate(divide="ignore"):
            logs = (
                np.log(
                    np.multiply.outer(share, more) + np.multiply.outer(1 - share, less)
                )
                @ counts
            )
        top = float(logs.max())
        near = np.flatnonzero(logs > top - _DEEP)
        first = max(int(near[0]) - 1, 0)
        last = min(int(near[-1]) + 1, _POINTS - 1)
        if last - first > _POINTS // 4:
            break
        low = float(angles[first])
        high = float(angles[last])
    weights = np.exp(logs - top)
    area = (
        (weights.sum() - (weights[0] + weights[-1]) / 2) * (high - low) / (_POINTS - 1)
    )
    return top + math.log(area * 2 / math.pi)


def _all_or_nothing(more: Floats, less: Floats, counts: Floats) -> float:
    """The logarithm of the stake where every game goes wholly to one side: a beta function."""
    from scipy.special import betaln

    gain = more > 0
    wins = counts[gain]
    losses = counts[~gain]
    factors = float(wins @ np.log(more[gain])) + float(losses @ np.log(less[~gain]))
    mixture = float(betaln(float(wins.sum()) + 0.5, float(losses.sum()) + 0.5))
    return factors + mixture - math.log(math.pi)
