"""Tables with a row for each variant, and what a report says of intervals."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from reports import numbers
from reports.facts import SOME_NEVER_END, Facts
from reports.words import join, quoted
from sim.contract.answer import Cell, Entry, Number, Paragraph, Table
from sim.contract.vocabulary import number_word
from sim.stats import Interval, Measure

NO_MEAN = Cell("none", "some never end")
"""In place of a mean that does not exist."""

MOST_COLUMNS = 8
"""The most columns of a table with a row for each variant."""

MOST_WARNINGS = 3
"""The most variants whose warnings are told apart; of more, the first stands for all."""


@dataclass(frozen=True, slots=True)
class Column:
    """A statistic that every variant has.

    Attributes
    ----------
    title
        What it is.
    of
        The estimate for a variant.
    share
        Whether it is a share of games.
    minutes
        Whether it is a time that rests on a guessed pace.
    """

    title: str
    of: Callable[[str], Interval]
    share: bool = False
    minutes: bool = False

    def number(self, variant: str) -> Entry:
        """The statistic of a variant."""
        return number(self.of(variant), share=self.share, minutes=self.minutes)


def number(interval: Interval, **more: bool) -> Entry:
    """An estimate in a table; where a mean does not exist, the reason."""
    if interval.value is None and interval.refusal == SOME_NEVER_END:
        return NO_MEAN
    return Number.of(interval, **more)


def by_variant(
    facts: Facts,
    caption: str,
    columns: Sequence[Column],
    variants: Sequence[str] = (),
) -> Table:
    """A table with a row for each variant.

    For a single one, with a row for each statistic.

    Parameters
    ----------
    facts
        The run.
    caption
        What the table shows.
    columns
        The statistics.
    variants
        The variants; empty for all.
    """
    names = variants or facts.variants
    titles = [column.title for column in columns]
    rows = [[column.number(name) for column in columns] for name in names]
    if facts.single or len(columns) > max(MOST_COLUMNS, len(names)):
        head = ("", "") if facts.single else ("", *names)
        turned = zip(titles, *rows, strict=True)
        return Table(caption, head, tuple(turned))
    lines = tuple((name, *row) for name, row in zip(names, rows, strict=True))
    return Table(caption, ("variant", *titles), lines)


def warnings(facts: Facts, columns: Sequence[str]) -> list[Paragraph]:
    """Why intervals of means are to be treated with caution; empty if they are not."""
    return doubts(
        facts,
        (
            (facts.noun(column), variant, interval.warning)
            for column in columns
            for variant in facts.variants
            for interval in [facts.interval(variant, column, Measure.MEAN)]
        ),
    )


def doubts(facts: Facts, warned: Iterable[tuple[str, str, str]]) -> list[Paragraph]:
    """Why some intervals are to be treated with caution.

    Parameters
    ----------
    facts
        The run.
    warned
        What is estimated, for which variant, and the warning; empty for none.
    """
    kinds: dict[tuple[str, str], dict[str, str]] = {}
    for what, variant, warning in warned:
        if warning:
            # Of warnings that differ in a number, the largest holds for all.
            kind = re.sub(r"\d+", "", warning)
            kinds.setdefault((what, kind), {})[variant] = warning
    told = []
    for (what, _), known in kinds.items():
        worst = max(
            known.values(), key=lambda text: [*map(int, re.findall(r"\d+", text))]
        )
        under = "" if facts.single else f" under {_some([*known])}"
        told.append(f"{what}{under}: {worst}")
    return [Paragraph(f"Rough intervals: {'; '.join(told)}.")] if told else []


def _some(variants: Sequence[str]) -> str:
    if len(variants) <= MOST_WARNINGS:
        return join([*map(quoted, variants)])
    return f"{number_word(len(variants))} variants, such as {quoted(variants[0])}"


def methods(facts: Facts, intervals: Iterable[Interval]) -> str:
    """What the intervals in a picture are: their level and their methods."""
    made = join(procedures(intervals))
    how = f" ({made})" if made else ""
    return f"with {numbers.level_text(facts.level)} intervals{how}"


def procedures(intervals: Iterable[Interval]) -> list[str]:
    """By which methods intervals were made."""
    known = (
        found.procedure
        for found in intervals
        if found.low is not None or found.high is not None
    )
    return sorted({re.sub("^t(?=$|,)", "Student's t", name) for name in known} - {""})
