"""Intervals that hold together: by Bonferroni, and of comparisons in agreement with Holm.

Holm's method (1979) says which differences are more than chance, not how large they
are. Intervals that exclude zero exactly where Holm rejects, and say more than that,
cannot hold together at Holm's own level: Holm spends all of it on the decisions, and
the intervals that follow from these alone reach to zero or to infinity (Strassburger
and Bretz, Statistics in Medicine 27, 2008, 4914-4927; Guilbaud, Biometrical Journal 50,
2008, 678-692). So the sizes get an error of their own here.
"""

from collections.abc import Iterable
from dataclasses import replace
from string import ascii_lowercase

from sim.stats.estimates import Estimate
from sim.stats.uncertainty import Interval

FOR_SIZES = 0.2
"""The error for the sizes of all differences, as a share of the error for Holm's
decisions."""

BESIDE_ZERO = 1e-300
"""The end of an interval that ends at zero without including it."""


def level_of_each(level: float, members: int) -> float:
    """The level of each of some intervals that hold together at a level (Bonferroni)."""
    return 1 - (1 - level) / members


def level_of_sizes(level: float, members: int) -> float:
    """The level of the intervals that :func:`agreeing` begins with.

    Their misses add up to :data:`FOR_SIZES` times ``1 - level`` (Bonferroni). A
    single member needs no adjustment.
    """
    if members < 2:
        return level
    return level_of_each(1 - FOR_SIZES * (1 - level), members)


def level_together(level: float, members: int) -> float:
    """The level at which a family's statements hold together.

    They are all intervals of :func:`agreeing` and all of Holm's decisions.
    """
    return level if members < 2 else 1 - (1 + FOR_SIZES) * (1 - level)


def members(differences: Iterable[Estimate]) -> int:
    """The number of tests in the family of some differences.

    A test over again is no further one.
    """
    return sum(
        difference.p_value is not None and not difference.same_test
        for difference in differences
    )


def agreeing(interval: Interval, p_holm: float, level: float, members: int) -> Interval:
    """An interval that excludes zero exactly where Holm rejects.

    Where Holm rejects although the interval includes zero, the interval ends at zero,
    to the side of the estimate. Where Holm does not reject although it excludes zero,
    which only happens if the test is not the one that belongs to the interval, it is
    extended to zero. A run in which an interval misses is one in which either the
    interval before missed, or Holm was wrong; both together happen in at most ``1.2 (1
    - level)`` of runs, by Bonferroni's inequality. As usual, the direction of a
    difference is that of the estimate.
    """
    low = interval.low
    high = interval.high
    if interval.value is None or low is None or high is None:
        return interval
    if p_holm > 1 - level:
        low = min(low, 0.0)
        high = max(high, 0.0)
    elif interval.value > 0:
        low = max(low, BESIDE_ZERO)
    else:
        high = min(high, -BESIDE_ZERO)
    procedure = (
        f"{interval.procedure}, simultaneous" if members > 1 else interval.procedure
    )
    return replace(
        interval,
        low=low,
        high=high,
        level=level_together(level, members),
        procedure=procedure,
    )


def letters(members: int, apart: Iterable[tuple[int, int]]) -> list[tuple[str, ...]]:
    """The letters of each member: two share one exactly if they are not a pair that differs.

    By inserting each pair and absorbing groups that lie in others (Piepho, Journal of
    Computational and Graphical Statistics 13, 2004, 456-466).
    """
    groups = [frozenset(range(members))]
    for first, second in apart:
        parted = [
            part
            for group in groups
            for part in (
                (group - {first}, group - {second})
                if {first, second} <= group
                else (group,)
            )
        ]
        groups = [
            part
            for part in dict.fromkeys(parted)
            if not any(part < other for other in parted)
        ]
    groups.sort(key=sorted)
    # With a number from the 27th on.
    names = [
        ascii_lowercase[place % 26] + str(place // 26 or "")
        for place in range(len(groups))
    ]
    return [
        tuple(
            name for name, group in zip(names, groups, strict=True) if member in group
        )
        for member in range(members)
    ]
