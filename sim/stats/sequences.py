"""Confidence sequences: intervals that hold at every look at a growing run.

The chance that any of them ever misses the true value is at most ``1 - level``, so they
are the only intervals by which a run may stop because one variant leads. At 95 %, from
10,000 games to 100 million, they are 1.6 to 2.1 times as wide for means and 2.0 to 2.5
times for shares. Each depends only on the counts so far, not on the looks before.
"""

import math
from collections.abc import Callable, Mapping

from sim.stats.conditional import Errors
from sim.stats.histogram import Histogram
from sim.stats.paired import FEW_DISCORDANT, Comparison
from sim.stats.shares import check_level, no_games
from sim.stats.spread import spread_refusal, spread_warning, standard_error
from sim.stats.uncertainty import Interval

AT_EVERY_LOOK = "at every look"
"""The words for intervals that hold at all looks together."""

BETA_BINOMIAL = f"beta-binomial mixture, {AT_EVERY_LOOK}"
NORMAL_MIXTURE = f"normal mixture, {AT_EVERY_LOOK}"

PER_GAME = 8 / 10_000
"""The variance of the normal mixture, as a multiple of a game's: the interval is the
narrowest near 10,000 games."""

TOO_SOON = "the variance is not known well enough yet"
"""Why a watched mean has no interval: too few games differ, or too few of its tail have
been seen."""

_CLOSE = 1e-12


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
    events = hist.unusual
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

    Parameters
    ----------
    successes, trials
        Exact counts of any size.
    level
        The level of the interval.

    Raises
    ------
    UserError
        If the level is not between 0 and 1.

    Examples
    --------
    >>> found = watched_share(5_000, 10_000)
    >>> round(found.low, 4), round(found.high, 4)
    (0.4802, 0.5198)
    """
    check_level(level)
    if not trials:
        return no_games(level)
    from scipy.special import betaln, xlog1py, xlogy

    failures = trials - successes
    share = successes / trials
    log_mixture = float(betaln(successes + 0.5, failures + 0.5)) - math.log(math.pi)
    limit = -math.log1p(-level)

    def ruled_out(p: float) -> bool:
        log_chance = float(xlogy(successes, p) + xlog1py(failures, -p))
        return log_mixture - log_chance >= limit

    low = _edge(share, 0.0, ruled_out) if successes else 0.0
    high = _edge(share, 1.0, ruled_out) if failures else 1.0
    events = min(successes, failures)
    return Interval(share, low, high, level, BETA_BINOMIAL, events=events)


def watched_conditional_difference(
    cells: Mapping[tuple[int, int], int], level: float = 0.95
) -> Comparison:
    """The difference of two conditional shares with an interval that holds at every look.

    If every game counts under both variants, it is that of :func:`watched_mean` for
    games that add 1, 0 or -1. Otherwise it is the same normal mixture with the standard
    error of :mod:`sim.stats.conditional`; there is none while fewer than 25 games
    support either share.
    """
    check_level(level)
    games = sum(cells.values())
    if all(min(pair) >= 0 for pair in cells):
        differences = [first - second for first, second in cells]
        return watched_mean(Histogram(differences, [*cells.values()]), level)
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


def _edge(inside: float, outside: float, ruled_out: Callable[[float], bool]) -> float:
    """Where shares begin to be ruled out, by bisection, to the side of the outside.

    The logarithm of the mixture's chance, less that of the chance under a share, is
    convex in the share, so that the shares not ruled out are an interval.
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
