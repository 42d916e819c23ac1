"""Differences of variants: of each from the first in its leading number, or of every two in all."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from reports.facts import Facts
from reports.numbers import estimate, level_text, p_value, span
from reports.words import capital
from sim.commands.figures import as_played, procedures
from sim.contract.answer import (
    Answer,
    Block,
    Cell,
    Entry,
    Number,
    Paragraph,
    Table,
)
from sim.contract.same_deals import in_common
from sim.counts.frames import table_of_differences
from sim.runs.results import Results
from sim.stats import Estimate, Interval, Measure


def from_the_first(facts: Facts, found: Sequence[Estimate]) -> Answer:
    """The leading number of each variant, and its distance from the first one's.

    Parameters
    ----------
    facts
        The games of the variants.
    found
        All differences of the variants; none if there is only one.
    """
    rows = table_of_differences(found).to_dicts()
    blocks = _leading_blocks(facts, found[0]) if found else ()
    return Answer(blocks=blocks, data={"differences": rows}, rows=rows)


def _leading_blocks(facts: Facts, leading: Estimate) -> tuple[Block, ...]:
    """The table of the leading number, and where all the others are."""
    first = facts.variants[0]
    measure = leading.measure or Measure.MEAN
    is_share = measure is not Measure.MEAN
    rows = []
    for name in facts.variants:
        interval = facts.interval(name, leading.column, measure, leading.code)
        known = interval.finite[0] is not None
        value = Number.of(interval, share=is_share) if known else "none"
        rows.append((name, value, _distance(facts, leading, name)))
    noun = f"{facts.noun(leading.column)} in a game"
    what = facts.share_in_words(leading) if is_share else noun
    unit = " in percentage points" if is_share else ""
    caption = (
        f"{capital(what)}; differences from “{first}”{unit}; intervals at "
        f"{level_text(facts.level)} each."
    )
    return (
        Table(caption, ("variant", "value", "difference"), tuple(rows)),
        Paragraph("Every difference between two variants, with p-values: add --pairs"),
    )


def _distance(facts: Facts, leading: Estimate, name: str) -> Entry:
    """How far a variant's leading number is from the first one's; "" for the first."""
    is_share = leading.measure is not Measure.MEAN
    scale = 100.0 if is_share else 1.0
    for difference in facts.between(name, facts.variants[0]):
        if difference.statistic == leading.statistic:
            is_length = leading.column in facts.lengths
            return _in_words(difference.interval.scaled(scale), is_length=is_length)
    return ""


def _in_words(interval: Interval, *, is_length: bool) -> Cell:
    """A difference in words, with its interval."""
    value, low, high = interval.finite
    if value is None:
        return Cell("")
    if low is None or high is None or low <= 0 <= high:
        return Cell("none shown", span(low, high))
    if value > 0:
        word = "longer" if is_length else "more"
    else:
        word = "shorter" if is_length else "less"
        low, high = -high, -low
    return Cell(f"{estimate(abs(value), low, high)} {word}", span(low, high))


def of_every_two(run: Results, found: Sequence[Estimate], level: float) -> Answer:
    """All differences of every two variants, and how they are to be read.

    Parameters
    ----------
    run
        The games of the variants.
    found
        Their differences.
    level
        The level of the intervals.
    """
    rows = table_of_differences(found).to_dicts()
    reading = Paragraph(_reading(run, found, level))
    return Answer(
        blocks=(*_tables(found), reading), data={"differences": rows}, rows=rows
    )


def _tables(found: Sequence[Estimate]) -> Iterator[Table]:
    """A table of the differences of every two variants."""
    head = ("", "difference", "p")
    for (variant, versus), of_both in groupby(
        found, key=lambda difference: (difference.variant, difference.versus)
    ):
        rows = tuple(
            _row(difference)
            for difference in of_both
            if difference.interval.finite[0] is not None
        )
        yield Table(f"{variant}, less {versus}:", head, rows)


def _row(difference: Estimate) -> tuple[Entry, ...]:
    """A difference and its p-value."""
    is_share = difference.measure is not Measure.MEAN
    number = Number.of(difference.interval, share=is_share)
    return difference.statistic, number, p_value(difference.p_holm)


def _reading(run: Results, found: Sequence[Estimate], level: float) -> str:
    """How the tables are to be read."""
    tests = sum(difference.p_value is not None for difference in found)
    family = f"; p by Holm's method over {tests} tests" if tests else ""
    common = in_common(run.game, [*run.scenario.rules.values()])
    paired = common or "as separate samples where they are not all on the same deals"
    methods = " or ".join(procedures(difference.interval for difference in found))
    return (
        f"{capital(paired)}; intervals at {level_text(level)} each, by {methods}"
        f"{family}.{as_played(found)}"
    )
