"""The differences between variants that do not share their deals: of separate samples, not of pairs of games.

:func:`sim.counts.summary.differences` pairs games by their number. Under another deck or with another number of
players, that is another deal: a pair of such games says nothing that the two samples do not say apart.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache

import numpy as np

from sim.contract.columns import WINNER
from sim.counts.declared import Declared
from sim.counts.family import as_family
from sim.counts.tallies import Tallies
from sim.stats import Estimate, Histogram, Measure, difference_of_means, difference_of_shares


def with_separate_samples(
    differences: Callable[[float], Sequence[Estimate]],
    tallies: Tallies,
    declared: Declared,
    paired: Callable[[str, str], bool],
    seats: Callable[[str], int],
    level: float,
) -> list[Estimate]:
    """Return differences with those between variants that do not share their deals taken from separate samples.

    Parameters
    ----------
    differences
        All differences of a run at a level, as pairs of games give them, adjusted as one family or not.
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
    histogram = cache(tallies.histogram)

    def at(wanted: float) -> list[Estimate]:
        return _apart(differences(wanted), histogram, declared, paired, seats, wanted)

    return as_family(at(level), level, at)


def _apart(
    found: Sequence[Estimate],
    histogram: Callable[[str, str], Histogram],
    declared: Declared,
    paired: Callable[[str, str], bool],
    seats: Callable[[str], int],
    level: float,
) -> list[Estimate]:
    kept: list[Estimate] = []
    tests: dict[tuple[str, str, bytes], str] = {}
    for one in found:
        if paired(one.variant, one.versus) or one.column not in declared.columns:
            # The intervals of pairs stay valid; those of a scenario's own chances and means are kept.
            kept.append(one)
            continue
        column = one.column
        first, second = (histogram(name, column) for name in (one.variant, one.versus))
        if one.measure is Measure.MEAN:
            compared = difference_of_means(first, second, level)
            interval = compared.interval.scaled(1 / declared.columns[column].per)
            interval = interval.counting(one.interval.unfinished)
            test = _up_to_unit(first) + _up_to_unit(second)
        elif one.measure is Measure.SHARE and column == WINNER and one.code is not None:
            if one.code >= 0 and seats(one.variant) != seats(one.versus):
                continue
            compared = difference_of_shares(
                _count(first, one.code), first.n, _count(second, one.code), second.n, level
            )
            interval = compared.interval
            seen = {*first.values.tolist(), *second.values.tolist()}
            # Of two outcomes, one gains what the other loses.
            test = b"two outcomes" if len(seen) == 2 and one.code in seen else one.statistic.encode()
        else:
            continue
        known = tests.setdefault((one.variant, one.versus, test), one.statistic)
        same = "" if known == one.statistic else known
        kept.append(replace(one, interval=interval, p_value=compared.p_value, same_test=same))
    return kept


def _up_to_unit(hist: Histogram) -> bytes:
    """Return what two samples share of which one is a multiple of the other."""
    values = hist.values // max(1, int(np.gcd.reduce(hist.values)))
    return values.tobytes() + hist.counts.tobytes()


def _count(hist: Histogram, value: int) -> int:
    return hist.count_at_most(value) - hist.count_at_most(value - 1)
