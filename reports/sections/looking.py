"""Looking at a run before it ends: what the ranges of an unfinished run promise, and which ones may be watched."""

from __future__ import annotations

from reports import numbers
from reports.facts import Facts
from reports.sections.differences import is_share, signed, title_of
from reports.words import join, quoted
from sim.counts.watching import watched
from sim.limits import games_words
from sim.stats import Estimate

MOST_WATCHED = 3
"""The most differences that are given with their wider ranges."""

WATCHED = (
    "The scenario stops the run when one variant leads, so means, shares and their differences have intervals that "
    "hold at every look together (confidence sequences): normal mixtures for means, beta-binomial mixtures for shares, "
    "universal portfolios for differences of shares. Quantiles and standard deviations have the usual intervals."
)
"""About a run that a lead may stop."""

EARLY = (
    "The run is not finished. Intervals and p-values are for one look at a number of games chosen beforehand. Looking "
    "13 times at a growing run, and stopping at the first p below 0.05, finds a difference in about 27 of 100 runs of "
    'equal variants, not in 5. To stop when one variant leads, put the difference into [precision] with "sign".'
)
"""About an unfinished run; docs/coverage.md has the measurement."""


def is_unfinished(facts: Facts) -> bool:
    """Return whether games of the run are still to be played."""
    return not facts.run.status().complete


def cautions(facts: Facts) -> list[str]:
    """Return the caution that belongs on the first screen of an unfinished run; nothing for any other."""
    if not is_unfinished(facts):
        return []
    status = facts.run.status()
    done, planned = numbers.whole(status.games_done), games_words(status.games_planned)
    unfinished = f"This run is not finished ({done} of {planned})."
    if facts.watched:
        return [unfinished]
    promise = "Its ranges are for a number of games chosen beforehand"
    return [f"{unfinished} {promise}, not for a run that is stopped when the numbers look right."]


def items(facts: Facts) -> list[str]:
    """Return what the method section says about looking early; nothing where nobody did."""
    if facts.watched:
        return [WATCHED]
    if not is_unfinished(facts):
        return []
    found = [_with_range(facts, one) for one in _differences(facts) if one.interval.low is not None]
    if not found:
        return [EARLY]
    level = numbers.level_text(facts.level)
    return [EARLY, f"These {level} ranges may be looked at as often as you like: {join(found, 'and')}."]


def _differences(facts: Facts) -> list[Estimate]:
    """Return the first differences from the baseline, with intervals that hold at every look."""
    if facts.single or facts.run.scenario.tournament:
        return []
    names = {(one.column, one.measure, one.code) for one in facts.from_baseline[:1]}
    found = watched(
        [
            one
            for one in facts.run.differences(facts.level)
            if (one.column, one.measure, one.code) in names and facts.labels.get(one.versus) == facts.baseline
        ],
        facts.run.counted,
        facts.game,
        facts.run.scenario.queries,
        facts.level,
    )
    return found[:MOST_WATCHED]


def _with_range(facts: Facts, one: Estimate) -> str:
    scaled = one.interval.scaled(100 if is_share(one) else 1)
    span = numbers.span(scaled.low, scaled.high, " to ")
    value = signed(numbers.estimate(scaled.value or 0.0, scaled.low, scaled.high))
    unit = " percentage points" if is_share(one) else ""
    return f"{title_of(facts, one)} under {quoted(facts.labels[one.variant])}, {value} ({span}){unit}"
