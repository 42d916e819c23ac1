"""Power: how many games a comparison needs."""

import math
from dataclasses import dataclass
from statistics import NormalDist

from sim.errors import UserError
from sim.stats.histogram import Histogram
from sim.stats.intervals import sd

FEWEST = 10
MOST = 10**13


@dataclass(frozen=True, slots=True)
class Question:
    """The aim of a comparison.

    Attributes
    ----------
    effect
        The mean difference that is to be told from zero.
    power
        The chance with which it is to be told.
    level
        The level of the interval that tells it.
    """

    effect: float
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
    """The games that a paired comparison needs: ``(z + z')² variance / effect²``."""
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
        or effect >= largest
    ):
        raise UserError(
            f"the pilot has no differences from which {effect:g} could be the mean",
            cure="ask for a smaller difference, or play a larger pilot",
        )
    normal = NormalDist()
    quantiles = normal.inv_cdf((1 + question.level) / 2)
    quantiles += normal.inv_cdf(question.power)
    games, low, high = (
        min(max(math.ceil((quantiles * end / effect) ** 2), FEWEST), MOST)
        for end in (spread.value, spread.low, spread.high)
    )
    return PlannedPower(games, low, high)
