"""Spread of a sample and its skewness: how well a mean and a standard deviation are known."""

import math

import numpy as np
from numpy.typing import NDArray

from sim.stats.histogram import Histogram

ALL_ALIKE = "all games alike"
"""Why there is no interval where every game has the same value."""

ONE_GAME = "every game is the same one"
"""Why there is no interval where nothing is random: the value is exact."""

VARIANCE_KNOWN_TO = 0.10
"""A mean or sd carries a warning if the relative standard error of the variance exceeds
this."""

VARIANCE_KNOWN_WELL = 0.05
"""Where the relative standard error of the variance exceeds this, the sample's kurtosis
is corrected."""

LONG_TAILED = 15
"""From this kurtosis on, a standard deviation carries the warning until its variance is
known well."""

LOPSIDED = 0.5
"""From this skewness on, a small sample is taken to come from a long tail."""


def standard_error(hist: Histogram) -> float:
    """The standard error of the mean."""
    return math.sqrt(hist.variance / hist.n)


def variance_error(hist: Histogram) -> float:
    """The relative standard error of the sample variance, from the fourth moment."""
    return _error(hist.n, _kurtosis(hist))


def cautious_variance_error(hist: Histogram) -> float:
    """The relative standard error of the sample variance, with :func:`cautious_kurtosis`."""
    return _error(hist.n, cautious_kurtosis(hist))


def cautious_kurtosis(hist: Histogram) -> float:
    """The kurtosis of the games, or what it probably is where the sample is too small to show it.

    The kurtosis of a small sample from a long tail is far too low, often by half. While
    the variance is known to no better than 5 % and the sample looks neither flat nor
    symmetric (a kurtosis over 3 or a skewness over 0.5), the result is at least the
    unbiased ``3 + G2`` and, on Pearson's line of the gamma distributions, ``3 + 1.5
    G1²`` (Joanes and Gill, The Statistician 47, 1998, 183-189, define ``G1`` and
    ``G2``).
    """
    n = hist.n
    kurtosis = _kurtosis(hist)
    if n < 4 or _error(n, kurtosis) <= VARIANCE_KNOWN_WELL:
        return kurtosis
    g1 = skewness(hist)
    if kurtosis <= 3 and abs(g1) <= LOPSIDED:
        return kurtosis
    g2 = (n - 1) / ((n - 2) * (n - 3)) * ((n + 1) * (kurtosis - 3) + 6)
    return float(max(kurtosis, 3 + g2, 3 + 1.5 * g1 * g1))


def skewness(hist: Histogram) -> float:
    """The skewness ``G1`` of games that differ.

    See Joanes and Gill, The Statistician 47, 1998, 183-189.
    """
    n = hist.n
    plain = float(hist.central_moment(3)) / float(hist.central_moment(2)) ** 1.5
    return plain * math.sqrt(n * (n - 1)) / (n - 2) if n > 2 else 0.0


def _kurtosis(hist: Histogram) -> float:
    return float(hist.central_moment(4) / hist.central_moment(2) ** 2)


def _error(n: int, kurtosis: float) -> float:
    return math.sqrt((kurtosis - (n - 3) / (n - 1)) / n)


def spread_refusal(hist: Histogram) -> str:
    """Why a mean has no interval; "" if it has one."""
    if hist.n < 2:
        return "one game"
    if hist.values.size == 1:
        return ALL_ALIKE
    return ""


def spread_warning(hist: Histogram, *, of_sd: bool = False) -> str:
    """Why an interval of a mean or sd is doubtful; "" if it is not."""
    doubted = of_sd and _kurtosis(hist) > LONG_TAILED
    known_to = VARIANCE_KNOWN_WELL if doubted else VARIANCE_KNOWN_TO
    return unsure_variance(variance_error(hist), known_to)


def unsure_variance(error: float, known_to: float = VARIANCE_KNOWN_TO) -> str:
    """That a variance with this relative standard error is not known well.

    "" if it is.
    """
    if error <= known_to:
        return ""
    return f"the variance is itself known only to within {100 * error:.0f} % (one standard error)"


def skewed_mean(
    numbers: NDArray[np.float64], level: float = 0.95
) -> tuple[float, float]:
    """The ends of the interval of a mean, by Hall's transformation of Student's t.

    The numbers of a long tail usually miss the rare large ones, so their mean and their
    standard deviation are too small together, and Student's interval lies too low. With
    the skewness ``g`` of ``n`` numbers and ``a = g / (3 sqrt(n))``,  t + a t**2 + a**2
    t**3 / 3 + a / 2  has the distribution of Student's t to a higher order than ``t``
    itself (Hall, Journal of the Royal Statistical Society B 54, 1992, 221-228). It
    grows with ``t`` and has a closed inverse, which gives the ends. Without skewness,
    and for two numbers, they are Student's.
    """
    from scipy.special import stdtrit

    n = len(numbers)
    mean = float(numbers.mean())
    deviations = numbers - mean
    second = float((deviations**2).mean())
    g1 = 0.0
    if n > 2 and second:
        plain = float((deviations**3).mean()) / math.pow(second, 1.5)
        g1 = plain * math.sqrt(n * (n - 1)) / (n - 2)
    error = float(numbers.std(ddof=1)) / math.sqrt(n)
    reach = float(stdtrit(n - 1, (1 + level) / 2))
    a = g1 / (3 * math.sqrt(n))

    def student(transformed: float) -> float:
        """Student's t whose transformation is this."""
        if abs(a) < 1e-9:
            return transformed
        return (math.cbrt(1 + 3 * a * (transformed - a / 2)) - 1) / a

    return mean - student(reach) * error, mean - student(-reach) * error
