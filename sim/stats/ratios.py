"""Ratios of two means over the same games.

The histogram of the differences gives the covariance exactly.
"""

import math
from dataclasses import replace
from fractions import Fraction

from sim.stats.histogram import Histogram
from sim.stats.rare import is_rare, rare_mean
from sim.stats.shares import NO_GAMES, check_level
from sim.stats.spread import spread_refusal, spread_warning
from sim.stats.uncertainty import Interval

FIELLER = "Fieller"


def ratio_of_means(
    first: Histogram, second: Histogram, differences: Histogram, level: float = 0.95
) -> Interval | None:
    """The mean of the first sample divided by that of the second, with Fieller's interval.

    A ratio ``R`` is in the interval if the paired t test, at that level, does not
    reject that ``first - R * second`` has mean zero (Fieller, Journal of the Royal
    Statistical Society B 16, 1954, 175-185). So the interval excludes 1 exactly when
    the paired t interval of the difference excludes 0. Where few games differ, the
    divisor is known far better than the difference, and the interval is one more than
    that of the difference (:mod:`sim.stats.rare`) divided by ``b``. With means ``a``
    and ``b`` and the (co)variances of these means, the ends solve

        (b² - t² v_bb) R² - 2 (a b - t² v_ab) R + (a² - t² v_aa) = 0.

    Parameters
    ----------
    first, second
        One amount for each game, never negative.
    differences
        The first amount minus the second within each game.
    level
        Between 0 and 1.

    Returns
    -------
    Interval or None
        The ratio: 1.03 means 3 % more (``ratio.shifted(-1)`` is the relative change).
        There are no ends where the divisor cannot be told from zero, or where all games
        differ by the same amount. None where the ratio is meaningless: an amount is
        negative, the divisor is zero, or the samples are not of the same games.

    Raises
    ------
    UserError
        If the level is not between 0 and 1.

    Examples
    --------
    Sixty games of 10, 20 or 30 rounds that last 11, 22 and 36 under other rules:

    >>> longer, plain, more = (
    ...     Histogram.of(20 * lengths)
    ...     for lengths in ([11, 22, 36], [10, 20, 30], [1, 2, 6])
    ... )
    >>> found = ratio_of_means(longer, plain, more)
    >>> found.value, found.method
    (1.15, 'Fieller')
    """
    check_level(level)
    if not differences.n == first.n == second.n:
        return None
    if not differences.n:
        return Interval(None, None, None, level, refusal=NO_GAMES)
    if min(first.values[0], second.values[0]) < 0 or not second.total:
        return None
    a = first.exact_mean
    b = second.exact_mean
    if a - b != differences.exact_mean:
        return None
    value = float(a / b)
    events = differences.unusual
    refusal = spread_refusal(differences)
    if refusal:
        return Interval(value, None, None, level, events=events, refusal=refusal)
    if is_rare(differences):
        apart = rare_mean(differences, level, both_ways=True)
        return replace(apart.carried(lambda end: 1 + end / float(b)), value=value)
    ends = _fieller_ends(first, second, differences, level)
    if ends is None:
        return Interval(
            value, None, None, level, events=events, refusal="the divisor may be zero"
        )
    return Interval(value, *ends, level, FIELLER, spread_warning(differences), events)


def _fieller_ends(
    first: Histogram, second: Histogram, differences: Histogram, level: float
) -> tuple[float, float] | None:
    """The solutions of the equation of :func:`ratio_of_means`.

    None if the divisor may be zero.
    """
    from scipy.special import stdtrit

    a = first.exact_mean
    b = second.exact_mean
    n = differences.n
    t2 = Fraction(float(stdtrit(n - 1, (1 + level) / 2))) ** 2
    v_aa = first.variance / n
    v_bb = second.variance / n
    v_ab = (v_aa + v_bb - differences.variance / n) / 2
    leading = b * b - t2 * v_bb
    if leading <= 0:
        return None
    # As fractions: for games that go nearly alike the square below is the small
    # difference of large numbers.
    middle = a * b - t2 * v_ab
    square = t2 * (
        a * a * v_bb
        - 2 * a * b * v_ab
        + b * b * v_aa
        - t2 * (v_aa * v_bb - v_ab * v_ab)
    )
    reach = math.sqrt(square)
    return (float(middle) - reach) / float(leading), (float(middle) + reach) / float(
        leading
    )
