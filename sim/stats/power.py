"""Power: whether variants are shown to be the same, and how many games a comparison needs."""

import math
from dataclasses import dataclass
from statistics import NormalDist
from typing import Literal

from sim.errors import UserError
from sim.stats.histogram import Histogram
from sim.stats.intervals import sd
from sim.stats.uncertainty import Interval

Sameness = Literal["same", "different", "open"]


def interval_level(level: float) -> float:
    """The level of the interval that two one-sided tests compare with the margin.

    The interval is two-sided, the level that of each test.
    """
    return round(2 * level - 1, 15)  # 0.9, not 0.8999999999999999


def same_within(interval: Interval, low: float, high: float) -> Sameness:
    """Whether a quantity is shown to lie strictly between two limits, beyond them, or neither.

    Both one-sided tests at 5 % reject exactly when the two-sided interval at 90 % lies
    between the limits (Schuirmann, Journal of Pharmacokinetics and Biopharmaceutics 15,
    1987, 657-680), so the chance to call a difference at or beyond a limit the same is
    at most 5 %.
    """
    if interval.low is None or interval.high is None:
        return "open"
    if low < interval.low and interval.high < high:
        return "same"
    return "different" if interval.high < low or interval.low > high else "open"


FEWEST = 10
MOST = 10**13


@dataclass(frozen=True, slots=True)
class Question:
    """The aim of a comparison.

    Attributes
    ----------
    effect
        The mean difference that is to be told from zero or, if ``same``, the margin
        within which a true difference of zero is to be shown.
    same
        Whether sameness is to be shown, not a difference.
    power
        The chance with which it is to be shown.
    level
        The level of the interval that shows it.
    """

    effect: float
    same: bool = False
    power: float = 0.8
    level: float = 0.95


@dataclass(frozen=True, slots=True)
class PlannedPower:
    """The games that a comparison needs, with their range at 95 %.

    The range shows how well the pilot knows the variance.
    """

    games: int
    low: int
    high: int


def plan_power(differences: Histogram, question: Question) -> PlannedPower:
    """The games that a paired comparison needs: ``(z + z')² variance / effect²``.

    To show equivalence both one-sided tests must reject, so half of ``1 - power`` goes
    to either (Chow, Shao and Wang, *Sample Size Calculations in Clinical Research*, 2nd
    edition, 2008, section 3.2.3).
    """
    effect = abs(question.effect)
    spread = sd(differences)
    largest = max(
        (
            abs(end)
            for end in (differences.smallest, differences.largest)
            if end is not None
        ),
        default=0,
    )
    if (
        spread.value is None
        or spread.low is None
        or spread.high is None
        or (effect >= largest and not question.same)
    ):
        raise UserError(
            f"the pilot has no differences from which {effect:g} could be the mean",
            cure="ask for a smaller difference, or play a larger pilot",
        )
    normal = NormalDist()
    if question.same:
        quantiles = normal.inv_cdf(question.level) + normal.inv_cdf(
            (1 + question.power) / 2
        )
    else:
        quantiles = normal.inv_cdf((1 + question.level) / 2) + normal.inv_cdf(
            question.power
        )
    games, low, high = (
        min(max(math.ceil((quantiles * end / effect) ** 2), FEWEST), MOST)
        for end in (spread.value, spread.low, spread.high)
    )
    return PlannedPower(games, low, high)
