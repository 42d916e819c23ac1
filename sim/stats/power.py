"""Power: how many games a comparison needs."""

import math
from dataclasses import dataclass
from statistics import NormalDist

from sim.errors import UserError
from sim.stats.histogram import Histogram
from sim.stats.spread import spread_refusal

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


def plan_power(differences: Histogram, question: Question) -> int:
    """The games that a paired comparison needs: ``(z + z')² variance / effect²``."""
    effect = abs(question.effect)
    ends = (differences.smallest or 0, differences.largest or 0)
    if spread_refusal(differences) or effect >= max(map(abs, ends)):
        raise UserError(
            f"the pilot has no differences from which {effect:g} could be the mean",
            cure="ask for a smaller difference, or play a larger pilot",
        )
    normal = NormalDist()
    quantiles = normal.inv_cdf((1 + question.level) / 2)
    quantiles += normal.inv_cdf(question.power)
    games = math.ceil(quantiles**2 * float(differences.variance) / effect**2)
    return min(max(games, FEWEST), MOST)
