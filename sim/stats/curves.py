"""Curves: whole functions computed from one histogram, with an interval at each point.

The intervals hold for each point by itself; those of :func:`survival_band` hold for the whole curve at once.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace

from sim.stats.estimates import Interval
from sim.stats.histogram import Histogram
from sim.stats.intervals import check_level, proportion


def survival(hist: Histogram, points: Iterable[float], level: float = 0.95) -> list[Interval]:
    """Return the share of games above each point, with its interval.

    Parameters
    ----------
    hist
        One value per game, such as its rounds; unfinished games count as they stand.
    points
        Where to evaluate the curve, in the unit of the histogram.
    level
        The level of each interval by itself.
    """
    return [proportion(hist.n - hist.count_at_most(point), hist.n, level) for point in points]


def survival_band(hist: Histogram, points: Iterable[float], level: float = 0.95) -> list[Interval]:
    """Return the share of games above each point, with intervals that hold for all points at once.

    Half of the error probability goes to the band of Dvoretzky, Kiefer and Wolfowitz with Massart's constant (Annals
    of Probability 18, 1990, 1269-1283), ``sqrt(log(4 / (1 - level)) / (2 n))`` to either side, and half to the
    intervals of shares with Bonferroni's correction for the number of points; where both hold, their
    intersection holds. The first is the narrower in the middle of the curve, the second in its tail.

    Parameters
    ----------
    hist
        One value per game, such as its rounds; unfinished games count as they stand.
    points
        Where to evaluate the curve, in the unit of the histogram; they must not depend on the games.
    level
        The level of all intervals together.

    Raises
    ------
    UserError
        If the level is not between 0 and 1.
    """
    places = list(points)
    miss = 1 - check_level(level)
    if not hist.n or not places:
        return survival(hist, places, level)
    reach = math.sqrt(math.log(4 / miss) / (2 * hist.n))
    shares = survival(hist, places, 1 - miss / (2 * len(places)))
    return [
        replace(
            share,
            low=max(0.0, share.low or 0.0, (share.value or 0.0) - reach),
            high=min(1.0, 1.0 if share.high is None else share.high, (share.value or 0.0) + reach),
            level=level,
            procedure=f"{share.procedure}, simultaneous",
        )
        for share in shares
    ]


def comeback(winner_low: Histogram, cards: Iterable[int], level: float = 0.95) -> list[Interval]:
    """Return how often a player who was down to a number of cards or fewer still wins a game for two.

    In a decided game the loser ends without cards and so was down to every number; the winner was down to ``c``
    cards or fewer if ``winner_low`` is at most ``c``. So among the players who were ever down to ``c`` or fewer
    at the end of a round (the deal included), ``W`` won and ``D`` lost, where ``D`` is the number of decided
    games and ``W`` the number of those with ``winner_low`` at most ``c``. The share that came back is
    ``W / (W + D)``: the chance of winning at the moment when a player first holds ``c`` cards or fewer. For half of
    the cards or more it is one half, since both players begin there. Draws and unfinished games are left out: it is
    the chance in a game that somebody wins.

    Both players of a game can be among these, so the players are not independent; decided games are. The interval is
    that of the share ``r = W / D`` of decided games (:func:`~sim.stats.intervals.proportion`), transformed by
    ``r / (1 + r)``, which increases with ``r``.

    Parameters
    ----------
    winner_low
        The fewest cards the winner held in each game; -1 where nobody won.
    cards
        The numbers of cards to evaluate.
    level
        The level of each interval by itself.
    """
    decided = winner_low.at_least(0)
    shares = (proportion(decided.count_at_most(held), decided.n, level) for held in cards)
    return [share.carried(lambda ratio: ratio / (1 + ratio)) for share in shares]
