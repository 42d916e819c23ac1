"""The differences between variants that do not share their deals: of separate samples, not of pairs of games.

:func:`sim.tallies.summary.differences` pairs games by their number. Under another deck or with another number of
players, that is another deal: a pair of such games says nothing that the two samples do not say apart.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from sim.contract.columns import WINNER
from sim.stats import Estimate, Histogram, Measure, difference_of_means, difference_of_shares, holm
from sim.tallies.counts import Tallies
from sim.tallies.declared import Declared


def with_separate_samples(
    found: Sequence[Estimate],
    tallies: Tallies,
    declared: Declared,
    paired: Callable[[str, str], bool],
    seats: Callable[[str], int],
    level: float,
) -> list[Estimate]:
    """Return differences with those between variants that do not share their deals taken from separate samples.

    Parameters
    ----------
    found
        All differences of a run, as pairs of games give them.
    tallies, declared
        What was counted.
    paired
        Whether two variants share their deals.
    seats
        The number of players of a variant.
    level
        The level of each interval.

    Returns
    -------
    list of Estimate
        Without the share of deals with a different winner, and the chances of a seat at tables of different sizes,
        for variants that do not share their deals. The p-values are adjusted as one family again.
    """
    kept: list[Estimate] = []
    for one in found:
        if paired(one.variant, one.versus) or one.column not in declared.columns:
            # The intervals of pairs stay valid; those of a scenario's own chances and means are kept.
            kept.append(one)
        elif one.measure is Measure.MEAN:
            first, second = (tallies.histogram(name, one.column) for name in (one.variant, one.versus))
            compared = difference_of_means(first, second, level)
            interval = compared.interval.scaled(1 / declared.columns[one.column].per)
            interval = interval.counting(one.interval.unfinished)
            kept.append(replace(one, interval=interval, p_value=compared.p_value))
        elif one.measure is Measure.SHARE and one.column == WINNER and one.code is not None:
            if one.code >= 0 and seats(one.variant) != seats(one.versus):
                continue
            first, second = (tallies.histogram(name, WINNER) for name in (one.variant, one.versus))
            compared = difference_of_shares(
                _count(first, one.code), first.n, _count(second, one.code), second.n, level
            )
            kept.append(replace(one, interval=compared.interval, p_value=compared.p_value))
    adjusted = holm([one.p_value for one in kept])
    return [replace(one, p_holm=p_holm) for one, p_holm in zip(kept, adjusted, strict=True)]


def _count(hist: Histogram, value: int) -> int:
    return hist.count_at_most(value) - hist.count_at_most(value - 1)
