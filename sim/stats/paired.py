"""Paired comparisons: two variants played on the same deals.

So the luck of the deal is not in the difference.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from sim.stats.histogram import Histogram
from sim.stats.intervals import mean, student
from sim.stats.rare import Distances, is_rare, rare_mean
from sim.stats.shares import check_level, no_games, normal_quantile
from sim.stats.spread import spread_refusal, standard_error
from sim.stats.uncertainty import Interval

TANGO = "Tango score"

FEW_DIFFER = 500
UNSEEN = (
    f"fewer than {FEW_DIFFER} games differ, which may not have shown how far games can"
)
"""Why a mean difference of games that mostly are alike is doubtful without showing a
long tail."""

FEW_DISCORDANT = 25
"""With fewer discordant games than this, McNemar's test is the exact binomial one."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """A difference with its interval, and the p-value of the hypothesis that it is zero.

    Attributes
    ----------
    interval
        The difference; its method names the test as well.
    p_value
        Two-sided; None if no game differs, so that there is nothing to test.
    """

    interval: Interval
    p_value: float | None


def mean_difference(differences: Histogram, level: float = 0.95) -> Comparison:
    """The mean of the differences within games, with its paired t interval and t test.

    Where few games differ, the interval is that of :mod:`sim.stats.rare`, and the test
    is the one that agrees with it. The warning is that of
    :func:`sim.stats.intervals.mean`.

    Raises
    ------
    UserError
        If the level is not between 0 and 1.
    """
    check_level(level)
    if is_rare(differences):
        p_value = Distances.of(differences, both_ways=True).p_value()
        return Comparison(rare_mean(differences, level, both_ways=True), p_value)
    if spread_refusal(differences):
        return Comparison(mean(differences, level), None)
    interval = student(differences, level)
    from scipy.special import stdtr

    ratio = differences.mean / standard_error(differences)
    p_value = 2 * float(stdtr(differences.n - 1, -abs(ratio)))
    return Comparison(interval.by("paired t"), p_value)


def rarely_different(differences: Histogram, level: float = 0.95) -> Comparison:
    """The difference of :func:`mean_difference`, with a warning if it is unsure.

    It is if the few games that differ most may not have been seen.

    Of games that mostly are alike no statistic shows a kind that has not been seen. Of
    500 games that differ, one in a hundred is seen five times.
    """
    compared = mean_difference(differences, level)
    interval = compared.interval
    differ = interval.events or 0
    few = differ < FEW_DIFFER and 2 * differ <= differences.n
    if not few or interval.warning or interval.low is None:
        return compared
    return Comparison(replace(interval, warning=UNSEEN), compared.p_value)


def mcnemar(
    only_first: int, only_second: int, games: int, level: float = 0.95
) -> Comparison:
    """The difference of two shares over the same games, with Tango's interval and McNemar's test.

    The test is McNemar's (1947): with fewer than 25 discordant games the exact binomial
    test, its tail doubled, otherwise the normal one without continuity correction. The
    interval is the score interval of Tango (Statistics in Medicine 17, 1998, 891-908),
    which inverts the same score: the large-sample test rejects exactly when the
    interval excludes zero.

    Parameters
    ----------
    only_first, only_second
        Games in which it happened only under the first variant, and only under the
        second.
    games
        All games, including those in which it happened under both or neither.
    level
        Between 0 and 1.

    Raises
    ------
    UserError
        If the level is not between 0 and 1.
    """
    check_level(level)
    differ = only_first + only_second
    if not games:
        return Comparison(no_games(level), None)
    z = normal_quantile(level)
    # With the variants swapped, the upper end is the lower one, negated.
    low = _lower_end(only_first, only_second, games, z)
    high = -_lower_end(only_second, only_first, games, z)
    test, p_value = discordant_test(only_first, only_second)
    value = (only_first - only_second) / games
    return Comparison(
        Interval(value, low, high, level, TANGO, events=differ, test=test), p_value
    )


def holm(p_values: Sequence[float | None]) -> list[float | None]:
    """The p-values adjusted as one family by Holm's step-down method (1979).

    Rejecting every hypothesis whose adjusted p-value is at most ``a`` keeps the chance
    of any false rejection at or below ``a``, however the tests depend on each other.
    None stays None and does not count as a member.

    Parameters
    ----------
    p_values
        The p-value of each test; None for a test that was not made.

    Examples
    --------
    >>> holm([0.02, None, 0.5])
    [0.04, None, 0.5]
    """
    members = sorted((p, place) for place, p in enumerate(p_values) if p is not None)
    adjusted: list[float | None] = [None] * len(p_values)
    reached = 0.0
    for passed, (p, place) in enumerate(members):
        reached = max(reached, min(1.0, p * (len(members) - passed)))
        adjusted[place] = reached
    return adjusted


def discordant_test(first: int, second: int) -> tuple[str, float | None]:
    """The name and the p-value of McNemar's test.

    It tests the games that differ in one direction and in the other.
    """
    differ = first + second
    if not differ:
        return "no test: no game differs", None
    if differ < FEW_DISCORDANT:
        tail = sum(math.comb(differ, k) for k in range(min(first, second) + 1))
        return "exact McNemar", min(1.0, float(Fraction(2 * tail, 2**differ)))
    return "McNemar", math.erfc(abs(first - second) / math.sqrt(2 * differ))


def _lower_end(first: int, second: int, games: int, z: float) -> float:
    """The difference below the observed one at which the score equals ``z``, by bisection."""
    low = -1.0
    high = (first - second) / games
    for _ in range(200):
        middle = (low + high) / 2
        if not low < middle < high:
            break
        if tango_score(first, second, games, middle) > z:
            low = middle
        else:
            high = middle
    return low


def tango_score(first: int, second: int, games: int, difference: float) -> float:
    """Tango's score statistic for a hypothetical difference.

    It follows from the restricted maximum likelihood.
    """
    lead = 2 * games
    linear = (lead - first + second) * difference - first - second
    free = second * difference * (1 - difference)
    root = math.sqrt(max(0.0, linear * linear + 4 * lead * free))
    # Two algebraically equal forms: the textbook one loses digits by cancellation when
    # the linear term is positive.
    rest = (root - linear) / (2 * lead) if linear <= 0 else 2 * free / (root + linear)
    spread = games * (2 * rest + difference * (1 - difference))
    distance = first - second - games * difference
    if spread <= 0:
        return math.copysign(math.inf, distance) if distance else 0.0
    return distance / math.sqrt(spread)
