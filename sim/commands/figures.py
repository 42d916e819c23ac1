"""Statistics of one set of rules, as tables and sentences of an answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from reports.numbers import estimate as estimate_text
from reports.numbers import figures, level_text, span, told, whole
from reports.words import by_seat
from sim.contract.answer import (
    Block,
    Cell,
    Entry,
    KeyNumber,
    Number,
    Paragraph,
    Table,
)
from sim.contract.columns import ENDING, ENDLESS
from sim.stats import Estimate, Interval, Measure, Unfinished
from sim.stats.intervals import STATISTICS
from sim.stats.spread import ALL_ALIKE
from sim.words import games_words

Measured = Mapping[str, Mapping[Measure, Interval]]
"""The statistics of one variant for each of its measured columns."""


def measured(statistics: Iterable[Estimate]) -> Measured:
    """The statistics of the columns that have a mean, in the order of the summary."""
    columns: dict[str, dict[Measure, Interval]] = {}
    for estimate in statistics:
        if estimate.measure is not None and estimate.measure in STATISTICS:
            columns.setdefault(estimate.column, {})[estimate.measure] = (
                estimate.interval
            )
    return columns


def as_played(statistics: Iterable[Estimate]) -> str:
    """How unfinished games count in statistics that are shown without their method.

    "" if there are none.
    """
    left = any(
        found.interval.unfinished is not Unfinished.ABSENT for found in statistics
    )
    return " Unfinished games count as far as they were played." if left else ""


def shares(statistics: Iterable[Estimate]) -> list[Estimate]:
    """The shares of games among the statistics of one variant."""
    return [estimate for estimate in statistics if estimate.measure not in STATISTICS]


def counts_table(statistics: Sequence[Estimate]) -> Table:
    """The mean, median, reach and largest value of each measured column."""
    rows = tuple(
        (
            name,
            _mean(measures[Measure.MEAN], statistics),
            cell(measures[Measure.MEDIAN]),
            reach(measures),
            plain(measures[Measure.LARGEST]),
        )
        for name, measures in measured(statistics).items()
    )
    return Table("", ("in a game", "mean", "median", "95 % of games", "most"), rows)


def shares_table(statistics: Sequence[Estimate]) -> Table:
    """The shares of games: who won, how it ended, what happened in it."""
    rows = tuple(
        (
            by_seat(estimate.statistic).removeprefix("the "),
            Number.of(estimate.interval, share=True),
        )
        for estimate in shares(statistics)
        if estimate.interval.finite[0] is not None
    )
    return Table("", ("of all games", "share"), rows)


def in_groups(asked: Sequence[Estimate]) -> list[Estimate]:
    """The answers to what was asked of several groups of games."""
    groups = Counter(_parts(answer)[0] for answer in asked)
    return [answer for answer in asked if groups[_parts(answer)[0]] > 1]


def groups_blocks(asked: Sequence[Estimate], level: float) -> tuple[Block, ...]:
    """The answers to each query of several groups of games."""
    grouped = in_groups(asked)
    if not grouped:
        return ()
    head = ("of games with", "answer", "games")
    tables = (
        Table(f"{question}:", head, tuple(map(_group_row, answers)))
        for question, answers in groupby(grouped, key=lambda found: _parts(found)[0])
    )
    reading = f"Intervals at {level_text(level)} each."
    return *tables, Paragraph(reading)


def _parts(answer: Estimate) -> tuple[str, str]:
    """What is asked, and the condition of the games that it is asked of."""
    question, _, condition = answer.statistic.partition(", given ")
    return question, condition


def _group_row(answer: Estimate) -> tuple[Entry, ...]:
    """The answer of a group of games."""
    _, condition = _parts(answer)
    share = answer.measure is Measure.SHARE
    number = Number.of(answer.interval, share=share)
    return condition or "any, all games", number, whole(answer.games)


def asked_number(estimate: Estimate) -> KeyNumber:
    """The answer to a query of all games that count, with their number."""
    interval = estimate.interval
    share = estimate.measure is Measure.SHARE
    number, ends = told(*interval.finite, share=share)
    if interval.value is not None and not share:
        number = plain(interval)
        few = "" if interval.never else "too few games"
        ends = _ends(interval) or interval.refusal or few
    return KeyNumber(
        estimate.statistic,
        number or _missing(interval),
        ends,
        f"of {games_words(estimate.games)}",
    )


def _missing(interval: Interval) -> str:
    """Why an answer has no value."""
    if interval.refusal == ALL_ALIKE:
        return "undefined: a column is the same in all games"
    return "no game meets the condition"


def doubts(asked: Iterable[Estimate]) -> tuple[str, ...]:
    """Why some answers are doubtful, each reason once with the answers it is about."""
    about: dict[str, list[str]] = {}
    for estimate in asked:
        if estimate.interval.doubt:
            about.setdefault(estimate.interval.doubt, []).append(estimate.statistic)
    return tuple(f"{', '.join(names)}: {doubt}." for doubt, names in about.items())


def reach(measures: Mapping[Measure, Interval]) -> str:
    """The range that 95 % of the games of a measured column lie in."""
    low = measures[Measure.LOW]
    high = measures[Measure.HIGH]
    if low.finite[0] is None:
        return ""
    if high.never:
        return f"{plain(low)} to endless"
    return "" if high.value is None else f"{plain(low)} to {plain(high)}"


def notes(statistics: Sequence[Estimate], level: str) -> list[str]:
    """How the intervals were made, and which of them to treat with caution."""
    columns = measured(statistics)
    made_by = {
        "means": procedures(measures[Measure.MEAN] for measures in columns.values()),
        "medians": procedures(
            measures[Measure.MEDIAN] for measures in columns.values()
        ),
        "shares": procedures(share.interval for share in shares(statistics)),
    }
    made = ", ".join(
        f"{kind} by {' or '.join(names)}" for kind, names in made_by.items() if names
    )
    lines = [
        f"Intervals at {level}: {made}."
        if made
        else "No intervals: every game is the same one."
    ]
    intervals = [
        interval for measures in columns.values() for interval in measures.values()
    ]
    if any(interval.at_least for interval in intervals):
        lines.append(
            "≥ marks a lower bound: unfinished games count as far as they were played, "
            "also in shares."
        )
    if any(interval.never for interval in intervals):
        lines.append("never and endless: too many games go on for ever.")
    for name, measures in columns.items():
        warning = measures[Measure.MEAN].warning
        lines += [f"Mean of {name}: {warning}."] if warning else []
    return lines


def procedures(intervals: Iterable[Interval]) -> list[str]:
    """The procedures of those intervals that have an end, each once.

    Parameters
    ----------
    intervals
        Intervals of any statistics.
    """
    return list(
        dict.fromkeys(
            interval.procedure
            for interval in intervals
            if interval.finite[1:] != (None, None)
        )
    )


def cell(interval: Interval) -> Cell:
    """A number of one variant, with its interval."""
    return Cell(plain(interval), _ends(interval))


def _ends(interval: Interval) -> str:
    value, low, high = interval.finite
    if value is None:
        return ""
    if interval.at_least and low is not None:  # the high end is a lower bound too
        return f"at least {figures(low, 4)}"
    return span(low, high)


def in_brackets(interval: Interval) -> str:
    """The ends of an interval in brackets; "" if it has none."""
    ends = _ends(interval)
    return f" ({ends})" if ends else ""


def _mean(interval: Interval, statistics: Sequence[Estimate]) -> Cell:
    """A mean: a lower bound where games were stopped, none of what grows for ever."""
    if not interval.at_least or interval.low is None or interval.value is None:
        return cell(interval)
    if any(
        estimate.statistic == f"{ENDING} {ENDLESS}" and estimate.interval.value
        for estimate in statistics
    ):
        return Cell("none")
    value = estimate_text(interval.value, interval.low, interval.high)
    return Cell(f"≥ {value}", f"at least {figures(interval.low, 4)}")


def plain(interval: Interval) -> str:
    """The value of an interval with the digits that its ends warrant."""
    value, low, high = interval.finite
    if value is None:
        return "never" if interval.never else ""
    return ("≥ " if interval.at_least else "") + estimate_text(value, low, high)
