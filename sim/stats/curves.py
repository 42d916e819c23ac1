"""Curves: whole functions read off one histogram, with an interval at each point.

The intervals are pointwise: each covers its own point at the level, not all points at once.
"""

from __future__ import annotations

from collections.abc import Iterable

from sim.stats.estimates import Interval
from sim.stats.histogram import Histogram
from sim.stats.intervals import proportion


def survival(hist: Histogram, points: Iterable[float], level: float = 0.95) -> list[Interval]:
    """Return for each point the share of games that had more, with its interval.

    Parameters
    ----------
    hist
        The games, such as their rounds; unfinished ones count as they stand.
    points
        Where the curve is wanted, in the unit of the histogram.
    level
        Of each interval by itself.
    """
    return [proportion(hist.n - hist.count_at_most(point), hist.n, level) for point in points]


def comeback(winner_low: Histogram, cards: Iterable[int], level: float = 0.95) -> list[Interval]:
    """Return, for two players, how often one who has been down to a number of cards or fewer still wins.

    In a decided game the loser is left without cards and so has been down to any number; the winner has been
    down to ``c`` cards or fewer if ``winner_low`` is at most ``c``. Of the players who were ever down to
    ``c`` or fewer at the end of a round (the deal included), therefore, ``W`` won and ``D`` lost, where ``D``
    is the number of decided games and ``W`` that of those with ``winner_low`` at most ``c``; the share that
    came back is ``W / (W + D)``. It is the chance at the moment when a player first holds ``c`` cards or fewer,
    for those who come that low at all; from half of the cards on it is one half, since both begin there. Draws
    and unfinished games are left out: it is the chance in a game that somebody wins.

    A game can give two of these players, so they are not independent; decided games are. The interval is that
    of the share ``r = W / D`` of decided games (:func:`~sim.stats.intervals.proportion`), carried over by
    ``r / (1 + r)``, which grows with ``r``.

    Parameters
    ----------
    winner_low
        The fewest cards the winner held in each game; -1 where nobody won.
    cards
        The numbers of cards that are asked about.
    level
        Of each interval by itself.
    """
    decided = winner_low.at_least(0)
    shares = (proportion(decided.count_at_most(held), decided.n, level) for held in cards)
    return [share.carried(lambda ratio: ratio / (1 + ratio)) for share in shares]
