"""Uncertainty: a number with its interval, and how the interval came about."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum, StrEnum

ORDER_STATISTICS = "order statistics"
"""The procedure for quantiles; with too few games an end can be missing."""


class Side(StrEnum):
    """Which end of a one-sided interval is the bound."""

    UPPER = "upper"
    LOWER = "lower"

    @property
    def other(self) -> Side:
        """The opposite side."""
        return Side.LOWER if self is Side.UPPER else Side.UPPER


_SEEN = {Side.UPPER: "none seen", Side.LOWER: "no other seen"}
"""Why the interval is only a bound on that side."""


class Unfinished(Enum):
    """How unfinished games count in a statistic.

    The value is the text shown in the method.
    """

    ABSENT = ""
    AS_THEY_STAND = "unfinished games as they stand"
    AT_LEAST = "lower bound: unfinished games as they stand"
    AS_THE_LONGEST = "unfinished games as the longest"
    NEVER = "never: too many games go on for ever"


@dataclass(frozen=True, slots=True)
class Interval:
    """A number with its uncertainty.

    Attributes
    ----------
    value
        The estimate; None without data, infinite for the length of games that never
        end.
    low, high
        The ends; None if an end is missing (:attr:`method` says why). Like the value,
        they can be infinite.
    level
        The coverage: the share of runs in which such an interval contains the true
        value.
    procedure
        The name of the procedure that found the ends, such as "Wilson".
    warning
        Why the interval is only approximate; empty if there is no reason for doubt.
    events
        How many games support the estimate: for a share, the games with the rarer of
        the two outcomes; for a mean, the games that differ from the most common value;
        for paired differences, the games that differ. None where this is meaningless.
    refusal
        Why there is no interval at all; empty when there is one.
    one_sided
        The side of a one-sided bound; None for a two-sided interval.
    unfinished
        How unfinished games count.
    unit
        The independent unit if it is not the game; otherwise empty.
    test
        The test of a paired comparison; empty where the procedure implies it.
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
        """Whether the value and its ends are lower bounds because of unfinished games."""
        return self.unfinished is Unfinished.AT_LEAST

    @property
    def never(self) -> bool:
        """Whether there is no finite value because too many games go on for ever."""
        return self.unfinished is Unfinished.NEVER

    @property
    def doubt(self) -> str:
        """How unfinished games count, and why the interval is only approximate.

        Empty if nothing is doubtful.
        """
        return "; ".join(text for text in (self.unfinished.value, self.warning) if text)

    @property
    def finite(self) -> tuple[float | None, float | None, float | None]:
        """The value and its ends, with None in place of infinity."""
        value, low, high = (
            None if end is None or math.isinf(end) else end
            for end in (self.value, self.low, self.high)
        )
        return value, low, high

    @property
    def ends(self) -> dict[str, float | None]:
        """The same by their names, as tables and programs have them."""
        return dict(zip(("value", "low", "high"), self.finite, strict=True))

    @property
    def half_width(self) -> float | None:
        """The distance from the value to the farther end.

        None if an end is missing or infinite.
        """
        if (
            self.value is None
            or self.low is None
            or self.high is None
            or math.isinf(self.high)
        ):
            return None
        return max(self.value - self.low, self.high - self.value)

    @property
    def method(self) -> str:
        """How the ends were found, in words, without the warning."""
        parts = [f"none: {self.refusal}" if self.refusal else self.procedure]
        if self.one_sided is not None:
            parts.append(f"one-sided {self.one_sided} bound: {_SEEN[self.one_sided]}")
        # An infinite value lies beyond all games, so it has no end missing.
        if (
            self.procedure == ORDER_STATISTICS
            and self.value is not None
            and not math.isinf(self.value)
        ):
            ends = ((Side.LOWER, self.low), (Side.UPPER, self.high))
            missing = " or ".join(side for side, end in ends if end is None)
            parts += [f"no {missing} end: too few games"] if missing else []
        parts += [f"by {self.unit}"] if self.unit else []
        parts += [self.unfinished.value] if self.unfinished.value else []
        words = ", ".join(parts)
        return f"{words}; {self.test}" if self.test else words

    def scaled(self, factor: float) -> Interval:
        """The interval in another unit; a negative factor swaps its ends.

        Examples
        --------
        >>> cost = Interval(-1.0, -3.0, 2.0, 0.95, "t").scaled(-2)
        >>> cost.value, cost.low, cost.high
        (2.0, -4.0, 6.0)

        Adding zero turns a minus zero into zero.
        """
        moved = self.carried(lambda end: end * factor + 0.0)
        if factor >= 0:
            return moved
        side = None if self.one_sided is None else self.one_sided.other
        return replace(moved, low=moved.high, high=moved.low, one_sided=side)

    def shifted(self, by: float) -> Interval:
        """The interval for the quantity plus a constant."""
        return self.carried(lambda end: end + by)

    def carried(self, rising: Callable[[float], float]) -> Interval:
        """The interval for an increasing function of the quantity."""
        return self.moved(
            *(
                None if end is None else rising(end)
                for end in (self.value, self.low, self.high)
            )
        )

    def moved(
        self, value: float | None, low: float | None, high: float | None
    ) -> Interval:
        """A copy with another value and other ends, found in the same way."""
        return replace(self, value=value, low=low, high=high)

    def at_least_zero(self) -> Interval:
        """The interval of a quantity that cannot be negative: a lower end below zero is zero.

        The interval covers the true value as often as before, since the part cut off
        can never contain it.

        Examples
        --------
        >>> rare = Interval(0.0002, -0.0003, 0.0007, 0.95, "t").at_least_zero()
        >>> rare.low, rare.method
        (0.0, 't, cut at zero')
        """
        if self.low is None or self.low >= 0:
            return self
        return replace(self, low=0.0, procedure=f"{self.procedure}, cut at zero")

    def by(self, procedure: str, *, unit: str = "") -> Interval:
        """A copy with the name of another procedure, or another independent unit."""
        return replace(self, procedure=procedure, unit=unit)

    def exact(self, why: str) -> Interval:
        """The value alone: it is no estimate, and so has no interval."""
        return replace(
            self,
            low=None,
            high=None,
            procedure="",
            warning="",
            one_sided=None,
            refusal=why,
        )

    def counting(self, unfinished: Unfinished) -> Interval:
        """A copy that says how unfinished games count."""
        return replace(self, unfinished=unfinished)
