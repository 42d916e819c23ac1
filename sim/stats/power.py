"""How many games a paired comparison needs, found by resampling the differences that a pilot has shown.

The usual formula, ``n = (z + z')² variance / effect²``, takes the mean of the differences for normal. For differences
that are skewed, or zero in most games, it is far off in either direction. So here whole comparisons are played out:
differences are drawn from the cells of the pilot, tilted until their mean is the effect asked about, and tested by the
very tests of :mod:`sim.stats.paired`; the number of games is the one at which the wanted share of them succeeds.

Tilting gives a cell with difference ``d`` the weight ``exp(t d)`` (Esscher, Skandinavisk Aktuarietidskrift 15, 1932,
175-195): of all distributions with that mean, it is the nearest to the pilot's in relative entropy, and it keeps what
the pilot has shown: which differences occur, and that most of them are rare.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
import numpy.typing as npt

from sim.errors import UserError
from sim.stats.estimates import Interval
from sim.stats.histogram import Histogram
from sim.stats.intervals import proportion
from sim.stats.paired import discordant_test, tango_score
from sim.stats.rare import RARE, excludes_zero, rare_mean
from sim.stats.spread import VARIANCE_KNOWN_TO

Floats = npt.NDArray[np.float64]

USUAL_POWER = 0.8

ROUNDS = 500
"""Comparisons played out in each step of the search."""

LAST_ROUNDS = 2000
"""Comparisons played out at the end: a power of 0.8 is then known to within 0.018."""

AT_ONCE = 250
"""Comparisons drawn at a time, which limits the memory."""

STEPS = 7
RESAMPLES = 200
FEWEST = 10
MOST = 10**13


@dataclass(frozen=True, slots=True)
class Question:
    """What a comparison is to show.

    Attributes
    ----------
    effect
        The mean difference that is to be told from zero, or if ``same``, the margin within which a true difference of
        zero is to be shown.
    same
        Whether equivalence is to be shown: two one-sided tests (Schuirmann, Journal of Pharmacokinetics and
        Biopharmaceutics 15, 1987, 657-680) at ``1 - level`` each.
    share
        Whether the differences are of shares: -1, 0 or 1 in each game.
    power, level
        The wanted chance to show it, and the level of the test.
    """

    effect: float
    same: bool = False
    share: bool = False
    power: float = USUAL_POWER
    level: float = 0.95


@dataclass(frozen=True, slots=True)
class PlannedPower:
    """The games that a comparison needs.

    Attributes
    ----------
    games
        The number with which the wanted share of comparisons succeeds.
    low, high
        The range of 95 % of resampled pilots: how well the pilot knows it.
    power
        The share of the comparisons of that size, played out, that succeeded, with its interval.
    formula
        What the usual formula says.
    """

    games: int
    low: int
    high: int
    power: Interval
    formula: int


def plan_power(differences: Histogram, question: Question, seed: int = 0) -> PlannedPower:
    """Return the games that a paired comparison needs.

    Parameters
    ----------
    differences
        Of the pilot: the first amount less the second within each game, at least two different values.
    question
        What the comparison is to show.
    seed
        Of the resampling; the same seed gives the same plan.

    Raises
    ------
    UserError
        If no game of the pilot differs, or none in the direction of the effect.
    """
    random = np.random.default_rng(seed)
    values = differences.values.astype(float)
    shares = tilted(values, differences.counts / differences.n, 0.0 if question.same else question.effect)
    formula = games_by_formula(values, shares, question)
    games = _search(values, shares, question, formula, random)
    succeeded = int(_successes(values, shares, games, LAST_ROUNDS, question, random).sum())
    low, high = _range(differences, question, random)
    scale = games / formula
    return PlannedPower(
        games,
        _rounded(low * scale),
        _rounded(high * scale),
        proportion(succeeded, LAST_ROUNDS, 0.95),
        _rounded(formula),
    )


def power_at(differences: Histogram, question: Question, games: int, seed: int = 0) -> Interval:
    """Return the chance that a comparison of ``games`` games succeeds, by playing it out, with its interval."""
    random = np.random.default_rng(seed)
    values = differences.values.astype(float)
    shares = tilted(values, differences.counts / differences.n, 0.0 if question.same else question.effect)
    return proportion(
        int(_successes(values, shares, games, LAST_ROUNDS, question, random).sum()), LAST_ROUNDS
    )


def tilted(values: Floats, shares: Floats, mean: float) -> Floats:
    """Return the shares with the weights ``exp(t value)`` under which the mean is as wanted.

    Raises
    ------
    UserError
        If the mean is not between the smallest and the largest value.
    """
    if not len(values) or not values.min() < mean < values.max():
        raise UserError(
            f"the pilot has no differences from which {mean:g} could be the mean",
            cure="ask for a smaller difference, or play a larger pilot",
        )
    reach = float(np.abs(values).max())
    scaled, logs = values / reach, np.log(shares)

    def weights(tilt: float) -> Floats:
        weighted = logs + tilt * scaled
        weighted = np.exp(weighted - weighted.max())
        return np.asarray(weighted / weighted.sum())

    low, high = -1.0, 1.0
    while weights(low) @ values > mean:
        low *= 2
    while weights(high) @ values < mean:
        high *= 2
    for _ in range(200):
        middle = (low + high) / 2
        if not low < middle < high:
            break
        low, high = (middle, high) if weights(middle) @ values < mean else (low, middle)
    return weights((low + high) / 2)


def games_by_formula(values: Floats, shares: Floats, question: Question) -> float:
    """Return the games by the usual formula, ``(z + z')² variance / effect²``.

    For equivalence both one-sided tests must reject, so half of ``1 - power`` goes to either (Chow, Shao and Wang,
    *Sample Size Calculations in Clinical Research*, 2nd edition, 2008, section 3.2.3).
    """
    normal = NormalDist()
    variance = float(shares @ values**2 - (shares @ values) ** 2)
    level, power = question.level, question.power
    if question.same:
        quantiles = normal.inv_cdf(level) + normal.inv_cdf((1 + power) / 2)
    else:
        quantiles = normal.inv_cdf((1 + level) / 2) + normal.inv_cdf(power)
    return min(max(quantiles**2 * variance / question.effect**2, FEWEST), MOST)


def _search(
    values: Floats, shares: Floats, question: Question, start: float, random: np.random.Generator
) -> int:
    """Return the games at which the wanted share of comparisons succeeds.

    The normal quantile of the power is nearly a straight line in the square root of the games, so each step draws the
    line through all results so far.
    """
    normal, wanted = NormalDist(), NormalDist().inv_cdf(question.power)
    usual = normal.inv_cdf(question.level if question.same else (1 + question.level) / 2)
    tried: list[tuple[float, float]] = []
    games = start
    for _ in range(STEPS):
        found = float(_successes(values, shares, _rounded(games), ROUNDS, question, random).mean())
        z = normal.inv_cdf(min(max(found, 0.5 / ROUNDS), 1 - 0.5 / ROUNDS))
        tried.append((math.sqrt(games), z))
        near = [one for one in tried if abs(one[1] - wanted) < 1.5]
        if len(near) >= 3:
            roots, quantiles = np.array(near).T
            slope, start_at = np.polyfit(roots, quantiles, 1)
            step = (wanted - start_at) / slope if slope > 0 else math.sqrt(games)
        else:
            step = math.sqrt(games) * (wanted + usual) / max(z + usual, 0.25)
        games = min(max(step * abs(step), games / 16, FEWEST), games * 16, MOST)
    return _rounded(games)


def _range(differences: Histogram, question: Question, random: np.random.Generator) -> tuple[float, float]:
    """Return the range of 95 % of what the formula says of resampled pilots."""
    values = differences.values.astype(float)
    found = []
    for counts in random.multinomial(differences.n, differences.counts / differences.n, RESAMPLES):
        seen = counts > 0
        mean = 0.0 if question.same else question.effect
        if not values[seen].min() < mean < values[seen].max():
            continue
        shares = tilted(values[seen], counts[seen] / differences.n, mean)
        found.append(games_by_formula(values[seen], shares, question))
    if not found:
        return math.nan, math.nan
    low, high = np.quantile(found, (0.025, 0.975))
    return float(low), float(high)


def _successes(
    values: Floats, shares: Floats, games: int, rounds: int, question: Question, random: np.random.Generator
) -> npt.NDArray[np.bool_]:
    """Play out comparisons of ``games`` games; return which of them succeed."""
    decide = _of_shares if question.share else _of_means
    sizes = [min(AT_ONCE, rounds - done) for done in range(0, rounds, AT_ONCE)]
    return np.concatenate(
        [decide(values, random.multinomial(games, shares, size), question) for size in sizes]
    )


def _of_shares(values: Floats, counts: npt.NDArray[np.int64], question: Question) -> npt.NDArray[np.bool_]:
    """Return which comparisons of shares succeed: McNemar's test, or Tango's score at both margins."""
    gained, lost = (counts[:, values == side].sum(axis=1).tolist() for side in (1, -1))
    games = int(counts[0].sum())
    decided: Callable[[int, int], bool]
    if question.same:
        limit = NormalDist().inv_cdf(question.level)

        def decided(first: int, second: int) -> bool:
            inside = tango_score(first, second, games, -question.effect) > limit
            return inside and tango_score(first, second, games, question.effect) < -limit
    else:

        def decided(first: int, second: int) -> bool:
            p_value = discordant_test(first, second)[1]
            return p_value is not None and p_value <= 1 - question.level

    return np.array([decided(*pair) for pair in zip(gained, lost, strict=True)])


def _of_means(values: Floats, counts: npt.NDArray[np.int64], question: Question) -> npt.NDArray[np.bool_]:
    """Return which comparisons of means succeed: by the paired t test, or where few games differ, the rare one."""
    from scipy.special import stdtrit

    games = int(counts[0].sum())
    means = counts @ values / games
    squares = counts @ values**2 / games - means**2
    errors = np.sqrt(np.maximum(squares, 0) / (games - 1))
    reach = float(stdtrit(games - 1, question.level if question.same else (1 + question.level) / 2)) * errors
    differ = squares > 0
    if question.same:
        found = differ & (np.abs(means) + reach < abs(question.effect))
    else:
        found = differ & (np.abs(means) > reach)
    for place in np.flatnonzero(differ & _rare(values, counts, means, squares, games)):
        there = counts[place] > 0
        sample = Histogram(values[there].astype(np.int64), counts[place][there])
        if question.same:
            interval = rare_mean(sample, 2 * question.level - 1, both_ways=True)
            low, high = interval.low, interval.high
            assert low is not None
            assert high is not None
            found[place] = -abs(question.effect) < low and high < abs(question.effect)
        else:
            found[place] = excludes_zero(sample, 1 - question.level)
    return found


def _rare(
    values: Floats, counts: npt.NDArray[np.int64], means: Floats, squares: Floats, games: int
) -> npt.NDArray[np.bool_]:
    """Return which samples :func:`sim.stats.rare.is_rare` calls rare, for many at once."""
    few = np.asarray(games - counts.max(axis=1) <= RARE * games)
    if not few.any():
        return few
    raw = [counts @ values**power / games for power in (3, 4)]
    fourth = raw[1] - 4 * means * raw[0] + 6 * means**2 * (squares + means**2) - 3 * means**4
    with np.errstate(divide="ignore", invalid="ignore"):
        error = np.sqrt((fourth / squares**2 - (games - 3) / (games - 1)) / games)
    return np.asarray(few & (error > VARIANCE_KNOWN_TO))


def _rounded(games: float) -> int:
    return 0 if math.isnan(games) else min(max(math.ceil(games), FEWEST), MOST)
