"""Stopping at a precision: when a number is known well enough, and how many games that will take.

Stopping at a width is the fixed-width rule of Chow and Robbins (1965), whose coverage
tends to the level as the width shrinks. Stopping because one variant leads needs the
intervals of :mod:`sim.stats.sequences`.
"""

import math
from dataclasses import dataclass
from fractions import Fraction

from sim.errors import UserError
from sim.stats.estimates import Estimate


def looks(first: int, most: int, ratio: float = 2.0) -> tuple[int, ...]:
    """The numbers of games after which a run looks at its precision, geometrically spaced.

    They depend only on the arguments, so the run stops at the same game however the
    work is divided. The last is ``most``.

    Parameters
    ----------
    first
        Games before the first look, at least 1.
    most
        Games at the last look, where the run ends in any case.
    ratio
        The number of games at each look, divided by that at the look before; over 1.

    Examples
    --------
    >>> looks(1000, 7000)
    (1000, 2000, 4000, 7000)
    """
    exact = Fraction(str(ratio))
    points = []
    games = first
    while games < most:
        points.append(games)
        games = math.ceil(games * exact)
    return (*points, most)


@dataclass(frozen=True, slots=True)
class Target:
    """The precision wanted for one statistic, in every variant (or comparison) that has it.

    Parameters
    ----------
    statistic
        Its name in the summary or the comparison.
    half_width
        The greatest distance allowed between the value and the farther end of its
        interval: in the statistic's own unit or, if relative, as a share of the value.
    relative
        Whether the half width is a share of the value.

    Raises
    ------
    UserError
        If the half width is not a positive number.
    """

    statistic: str
    half_width: float
    relative: bool = False

    def __post_init__(self) -> None:
        if not 0 < self.half_width < math.inf:
            raise UserError(
                f"{self.half_width!r} is not a valid precision",
                where=self.statistic,
                cure="give a positive number, the half width of the interval",
            )

    def __str__(self) -> str:
        width = (
            f"{100 * self.half_width:g} % of its value"
            if self.relative
            else f"{self.half_width:g}"
        )
        return f"{self.statistic} within {width}"


@dataclass(frozen=True, slots=True)
class Precision:
    """When a run may stop: every target is met, with intervals at this level.

    Attributes
    ----------
    aims
        The targets.
    level
        The level of each interval; of the signs, the level of all of them together and
        over all looks.
    signs
        The differences of which only the sign must be known.
    """

    aims: tuple[Target, ...]
    level: float = 0.95
    signs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether every target is met, and if not, why.

    Attributes
    ----------
    met
        Whether all targets are met.
    limiting
        The estimate that needs the most games; None without targets.
    games_needed
        The total number of games needed, predicted from (half width / target) squared;
        None if it cannot be predicted yet.
    reason
        One sentence for the reader of the report.
    """

    met: bool
    limiting: Estimate | None
    games_needed: int | None
    reason: str
