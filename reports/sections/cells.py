"""Cells of numbers with intervals, and tables with a row for each variant: the parts of all sections."""

import math
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

from reports import numbers
from reports.facts import SOME_NEVER_END, Facts
from reports.words import join, quoted
from sim.contract.answer import Cell, Paragraph, Table
from sim.contract.vocabulary import number_word
from sim.stats import Interval, Measure

NOTHING = Cell("–")

NEVER = "never"  # the text for the length of games that go on for ever
MOST_ENTRIES = 8  # columns of a table with a row for each variant
MOST_WARNINGS = 3  # variants whose warnings on one column are told apart; of more, the first stands for all
NO_MEAN = Cell("none", "some never end")  # in place of a mean that does not exist
AT_LEAST = (
    "≥ "  # the mark before a number that is a lower bound because of unfinished games
)


@dataclass(frozen=True, slots=True)
class Entry:
    """A number that every variant has: its title, where it comes from, and its kind."""

    # its name, and the estimate for a variant
    title: str
    of: Callable[[str], Interval]
    share: bool = False  # whether it is a share of games, written as a percentage
    scale: float = 1.0  # the factor that changes the unit of any other number
    time: bool = False  # whether it is a number of minutes that rests on a guessed pace

    def cells(self, intervals: Sequence[Interval]) -> list[Cell]:
        """Return the numbers of the variants, all with the same decimals where that does no harm."""
        if self.time:
            return [time_cell(interval, self.scale) for interval in intervals]
        return (
            share_column(intervals)
            if self.share
            else number_column(intervals, self.scale)
        )


def number_column(intervals: Sequence[Interval], scale: float = 1.0) -> list[Cell]:
    """Return numbers with their intervals, for one column; ``scale`` changes the unit."""
    scaled = [interval.scaled(scale) for interval in intervals]
    places = numbers.common_decimals(
        [(interval.low, interval.high) for interval in scaled]
    )
    return [
        _number(interval, decimals)
        for interval, decimals in zip(scaled, places, strict=True)
    ]


def _number(interval: Interval, decimals: int) -> Cell:
    value, low, high = interval.value, interval.low, interval.high
    if value is None:
        return NO_MEAN if interval.refusal == SOME_NEVER_END else NOTHING
    if math.isinf(value):
        known = low is not None and math.isfinite(low)
        return Cell(
            NEVER, f"at least {numbers.figures(low or 0.0, 4)}" if known else ""
        )
    mark = AT_LEAST if interval.at_least else ""
    if low is None and high is None:
        return Cell(mark + numbers.figures(value, 4))
    if high is None or math.isinf(high):
        return Cell(
            mark + numbers.figures(value, 4),
            f"at least {numbers.figures(low or 0.0, 4)}",
        )
    if low is None:
        return Cell(
            mark + numbers.figures(value, 4), f"at most {numbers.figures(high, 4)}"
        )
    text = numbers.estimate(value, low, high, decimals)
    return Cell(mark + text, numbers.span(low, high, decimals=decimals))


def share_column(intervals: Sequence[Interval]) -> list[Cell]:
    """Return shares as percentages with their intervals, for one column."""
    ends = [
        (None, None)
        if i.low is None or i.high is None or i.low <= 0 or i.high >= 1
        else (100 * i.low, 100 * i.high)
        for i in intervals
    ]
    places: list[int | None] = [
        None if low is None else decimals
        for (low, _), decimals in zip(ends, numbers.common_decimals(ends), strict=True)
    ]
    return [
        _share(interval, decimals)
        for interval, decimals in zip(intervals, places, strict=True)
    ]


def _share(interval: Interval, decimals: int | None, *, short: bool = True) -> Cell:
    value, low, high = interval.value, interval.low, interval.high
    if value is None:
        return NOTHING
    return Cell(
        numbers.percent(value, low, high, decimals),
        numbers.percent_span(low, high, decimals=decimals, short=short),
    )


def time_cell(interval: Interval, scale: float) -> Cell:
    """Return minutes in round figures; ``scale`` is the number of minutes that one play takes."""
    # Without an interval: the pace is a guess, which is far less certain than what the games say.
    value = interval.value
    if value is None:
        return number_column([interval])[0]
    if math.isinf(value):
        return Cell(NEVER)
    return Cell(
        (AT_LEAST if interval.at_least else "") + numbers.duration(value * scale)
    )


