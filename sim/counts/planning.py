"""Plans of a run from the tallies of a pilot: how many games a precision, or a comparison, needs."""

from dataclasses import dataclass, replace

import numpy as np

from sim.contract.columns import WINNER
from sim.counts.comparison import base_name
from sim.counts.counted import Counts, Key
from sim.counts.queries import YES
from sim.counts.summary import Summary
from sim.counts.tallies import Tallies
from sim.errors import UserError
from sim.stats import Estimate, Histogram, Measure, Target, judge
from sim.stats.power import Question, plan_power

MOST = 10**15
"""More games than this are not planned."""


@dataclass(frozen=True)
class Need:
    """A wanted precision or power, and the games of each variant that it needs.

    Attributes
    ----------
    what
        What is wanted, in words.
    whose
        The variant, or the pair of variants, that needs the most games.
    games
        The number of games with which the expected half width is the wanted one; None
        if no sensible number would do.
    note
        Why no number of games would do; "" if one does.
    """

    what: str
    whose: str
    games: int | None
    note: str = ""


def plan_precision(pilot: Summary, target: Target, level: float = 0.95) -> Need:
    """The games that a precision needs in every variant that has the statistic."""
    known = pilot.known(level)
    aimed = [estimate for estimate in known if estimate.statistic == target.statistic]
    verdict = judge(aimed, [target])
    limiting = verdict.limiting
    assert limiting is not None
    whose = limiting.variant
    if limiting.versus:
        whose = f"{whose} against {limiting.versus}"
    if verdict.games_needed is None or verdict.games_needed > MOST:
        return Need(str(target), whose, None, verdict.reason)
    return Need(str(target), whose, verdict.games_needed)


def comparisons(pilot: Summary, statistic: str, level: float) -> list[Estimate]:
    """The differences of a statistic between variants."""
    return [
        estimate
        for estimate in pilot.differences(level)
        if base_name(estimate.statistic) == statistic
    ]


def paired_differences(tallies: Tallies, estimate: Estimate) -> Histogram:
    """The differences within games behind a comparison, in counted units: of shares -1, 0 and 1."""
    if estimate.measure is Measure.MEAN:
        key = Key(estimate.variant, estimate.versus, estimate.column)
        if key not in tallies.entries and estimate.outcome:  # of a query
            raise _other_games(estimate)
        return tallies.entries.get(key, Counts.none()).first
    is_winner = estimate.column == WINNER
    other = WINNER if is_winner else ""
    key = Key(estimate.variant, estimate.versus, estimate.column, other)
    counts = tallies.entries[key]
    code = estimate.code if is_winner else YES
    if not is_winner and min(int(counts.a.min()), int(counts.b.min())) < 0:
        raise _other_games(estimate)
    return Histogram(
        (counts.a == code).astype(np.int64) - (counts.b == code), counts.games
    )


def _other_games(estimate: Estimate) -> UserError:
    name = base_name(estimate.statistic)
    return UserError(
        f"{name!r} counts other games under each variant",
        cure="ask for it without 'given'",
    )


def plan_comparison(pilot: Summary, estimate: Estimate, question: Question) -> int:
    """The games that a comparison needs.

    The effect of the question is in the unit of the statistic.
    """
    sample = paired_differences(pilot.tallies, estimate)
    value = estimate.interval.value
    # The number of counted units in one unit of the statistic.
    unit = (
        sample.mean / value
        if estimate.measure is Measure.MEAN and value and sample.n
        else 1.0
    )
    return plan_power(sample, replace(question, effect=question.effect * unit))


def value_under(pilot: Summary, estimate: Estimate, level: float) -> float:
    """The value of a comparison's statistic under the variant with which it compares."""
    base = base_name(estimate.statistic)
    known = pilot.estimates(level)
    values = (
        found.interval.value or 0.0
        for found in known
        if (found.variant, found.statistic) == (estimate.versus, base)
    )
    return next(values, 0.0)
