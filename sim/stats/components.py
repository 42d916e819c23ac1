"""Components of variance: what explains a margin.

The deal explains a part, the play another, and chance during play the rest.
"""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from numpy.typing import NDArray

from sim.stats.shares import check_level
from sim.stats.spread import ALL_ALIKE, skewed_mean, unsure_variance
from sim.stats.uncertainty import Interval

METHOD = "components of variance, Hall's t"
NOTHING_DEALT = "nothing is dealt"

FEW = 30
FEW_DEALS = f"fewer than {FEW} deals show little of a variance"


@dataclass(frozen=True)
class Components:
    """The parts of the variance of the first player's margin.

    The three shares add up to 1, except that a share estimated below 0 is given as 0.

    Attributes
    ----------
    deal
        The share that the deal explains, under all policies.
    play
        The share that the difference in play explains.
    chance
        The share that is left to the policies' own chance.
    gain
        What the first policy wins from the second in a game, on average over deals and
        seats.
    deviation
        The standard deviation of the margin.
    """

    deal: Interval
    play: Interval
    chance: Interval
    gain: Interval
    deviation: float


def components(
    margins: npt.ArrayLike, level: float = 0.95, *, dealt: bool = True
) -> Components:
    """The parts of the variance of a margin, from deals played in both seatings.

    Parameters
    ----------
    margins
        Of shape (deals, 2, repetitions): the margin of the player in the first seat, for
        each deal, each seating and each repetition.
    level
        The level of each interval.
    dealt
        Whether something is dealt; if not, the deal explains exactly nothing.

    Notes
    -----
    The margin of the player in the first seat is ``L + S K + e``: ``L`` is what the
    deal gives to that seat, ``K`` what the first policy gains on the deal by its play,
    ``S`` is 1 if it has the first seat and else -1, equally likely, and ``e`` is the
    chance that is left once the deal and the seats are known. The variance is
    ``Var(L) + E(K²) + E(e²)`` without any assumption, as ``S`` is drawn independently.
    Half of the sum of the two seatings' means on a deal estimates ``L``, half of their
    difference ``K``, and the variance within a seating ``e``, for which the squares of
    the first two are corrected. Each share is a ratio of two means over the deals, with
    a delta-method error and Hall's transformation of t.
    """
    check_level(level)
    played = np.asarray(margins, float)
    deals, _, repetitions = played.shape
    means = played.mean(axis=2)
    luck = (means[:, 0] + means[:, 1]) / 2
    skill = (means[:, 0] - means[:, 1]) / 2
    chance = played.var(axis=2, ddof=1).mean(axis=1)
    noise = chance / (2 * repetitions)
    of_deal = np.zeros(deals)
    if dealt:
        of_deal = (luck - luck.mean()) ** 2 * (deals / (deals - 1)) - noise
    parts = of_deal, skill**2 - noise, chance
    whole = parts[0] + parts[1] + parts[2]
    total = float(whole.mean())
    deal, play, left = (_share(part, whole, level) for part in parts)
    if not dealt:
        deal = Interval(0.0, None, None, level, refusal=NOTHING_DEALT)
    gained = float(skill.mean())
    gain = Interval(gained, None, None, level, refusal=ALL_ALIKE)
    if skill.std():
        gain = Interval(gained, *skewed_mean(skill, level), level, "Hall's t")
    return Components(deal, play, left, gain, math.sqrt(max(total, 0.0)))


def _share(
    part: NDArray[np.float64], whole: NDArray[np.float64], level: float
) -> Interval:
    """The mean of a part divided by that of the whole."""
    total = float(whole.mean())
    if total <= 0:
        return Interval(None, None, None, level, refusal=ALL_ALIKE)
    value = float(part.mean()) / total
    errors = (part - value * whole) / total
    spread = float(errors.std())
    if spread < 1e-12:
        return Interval(value, None, None, level, refusal=ALL_ALIKE)
    low, high = (value + end for end in skewed_mean(errors, level))
    unsure = math.sqrt(max(0.0, float((errors**4).mean()) / spread**4 - 1) / len(part))
    value, low, high = (min(1.0, max(0.0, end)) for end in (value, low, high))
    warning = FEW_DEALS if len(part) < FEW else unsure_variance(unsure)
    return Interval(value, low, high, level, METHOD, warning)
