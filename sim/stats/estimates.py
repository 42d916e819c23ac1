"""What statistics hand on: a number with its uncertainty, and the name of what it estimates.

Whatever a reader may want to know of an estimate is a field of its own. Words are made of the fields in the last
step (:attr:`Interval.method`), and no code reads them back.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum, StrEnum

ORDER_STATISTICS = "order statistics"
"""The procedure of quantiles, whose ends can be missing for want of games."""


class Side(StrEnum):
    """Which end of a one-sided interval is the bound."""

    UPPER = "upper"
    LOWER = "lower"

    @property
    def other(self) -> Side:
        """The opposite side."""
        return Side.LOWER if self is Side.UPPER else Side.UPPER


_SEEN = {Side.UPPER: "none seen", Side.LOWER: "no other seen"}
"""What leaves only a bound on that side."""


class Unfinished(Enum):
    """How unfinished games count in a statistic; the value is what the method says of it."""

    ABSENT = ""
    AS_THEY_STAND = "unfinished games as they stand"
    AT_LEAST = "at least: unfinished games as they stand"
    AS_THE_LONGEST = "unfinished games as the longest"
    NEVER = "never: so many games go on for ever"


class Measure(StrEnum):
    """What is said of a column; of a counted one by the name that it has in the summary."""

    MEAN = "mean"
    SD = "sd"
    MEDIAN = "median"
    LOW = "2.5 %"
    HIGH = "97.5 %"
    RARE = "99.9 %"
    LARGEST = "longest"
    SHARE = "share"
    """The share of games with a certain value."""
    ANY = "any"
    """The share of games with a value over zero."""
    OTHERWISE = "otherwise"
    """The share of pairs of games with different values."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A number with its uncertainty.

    Attributes
    ----------
    value
        The estimate; None when there is nothing to estimate from, infinite for a length of games without end.
    low, high
        The ends; None where there is none (:attr:`method` says why); infinite as the value may be.
    level
        The share of runs in which such an interval covers the truth.
    procedure
        The name of the procedure that found the ends, such as "Wilson".
    warning
        Why the interval should not be trusted to the last digit; empty when nothing speaks against it.
    events
        How many games carry the estimate: for a share the rarer of the two outcomes, for a mean the games
        that differ from the most common value, for paired differences the games that differ; None where it
        means nothing.
    refusal
        Why there is no interval at all; empty when there is one.
    one_sided
        The side of a one-sided bound; None for an interval between two ends.
    unfinished
        How unfinished games count.
    unit
        What is taken as independent where it is not the game; empty where it is.
    test
        The test that belongs to a paired comparison; empty where it goes without saying.
    """

    value: float | None
    low: float | None
    high: float | None
    level: float
    procedure: str = ""
    warning: str = ""
    events: int | None = None
    refusal: str = ""
    one_sided: Side | None = None
    unfinished: Unfinished = Unfinished.ABSENT
    unit: str = ""
    test: str = ""

    @property
    def at_least(self) -> bool:
        """Whether unfinished games make the value and its ends lower bounds."""
        return self.unfinished is Unfinished.AT_LEAST

    @property
    def never(self) -> bool:
        """Whether there is no number because too many games go on for ever."""
        return self.unfinished is Unfinished.NEVER

    @property
    def finite(self) -> tuple[float | None, float | None, float | None]:
        """The value and its ends, with None for what is infinite."""
        value, low, high = (
            None if end is None or math.isinf(end) else end for end in (self.value, self.low, self.high)
        )
        return value, low, high

    @property
    def half_width(self) -> float | None:
        """The distance from the value to the farther end; None while an end is missing or infinite."""
        if self.value is None or self.low is None or self.high is None or math.isinf(self.high):
            return None
        return max(self.value - self.low, self.high - self.value)

    @property
    def method(self) -> str:
        """How the ends were found, in words; a warning is not part of it."""
        told = [f"none: {self.refusal}" if self.refusal else self.procedure]
        if self.one_sided is not None:
            told.append(f"one-sided {self.one_sided} bound: {_SEEN[self.one_sided]}")
        missing = " or ".join(self._missing_ends())
        told += [f"no {missing} end: too few games"] if missing else []
        told += [f"by {self.unit}"] if self.unit else []
        told += [self.unfinished.value] if self.unfinished.value else []
        words = ", ".join(told)
        return f"{words}; {self.test}" if self.test else words

    def _missing_ends(self) -> list[Side]:
        """Return the ends that a quantile lacks; one that is infinite is known to lie beyond all games."""
        if self.procedure != ORDER_STATISTICS or self.value is None or math.isinf(self.value):
            return []
        return [side for side, end in ((Side.LOWER, self.low), (Side.UPPER, self.high)) if end is None]

    def scaled(self, factor: float) -> Interval:
        """Return the interval in another unit; a negative factor turns it round.

        Examples
        --------
        >>> cost = Interval(-1.0, -3.0, 2.0, 0.95, "t").scaled(-2)
        >>> cost.value, cost.low, cost.high
        (2.0, -4.0, 6.0)
        """
        # Adding zero turns a minus zero into zero.
        moved = self.carried(lambda end: end * factor + 0.0)
        if factor >= 0:
            return moved
        side = None if self.one_sided is None else self.one_sided.other
        return replace(moved, low=moved.high, high=moved.low, one_sided=side)

    def shifted(self, by: float) -> Interval:
        """Return the interval of the quantity plus a constant."""
        return self.carried(lambda end: end + by)

    def carried(self, rising: Callable[[float], float]) -> Interval:
        """Return the interval of a function of the quantity that rises with it."""
        return self.moved(
            *(None if end is None else rising(end) for end in (self.value, self.low, self.high))
        )

    def moved(self, value: float | None, low: float | None, high: float | None) -> Interval:
        """Return another number and other ends that were found in the same way."""
        return replace(self, value=value, low=low, high=high)

    def by(self, procedure: str, *, unit: str = "") -> Interval:
        """Return the same numbers under the name of another procedure, or with another independent unit."""
        return replace(self, procedure=procedure, unit=unit)

    def counting(self, unfinished: Unfinished) -> Interval:
        """Return the estimate with a word on how unfinished games count in it."""
        return replace(self, unfinished=unfinished)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A named interval: one statistic of one variant, or of a variant against another.

    Attributes
    ----------
    variant, versus, statistic
        Whose it is, against which variant (empty for a single one), and its name in the table.
    interval
        The number with its uncertainty.
    games
        The games that it rests on.
    p_value, p_holm
        For a comparison, the probability of a difference at least as large if there were none, by itself and adjusted
        for the whole family; else None.
    column, measure, code
        What is estimated: the column, what is said of it, and for the share of a value that value.
    outcome
        What a share is the share of, in words.
    """

    variant: str
    versus: str
    statistic: str
    interval: Interval
    games: int
    p_value: float | None = None
    p_holm: float | None = None
    column: str = ""
    measure: Measure | None = None
    code: int | None = None
    outcome: str = ""

    def __str__(self) -> str:
        whose = f"{self.variant} against {self.versus}" if self.versus else self.variant
        return f"{self.statistic} ({whose})"
