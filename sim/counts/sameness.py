"""Whether variants are the same within a margin, by two one-sided tests on their differences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sim.counts.named import base_name
from sim.errors import UserError, unknown
from sim.stats import Estimate, Interval, Measure, Target
from sim.stats.equivalence import Sameness, same_within


@dataclass(frozen=True)
class Compared:
    """A comparison of two variants with a margin.

    Attributes
    ----------
    target
        The statistic and the margin.
    variant, versus
        The two variants.
    interval
        The difference, or as a share of the second variant's value if the margin is relative, with its interval at the
        level of two one-sided tests (0.9 for 0.95).
    decision
        "same" if the interval lies within the margin, "different" if it lies beyond, "open" otherwise.
    """

    target: Target
    variant: str
    versus: str
    interval: Interval
    decision: Sameness


def compared_with_margin(
    found: Sequence[Estimate], values: Sequence[Estimate], target: Target, where: str
) -> list[Compared]:
    """Return every comparison of a statistic between two variants with a margin.

    Parameters
    ----------
    found
        The differences, at :func:`sim.stats.equivalence.interval_level`.
    values
        The statistics of each variant. A relative margin of a mean length is compared with the interval of the ratio of
        the means; of anything else with the difference divided by the second variant's value, taken as known.
    target
        The statistic, and the margin as its half width.
    where
        The place of the target, for errors.

    Raises
    ------
    UserError
        If the statistic is not compared.
    """
    tested = [one for one in found if one.measure is not Measure.OTHERWISE]
    named = dict.fromkeys(base_name(one.statistic) for one in tested)
    if not tested:
        raise UserError("only one variant: nothing is compared", where=where, cure="leave it out")
    if target.statistic not in named:
        raise unknown("statistic of a comparison", target.statistic, named, where=where)
    own = {(one.variant, one.statistic): one.interval.value for one in values}
    results = []
    for one in tested:
        if base_name(one.statistic) != target.statistic:
            continue
        interval = (
            _relative(one, own.get((one.versus, target.statistic))) if target.relative else one.interval
        )
        decision = same_within(interval, -target.half_width, target.half_width)
        results.append(Compared(target, one.variant, one.versus, interval, decision))
    return results


def _relative(one: Estimate, value: float | None) -> Interval:
    """Return a difference as a share of the second variant's value."""
    if one.ratio is not None and one.ratio.low is not None:
        return one.ratio.shifted(-1)
    if not value:
        return one.interval.moved(None, None, None)
    return one.interval.scaled(1 / abs(value))
