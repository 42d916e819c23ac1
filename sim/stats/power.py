"""The games that a paired comparison needs, by the usual formula from the differences that a pilot has shown."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist

from sim.errors import UserError
from sim.stats.histogram import Histogram
from sim.stats.intervals import sd

USUAL_POWER = 0.8
FEWEST = 10
MOST = 10**13


@dataclass(frozen=True, slots=True)
class Question:
    """What a comparison is to show."""

    # The mean difference that is to be told from zero or, if `same`, the margin within which a true difference of zero
    # is to be shown.
    effect: float
    same: bool = False
    power: float = USUAL_POWER
    level: float = 0.95


@dataclass(frozen=True, slots=True)
class PlannedPower:
    """The games that a comparison needs, with their range at 95 %: how well the pilot knows the variance."""

    games: int
    low: int
    high: int


def plan_power(differences: Histogram, question: Question) -> PlannedPower:
    """Return the games that a paired comparison needs: ``(z + z')² variance / effect²``."""
    # To show equivalence both one-sided tests must reject, so half of ``1 - power`` goes to either (Chow, Shao and
    # Wang, *Sample Size Calculations in Clinical Research*, 2nd edition, 2008, section 3.2.3).
    effect = abs(question.effect)
    spread = sd(differences)
    largest = max(
        (abs(end) for end in (differences.smallest, differences.largest) if end is not None), default=0
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
        quantiles = normal.inv_cdf(question.level) + normal.inv_cdf((1 + question.power) / 2)
    else:
        quantiles = normal.inv_cdf((1 + question.level) / 2) + normal.inv_cdf(question.power)
    games, low, high = (
        min(max(math.ceil((quantiles * end / effect) ** 2), FEWEST), MOST)
        for end in (spread.value, spread.low, spread.high)
    )
    return PlannedPower(games, low, high)
