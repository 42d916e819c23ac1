"""Statistics of one set of rules, as tables and sentences of an answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from reports.numbers import beside_zero, figures, level_text, span, told, whole
from reports.numbers import estimate as estimate_text
from reports.words import by_seat, capital
from sim.contract.answer import (
    Block,
    Cell,
    Entry,
    KeyNumber,
    Number,
    Paragraph,
    Table,
)
from sim.contract.columns import ENDING, ENDLESS, STOPPED
from sim.counts.comparison import Compared
from sim.stats import Estimate, Interval, Lengths, Measure, Unfinished
from sim.stats.intervals import STATISTICS
from sim.stats.shares import posterior
from sim.stats.spread import ALL_ALIKE
from sim.tournaments.luck import Luck
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


def as_played(statistics: Iterable[Estimate | Compared]) -> str:
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
            _cell(measures[Measure.MEDIAN]),
            reach(measures),
            _plain(measures[Measure.LARGEST]),
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


def groups_blocks(asked: Sequence[Estimate], level: float) -> tuple[Block, ...]:
    """The answers to each query of several groups of games, and how they hold together."""
    grouped = [estimate for estimate in asked if estimate.together is not None]
    if not grouped:
        return ()
    head = ("of games with", "answer", "together", "games")
    tables = (
        Table(f"{question}:", head, tuple(map(_group_row, answers)))
        for question, answers in groupby(grouped, key=lambda found: _parts(found)[0])
    )
    reading = (
        f"Intervals at {level_text(level)}: those beside the answers hold each for "
        "itself, those under “together” for all groups of a question at once "
        "(Bonferroni)."
    )
    return *tables, Paragraph(reading)


def _parts(answer: Estimate) -> tuple[str, str]:
    """What is asked, and the condition of the games that it is asked of."""
    question, _, condition = answer.statistic.partition(", given ")
    return question, condition


def _group_row(answer: Estimate) -> tuple[Entry, ...]:
    """The answer of a group of games, alone and together with the others."""
    _, condition = _parts(answer)
    share = answer.measure is Measure.SHARE
    number = Number.of(answer.interval, share=share)
    _, low, high = (answer.together or answer.interval).finite
    together = beside_zero(low, high, share=share)
    return condition or "any, all games", number, together, whole(answer.games)


def asked_number(estimate: Estimate) -> KeyNumber:
    """The answer to a query of all games that count, with their number."""
    interval = estimate.interval
    share = estimate.measure is Measure.SHARE
    number, ends = told(*interval.finite, share=share)
    if interval.value is not None and not share:
        number = _plain(interval)
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


PRIOR = (
    "Dirichlet's with 1/2 for each outcome listed, and for any others together; those "
    "known to be impossible under the rules are left out; of a chance Beta(1/2, 1/2). "
    "Winners and endings have a prior each, so what both tell, such as games that are "
    "unfinished, differs by it, visibly with few games"
)
"""The prior of all posteriors, in words."""


def posteriors(
    statistics: Iterable[Estimate], level: float, excluded: Collection[str] = ()
) -> dict[str, tuple[float, float, float]]:
    """The posterior of each share: its mean and the middle part of it.

    Parameters
    ----------
    statistics
        The statistics of the games.
    level
        The probability of the middle part.
    excluded
        The outcomes that the rules exclude.
    """
    impossible = {*excluded}
    if {ENDLESS, STOPPED} <= impossible:
        impossible.add("unfinished")

    def may_happen(estimate: Estimate) -> bool:
        """Whether an outcome was seen, or the rules do not exclude it."""
        outcome = estimate.statistic.removeprefix(f"{estimate.column} ")
        return bool(estimate.interval.value) or outcome not in impossible

    shares = [
        (estimate, round(estimate.interval.value * estimate.games))
        for estimate in statistics
        if estimate.measure in (Measure.SHARE, Measure.ANY)
        and estimate.interval.value is not None
        and may_happen(estimate)
    ]
    listed: Counter[str] = Counter()
    seen: Counter[str] = Counter()
    for estimate, games in shares:
        if estimate.code is not None:
            listed[estimate.column] += 1
            seen[estimate.column] += games

    def outcomes(estimate: Estimate) -> int:
        """How many outcomes exhaust the games, with one for those that are not listed."""
        number = listed[estimate.column] if estimate.code is not None else 1
        others = number == 1 or seen[estimate.column] < estimate.games
        return number + others

    return {
        estimate.statistic: posterior(games, estimate.games, level, outcomes(estimate))
        for estimate, games in shares
    }


def posterior_blocks(
    found: Mapping[str, tuple[float, float, float]], level: float
) -> tuple[Block, ...]:
    """A table of posteriors, and what they rest on."""
    rows = tuple(
        (by_seat(name), Cell(*told(mean, low, high, share=True)))
        for name, (mean, low, high) in found.items()
    )
    level_words = level_text(level)
    reading = (
        f"The intervals are ranges in which a share lies with a probability of "
        f"{level_words}. The prior is {PRIOR}. Such a range is no confidence "
        "interval; those say how often such intervals contain the true share."
    )
    return Table("", ("posterior", "mean"), rows), Paragraph(reading)


def lasted(
    lengths: Lengths, points: Sequence[int], level: float
) -> list[tuple[Any, ...]]:
    """The table of the games that lasted longer than each length.

    It has how many end by the next length, and the mean and median of the rest.
    """
    rests = [(point, lengths.after(point)) for point in points]
    ends = [*lengths.hazards(points, level), None]
    return [
        (
            point,
            after,
            share,
            after.mean(level).at_least_zero(),
            after.quantile(0.5, level),
        )
        for (point, after), share in zip(rests, ends, strict=True)
    ]


def lasted_values(known: Sequence[tuple[Any, ...]]) -> list[dict[str, Any]]:
    """For each length how many games lasted longer, and what became of them.

    It says how many end by the next length, and how long the rest takes.
    """
    return [
        {"lasted": point, "games": after.n}
        | {
            name: interval and interval.ends
            for name, interval in zip(("ends", "mean", "median"), found, strict=True)
        }
        for point, after, *found in known
    ]


def lasted_blocks(
    known: Sequence[tuple[Any, ...]], level: float, noun: str
) -> tuple[Block, ...]:
    """The rest of the games that have lasted so long, and how to read it."""
    rows = tuple(_lasted_row(*row) for row in known)
    head = (
        f"after {noun}",
        "games not over",
        "end by the next",
        "mean of the rest",
        "median of the rest",
    )
    reading = (
        f"Of the games not over after each number of {noun}. Those that end by the "
        f"next length hold for all rows at once at {level_text(level)} (Bonferroni), "
        "the other intervals each for itself."
    )
    cautions = (
        Paragraph(f"Mean after {whole(point)}: {mean.warning}.")
        for point, _, _, mean, _ in known
        if mean.warning
    )
    return Table("", head, rows), Paragraph(reading), *cautions


def _lasted_row(
    point: int, after: Any, ends: Interval | None, mean: Interval, median: Interval
) -> tuple[Entry, ...]:
    rest = (_cell(mean), _cell(median)) if after.n else ("", "")
    share = "" if ends is None else Number.of(ends, share=True)
    return whole(point), whole(after.n), share, *rest


def luck_blocks(found: Luck) -> tuple[Block, ...]:
    """The parts of a margin's variance, the mean gain, and what they mean."""
    *parts, (gained, gain) = found.parts().items()
    rows = tuple((name, Number.of(share, share=True)) for name, share in parts)
    value = (
        f"{capital(gained)}: {_plain(gain)}{_in_brackets(gain)}. "
        if gain.value is not None
        else ""
    )
    reading = (
        f"{value}Of {whole(found.deals)} deals, each played twice in either seating "
        "with other random numbers; standard deviation "
        f"{figures(found.deviation)}. Intervals at {level_text(gain.level)}: "
        f"{' or '.join(procedures(share for _, share in parts)) or 'none'}."
    )
    cautions = (
        Paragraph(f"{capital(name)}: {share.warning}.")
        for name, share in parts
        if share.warning
    )
    head = (f"variance of {found.judged}", "share")
    return Table("", head, rows), Paragraph(reading), *cautions


