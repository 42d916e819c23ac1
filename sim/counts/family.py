"""All differences of a run as one family: p-values by Holm's method, and intervals that hold together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from sim.stats import Estimate, holm
from sim.stats.families import agreeing, level_of_sizes, members


def as_family(
    found: Sequence[Estimate], level: float, at: Callable[[float], Sequence[Estimate]]
) -> list[Estimate]:
    """Return differences with their adjusted p-values and simultaneous intervals.

    A test that is another one over again (:attr:`~sim.stats.Estimate.same_test`) is no further member of the family.

    Parameters
    ----------
    found
        The differences, with their p-values.
    level
        The level of each interval by itself.
    at
        The same differences in the same order, with intervals at another level.
    """
    adjusted = holm([None if one.same_test else one.p_value for one in found])
    own = {_name(one): p_holm for one, p_holm in zip(found, adjusted, strict=True)}
    tests = members(found)
    wider = found if tests < 2 else at(level_of_sizes(level, tests))
    family = []
    for one, sized in zip(found, wider, strict=True):
        p_holm = own[one.variant, one.versus, one.same_test or one.statistic]
        together = None if p_holm is None else agreeing(sized.interval, p_holm, level, tests)
        family.append(replace(one, p_holm=p_holm, together=together))
    return family


def _name(one: Estimate) -> tuple[str, str, str]:
    return one.variant, one.versus, one.statistic
