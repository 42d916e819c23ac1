"""Tables with a row for each variant, and what a report says of intervals."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from reports import numbers
from reports.facts import CERTAIN, SOME_NEVER_END, Facts
from reports.words import join, quoted
from sim.contract.answer import Cell, Entry, Number, Paragraph, Table
from sim.contract.vocabulary import number_word
from sim.stats import Interval, Measure

NO_MEAN = Cell("no mean", "some games never end")
"""The text in place of a mean that does not exist."""

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

    def numbers(self, variants: Sequence[str]) -> list[Entry]:
        """The statistic of each variant."""
        found = [self.of(variant) for variant in variants]
        return of_one_kind(found, share=self.share, minutes=self.minutes)


def number(interval: Interval, **more: Any) -> Entry:
    """An estimate in a table, to three digits as a rule; where a mean does not exist, the reason."""
    return of_one_kind([interval], **more)[0]


def of_one_kind(intervals: Sequence[Interval], **more: Any) -> list[Entry]:
    """Estimates of one kind, with as many decimals each as a rule."""
    places = numbers.places_of(intervals, share=more.get("share", False))
    return [
        NO_MEAN
        if found.value is None and found.refusal == SOME_NEVER_END
        else Number.of(
            found,
            places=places,
            note=CERTAIN if found.refusal == CERTAIN else "",
            **more,
        )
        for found in intervals
    ]


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
    found = [column.numbers(names) for column in columns]
    if facts.single or len(columns) > max(MOST_COLUMNS, len(names)):
        head = ("", "") if facts.single else ("", *names)
        lines = [(title, *row) for title, row in zip(titles, found, strict=True)]
        return Table(caption, head, tuple(lines))
    return Table(caption, ("", *titles), tuple(zip(names, *found, strict=True)))


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
        under = "" if facts.single else f" under {some([*known])}"
        told.append(f"{what}{under}: {worst}")
    return [Paragraph(f"Rough intervals: {'; '.join(told)}.")] if told else []


def some(variants: Sequence[str]) -> str:
    """The names of variants; of many, the first."""
    if len(variants) <= MOST_WARNINGS:
        return join([*map(quoted, variants)])
    return f"{number_word(len(variants))} sets of rules, such as {quoted(variants[0])}"