def reach(measures: Mapping[Measure, Interval]) -> str:
    """The range that 95 % of the games of a measured column lie in."""
    low = measures[Measure.LOW]
    high = measures[Measure.HIGH]
    if low.finite[0] is None:
        return ""
    if high.never:
        return f"{_plain(low)} to endless"
    return "" if high.value is None else f"{_plain(low)} to {_plain(high)}"


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


def _cell(interval: Interval) -> Cell:
    """A number of one variant, with its interval."""
    return Cell(_plain(interval), _ends(interval))


def _ends(interval: Interval) -> str:
    value, low, high = interval.finite
    if value is None:
        return ""
    if interval.at_least and low is not None:  # the high end is a lower bound too
        return f"at least {figures(low, 4)}"
    return span(low, high)


def _in_brackets(interval: Interval) -> str:
    ends = _ends(interval)
    return f" ({ends})" if ends else ""


def _mean(interval: Interval, statistics: Sequence[Estimate]) -> Cell:
    """A mean: a lower bound where games were stopped, none of what grows for ever."""
    if not interval.at_least or interval.low is None or interval.value is None:
        return _cell(interval)
    if any(
        estimate.statistic == f"{ENDING} {ENDLESS}" and estimate.interval.value
        for estimate in statistics
    ):
        return Cell("none")
    value = estimate_text(interval.value, interval.low, interval.high)
    return Cell(f"≥ {value}", f"at least {figures(interval.low, 4)}")


def _plain(interval: Interval) -> str:
    value, low, high = interval.finite
    if value is None:
        return "never" if interval.never else ""
    return ("≥ " if interval.at_least else "") + estimate_text(value, low, high)
