"""The numbers of an answer, in the unit in which each is written.

They are computed exactly, or else as the games show them.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from reports.facts import UNKNOWN, Facts
from reports.numbers import MOST_DECIMALS
from reports.sections.winners import forecast
from sim.contract.columns import WINNER
from sim.contract.events import UNFINISHED
from sim.counts.comparison import base_name
from sim.scenario.answer import PlannedNumber
from sim.stats import Estimate, Interval, Measure
from sim.tournaments.meetings import averaged


@dataclass(frozen=True, slots=True)
class Value:
    """A number of an answer, with its interval.

    Attributes
    ----------
    planned
        What the scenario wants.
    interval
        The number, in the unit in which it is written: a share from 0 to 1, minutes,
        how many times as much. Without a value if these games do not show it.
    is_median
        Whether it is the median in place of a mean that does not exist, since some
        games never end.
    sampled
        As a check, what the games say of a number that is computed exactly; else None.
    places
        The most decimals that it is written with, as a rule.
    """

    planned: PlannedNumber
    interval: Interval
    is_median: bool = False
    sampled: Value | None = None
    places: int = MOST_DECIMALS


def value_of(facts: Facts, planned: PlannedNumber) -> Value:
    """A number of an answer: exactly where it can be computed, else as the games show it."""
    sampled = _sampled(facts, planned)
    known = None if sampled.interval.value is None else _exact(facts, planned)
    if known is None:
        return sampled
    return Value(
        planned,
        Interval(float(known), float(known), float(known), 1.0),
        sampled=sampled,
    )


def _exact(facts: Facts, planned: PlannedNumber) -> Fraction | float | None:
    """The exact value of a number, or of a difference.

    None where it is not computed.
    """
    if planned.policy or planned.given is not None or planned.is_ratio:
        return None
    names = [planned.variant, planned.versus] if planned.versus else [planned.variant]
    values = [
        _of_a_variant(facts, facts.labels[name], planned.statistic) for name in names
    ]
    if any(value is None for value in values):
        return None
    first, *rest = (value for value in values if value is not None)
    return first - sum(rest)


def _of_a_variant(
    facts: Facts, variant: str, statistic: str
) -> Fraction | float | None:
    """The exact value of a statistic, or of what the scenario asks for by its name."""
    asked = {
        query.name: " given ".join(filter(None, (query.expression, query.given)))
        for query in facts.run.scenario.queries
    }
    exact = facts.game.hooks.exact
    return exact(facts.rules[variant], asked.get(statistic, statistic))


def _sampled(facts: Facts, planned: PlannedNumber) -> Value:
    """A number as the games show it."""
    if planned.policy:
        return Value(planned, _of_a_policy(facts, planned))
    if any(
        name and name not in facts.labels for name in (planned.variant, planned.versus)
    ):
        return Value(planned, UNKNOWN)
    variant = facts.labels[planned.variant]
    versus = facts.labels.get(planned.versus, "")
    if planned.versus:
        return Value(planned, _of_a_pair(facts, planned, variant, versus))
    if planned.given is not None:
        (column,) = planned.given
        return Value(planned, forecast(facts, variant, column) or UNKNOWN)
    estimate = _named(facts, variant, planned.statistic)
    if estimate is None:
        return Value(planned, UNKNOWN)
    interval = estimate.interval
    if estimate.measure is not Measure.MEAN:
        return Value(planned, _scaled(facts, planned, interval))
    # A mean that unfinished games make a lower bound answers nothing: the median is
    # known.
    if facts.unfinished(variant) and (interval.at_least or interval.value is None):
        middle = facts.interval(variant, estimate.column, Measure.MEDIAN)
        return Value(planned, _scaled(facts, planned, middle), is_median=True)
    return Value(planned, _scaled(facts, planned, interval))


def left_share(facts: Facts, variant: str) -> Interval:
    """The share of the games of a variant that did not come to an end."""
    return facts.share(variant, WINNER, UNFINISHED)


def _named(facts: Facts, variant: str, statistic: str) -> Estimate | None:
    named = (
        estimate for estimate in facts.estimates if estimate.statistic == statistic
    )
    return next((estimate for estimate in named if estimate.variant == variant), None)


def _scaled(facts: Facts, planned: PlannedNumber, interval: Interval) -> Interval:
    if planned.written != "minutes":
        return interval
    return interval.scaled(facts.minutes_per_play(facts.labels[planned.variant]))


def _of_a_policy(facts: Facts, planned: PlannedNumber) -> Interval:
    tournament = facts.tournament
    if tournament is None:
        return UNKNOWN
    if planned.against:
        met = (tournament.meetings[planned.policy, name] for name in planned.against)
        return averaged([getattr(meeting, planned.statistic) for meeting in met])
    if planned.statistic == "draws":
        return tournament.drawn(planned.policy)
    (standing,) = [
        standing for standing in tournament.ranking if standing.name == planned.policy
    ]
    return standing.margin if planned.statistic == "margin" else standing.wins


def _of_a_pair(
    facts: Facts, planned: PlannedNumber, variant: str, versus: str
) -> Interval:
    """A difference, or one mean divided by another; without a value where some games never end."""
    pairs = facts.between(variant, versus)
    difference = next(
        (pair for pair in pairs if base_name(pair.statistic) == planned.statistic), None
    )
    if difference is None:
        return UNKNOWN
    if difference.measure is Measure.MEAN and any(
        facts.unfinished(name) for name in (variant, versus)
    ):
        return UNKNOWN
    if not planned.is_ratio:
        return _scaled(facts, planned, difference.interval)
    ratio = _ratio(facts, difference)
    return ratio.shifted(-1).scaled(-1 if planned.written == "percent less" else 1)


def _ratio(facts: Facts, difference: Estimate) -> Interval:
    """One mean divided by the other; without ends where the summary has no ratio."""
    if difference.ratio is not None and difference.ratio.value:
        return difference.ratio
    mean, versus = (
        facts.interval(name, difference.column, Measure.MEAN).value
        for name in (difference.variant, difference.versus)
    )
    if mean is None or not versus:
        return UNKNOWN
    return Interval(
        mean / versus, None, None, facts.level, refusal="a quotient of two means"
    )
