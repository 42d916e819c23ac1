"""Equivalence: whether a difference is shown to lie within a margin, by two one-sided tests."""

from __future__ import annotations

from typing import Literal

from sim.stats.estimates import Interval

Sameness = Literal["same", "different", "open"]


def interval_level(level: float) -> float:
    """Return the level of the two-sided interval that two one-sided tests at a level compare with the margin."""
    return 2 * level - 1


def same_within(interval: Interval, low: float, high: float) -> Sameness:
    """Return whether a quantity is shown to lie strictly between two limits, beyond them, or neither."""
    # Both one-sided tests at 5 % reject exactly when the two-sided interval at 90 % lies between the limits
    # (Schuirmann, Journal of Pharmacokinetics and Biopharmaceutics 15, 1987, 657-680), so the chance to call a
    # difference at or beyond a limit the same is at most 5 %.
    if interval.low is None or interval.high is None:
        return "open"
    if low < interval.low and interval.high < high:
        return "same"
    return "different" if interval.high < low or interval.low > high else "open"