def number_cell(interval: Interval, scale: float = 1.0) -> Cell:
    """Return a number with its interval."""
    return number_column([interval], scale)[0]


def share_cell(interval: Interval) -> Cell:
    """Return a share as a percentage with its interval."""
    return share_column([interval])[0]


def by_variant(
    facts: Facts, caption: str, entries: Sequence[Entry], single_head: str = "estimate"
) -> Table:
    """Return a table with a row for each variant; for a single variant, or many entries, one for each entry."""
    known = [[entry.of(variant) for variant in facts.variants] for entry in entries]
    caption = f"{caption} {intervals_are(facts, chain.from_iterable(known))}".strip()
    columns = [entry.cells(own) for entry, own in zip(entries, known, strict=True)]
    titles, names = [entry.title for entry in entries], facts.variants
    if facts.single or len(entries) > max(MOST_ENTRIES, len(facts.variants)):
        head = ("", single_head) if facts.single else ("", *facts.variants)
        return in_columns(caption, head, titles, list(zip(*columns, strict=True)))
    if (
        len({*zip(*columns, strict=True)}) == 1
    ):  # What is the same under every variant is said once.
        names, columns = ("all variants",), [column[:1] for column in columns]
    return in_columns(caption, ("variant", *titles), names, columns)


def in_columns(
    caption: str,
    head: Sequence[str],
    names: Sequence[str],
    columns: Sequence[Sequence[Cell]],
) -> Table:
    """Return a table of the names of its rows and of its other columns."""
    return Table(
        caption, tuple(head), tuple(zip(map(Cell, names), *columns, strict=True))
    )


def cautions(facts: Facts, columns: Sequence[str]) -> list[Paragraph]:
    """Return the reasons to treat intervals of means with caution; empty if none apply."""
    doubts: dict[str, list[str]] = {}
    for column in columns:
        kinds: dict[str, dict[str, str]] = {}
        for variant in facts.variants:
            if warning := facts.interval(variant, column, Measure.MEAN).warning:
                kinds.setdefault(re.sub(r"\d+", "", warning), {})[quoted(variant)] = (
                    warning
                )
        for alike in kinds.values():
            # Of warnings that differ in a number, the one with the largest holds for all.
            worst = max(
                alike, key=lambda name: [*map(int, re.findall(r"\d+", alike[name]))]
            )
            many = f"{number_word(len(alike))} variants, such as {worst}"
            under = (
                ""
                if facts.single
                else f" under {many if len(alike) > MOST_WARNINGS else join([*alike])}"
            )
            doubts.setdefault(f"{under}: {alike[worst]}", []).append(facts.noun(column))
    told = "; ".join(f"{join(nouns)}{why}" for why, nouns in doubts.items())
    return [Paragraph(f"Treat these intervals with caution: {told}.")] if doubts else []


def crossed(
    caption: str, head: Sequence[str], rows: Sequence[Sequence[str | Cell]]
) -> Table:
    """Return a table of given rows, plain texts as cells without an interval."""
    made = (
        tuple(text if isinstance(text, Cell) else Cell(text) for text in row)
        for row in rows
    )
    return Table(caption, tuple(head), tuple(made))


def methods(facts: Facts, intervals: Iterable[Interval]) -> str:
    """Return what intervals in a caption are: their level and their methods."""
    made = _procedures(intervals)
    return f"with {numbers.level_text(facts.level)} intervals" + (
        f" ({made})" if made else ""
    )


def intervals_are(facts: Facts, intervals: Iterable[Interval]) -> str:
    """Return the sentence for the caption of a table that says what the intervals in it are; "" if it has none."""
    made = _procedures(intervals)
    return (
        f"Below each estimate: its {numbers.level_text(facts.level)} interval ({made})."
        if made
        else ""
    )


def _procedures(intervals: Iterable[Interval]) -> str:
    """Return by which methods intervals were made."""
    known = (
        one.procedure
        for one in intervals
        if one.low is not None or one.high is not None
    )
    names = sorted({re.sub("^t(?=$|,)", "Student's t", name) for name in known})
    return "; ".join(names) if any("," in name for name in names) else join(names)
