"""Correlations of two amounts within games, from the exact counts of their pairs."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from sim.stats.estimates import Interval
from sim.stats.intervals import NO_GAMES, check_level
from sim.stats.spread import ALL_ALIKE, VARIANCE_KNOWN_TO

FISHER = "Fisher's z, variance from the fourth moments"


def correlation(cells: Mapping[tuple[int, int], int], level: float = 0.95) -> Interval:
    """Return Pearson's correlation with an interval that assumes no distribution.

    With ``u`` and ``v`` the standardized amounts, the error of the correlation ``r`` is to first order the mean of
    ``u v - r (u² + v²) / 2``, whose variance is taken from the games (Steiger and Hakstian, British Journal of
    Mathematical and Statistical Psychology 35, 1982, 208-215). The interval is symmetric on Fisher's scale ``artanh
    r``, on which ``r`` is more nearly normal. It has a warning where the games do not show that variance well.

    Parameters
    ----------
    cells
        The number of games with each pair of values.
    level
        Between 0 and 1.

    Raises
    ------
    UserError
        If the level is not between 0 and 1.

    Examples
    --------
    >>> found = correlation({(1, 1): 40, (1, 2): 10, (2, 1): 10, (2, 2): 40})
    >>> round(found.value, 3), round(found.low, 3), round(found.high, 3)
    (0.6, 0.418, 0.736)
    """
    check_level(level)
    games = sum(cells.values())
    if not games:
        return Interval(None, None, None, level, events=0, refusal=NO_GAMES)
    pairs, counts = np.array([*cells], float), np.array([*cells.values()], float)
    weights = counts / games
    deviations = pairs - weights @ pairs
    spreads = np.sqrt(weights @ deviations**2)
    if not spreads.all():
        return Interval(None, None, None, level, refusal=ALL_ALIKE)
    u, v = (deviations / spreads).T
    r = float(weights @ (u * v))
    error = u * v - r * (u * u + v * v) / 2
    variance = float(weights @ error**2)
    if games < 4 or variance <= 1e-20 or 1 - r * r < 1e-12:
        return Interval(
            r, None, None, level, refusal="all games lie on one line" if games > 3 else "too few games"
        )
    from scipy.special import stdtrit

    unsure = math.sqrt(max(0.0, float(weights @ error**4) / variance**2 - 1) / games)
    reach = float(stdtrit(games - 1, (1 + level) / 2)) * math.sqrt(variance / games) / (1 - r * r)
    middle = math.atanh(r)
    warning = ""
    if unsure > VARIANCE_KNOWN_TO:
        warning = f"its variance is itself known only to within {100 * unsure:.0f} % (one standard error)"
    return Interval(r, math.tanh(middle - reach), math.tanh(middle + reach), level, FISHER, warning, games)
