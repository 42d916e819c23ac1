"""Differences of every two variants in all their statistics."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from reports.numbers import level_text, p_value
from reports.words import capital
from sim.commands.figures import as_played, procedures
from sim.contract.answer import (
    Block,
    Entry,
    Number,
    Paragraph,
    Table,
)
from sim.contract.same_deals import in_common
from sim.runs.results import Results
from sim.stats import Estimate, Measure


def blocks(run: Results, found: Sequence[Estimate], level: float) -> tuple[Block, ...]:
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
    return (*_tables(found), Paragraph(_reading(run, found, level)))


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
