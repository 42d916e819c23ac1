"""Statistics of one variant in the terminal, as two tables or one line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from reports.numbers import estimate as estimate_text
from reports.numbers import figures, level_text, span, told, whole
from reports.words import by_seat, capital
from sim.commands.screen import table
from sim.contract.columns import ENDING, ENDLESS
from sim.counts.comparison import Compared
from sim.counts.summary import OF_A_COUNT
from sim.stats import Estimate, Interval, Lengths, Measure, Unfinished
from sim.stats.intervals import posterior
from sim.tournaments.luck import Luck

if TYPE_CHECKING:
    from rich.console import Group
    from rich.table import Table


Measured = Mapping[str, Mapping["Measure", "Interval"]]
"""The statistics of one variant for each of its measured columns."""


def measured(statistics: Iterable[Estimate]) -> Measured:
    """Return the statistics of the columns that have a mean, in the order of the summary."""
    columns: dict[str, dict[Measure, Interval]] = {}
    for estimate in statistics:
        if estimate.measure in OF_A_COUNT:
            columns.setdefault(estimate.column, {})[estimate.measure] = (
                estimate.interval
            )
    return columns


def as_played(statistics: Iterable[Estimate | Compared]) -> str:
    """Return how unfinished games count in statistics that are shown without their method; "" if there are none."""
    left = any(each.interval.unfinished is not Unfinished.ABSENT for each in statistics)
    return " Unfinished games count as far as they were played." if left else ""


def shares(statistics: Iterable[Estimate]) -> list[Estimate]:
    """Return the shares of games among the statistics of one variant."""
    return [estimate for estimate in statistics if estimate.measure not in OF_A_COUNT]


def counts_table(statistics: Sequence[Estimate]) -> Table | Group:
    """Return a table with a row for each measured column: mean, median, 95 % of all games, the largest value."""
    rows = []
    for name, own in measured(statistics).items():
        middle = (
            _mean(own[Measure.MEAN], statistics),
            _with_interval(own[Measure.MEDIAN]),
        )
        rows.append((name, *middle, reach(own), _plain(own[Measure.LARGEST])))
    return table(("in a game", "mean", "median", "95 % of games", "most"), rows)


def shares_table(statistics: Sequence[Estimate]) -> Table | Group:
    """Return a table with a row for each share of games: who won, how it ended, what happened in it."""
    rows = []
    for estimate in shares(statistics):
        share, ends = told(
            estimate.interval.value,
            estimate.interval.low,
            estimate.interval.high,
            share=True,
        )
        if share:
            rows.append((by_seat(estimate.statistic).removeprefix("the "), share, ends))
    return table(("of all games", "share", "interval"), rows)


def answers_table(asked: Sequence[Estimate]) -> list[Table | Group | str]:
    """Return a table with a row for each query, and why some answers are doubtful."""
    rows, cautions = [], list[str]()
    for estimate in asked:
        number, ends = told(
            *estimate.interval.finite, share=estimate.measure is Measure.SHARE
        )
        if number and estimate.measure is not Measure.SHARE:
            number = _plain(estimate.interval)
            ends = ends or estimate.interval.refusal or "too few games"
        answer = (number or "no game meets the condition", ends)
        doubt = estimate.interval.doubt
        cautions += [f"* {capital(doubt)}."] if doubt else []
        rows.append(
            (estimate.statistic + " *" * bool(doubt), *answer, whole(estimate.games))
        )
    return [
        table(("asked", "answer", "interval", "games that count"), rows),
        *dict.fromkeys(cautions),
    ]


PRIOR = "Dirichlet's with 1/2 for each outcome that the rules allow; of a chance Beta(1/2, 1/2)"
"""The prior of all posteriors, in words."""


def posteriors(
    statistics: Iterable[Estimate], level: float
) -> dict[str, tuple[float, float, float]]:
    """Return the posterior of each share: its mean and the middle part of it."""
    shares = [
        (each, round(each.interval.value * each.games))
        for each in statistics
        if each.measure in (Measure.SHARE, Measure.ANY)
        and each.interval.value is not None
    ]
    listed: Counter[str] = Counter()
    seen: Counter[str] = Counter()
    for each, games in shares:
        if each.code is not None:
            listed[each.column] += 1
            seen[each.column] += games

    def outcomes(each: Estimate) -> int:
        """How many outcomes exhaust the games, with one for those that are not listed."""
        number = listed[each.column] if each.code is not None else 1
        others = number == 1 or seen[each.column] < each.games
        return number + others

    return {
        each.statistic: posterior(games, each.games, level, outcomes(each))
        for each, games in shares
    }


def posterior_table(
    found: Mapping[str, tuple[float, float, float]], level: float
) -> list[Table | Group | str]:
    """Return a table of posteriors, and what they rest on."""
    rows = [
        (by_seat(name), *told(mean, low, high, share=True))
        for name, (mean, low, high) in found.items()
    ]
    how = f"The prior is {PRIOR}. A share lies in its range with a probability of {level_text(level)}. "
    how += "A range here is no confidence interval; those say how often such intervals contain the true share."
    return [table(("posterior", "mean", f"range at {level_text(level)}"), rows), how]


def lasted(
    lengths: Lengths, points: Sequence[int], level: float
) -> list[tuple[Any, ...]]:
    """Return each length, the rest of the games that lasted longer, how many end by the next, its mean and median."""
    rests = [(point, lengths.after(point)) for point in points]
    ends = [*lengths.hazards(points, level), None]
    return [
        (point, after, share, after.mean(level), after.quantile(0.5, level))
        for (point, after), share in zip(rests, ends, strict=True)
    ]


def lasted_values(known: Sequence[tuple[Any, ...]]) -> list[dict[str, Any]]:
    """Return for each length how many games lasted longer, how many end by the next, and how long the rest takes."""
    return [
        {"lasted": point, "games": after.n}
        | {
            name: each and each.ends
            for name, each in zip(("ends", "mean", "median"), found, strict=True)
        }
        for point, after, *found in known
    ]


def lasted_table(
    known: Sequence[tuple[Any, ...]], level: float, noun: str
) -> list[Table | Group | str]:
    """Return the same as a table, and how to read it."""
    rows, cautions = [], list[str]()
    for point, after, share, mean, median in known:
        ends = (
            ("", "")
            if share is None
            else told(share.value, share.low, share.high, share=True)
        )
        cautions += (
            [f"Mean after {whole(point)}: {mean.warning}."] if mean.warning else []
        )
        longer = (_with_interval(mean), _with_interval(median)) if after.n else ("", "")
        rows.append((whole(point), whole(after.n), *ends, *longer))
    heads = (
        f"after {noun}",
        "games not over",
        "end by the next",
        "interval",
        "mean of the rest",
        "median of the rest",
    )
    how = f"Of the games not over after each number of {noun}. Those that end by the next length hold for all rows at "
    how += f"once at {level_text(level)} (Bonferroni), the other intervals each for itself."
    return [table(heads, rows), how, *cautions]


def luck_table(found: Luck) -> list[Table | Group | str]:
    """Return a table of the parts of a margin's variance, the mean gain, and what they mean."""
    rows, cautions = [], list[str]()
    *shares, (gained, gain) = found.parts().items()
    for name, share in shares:
        value, low, high = share.finite
        rows.append((name, *told(value or 0.0, low, high, share=True)))
        cautions += [f"{capital(name)}: {share.warning}."] if share.warning else []
    said = (
        f"{capital(gained)}: {_with_interval(gain)}. " if gain.value is not None else ""
    )
    said += f"Of {whole(found.deals)} deals, each played twice in either seating with other random numbers; "
    said += f"standard deviation {figures(found.deviation)}. Intervals at "
    said += f"{level_text(gain.level)}: {shares[0][1].procedure or 'none'}."
    return [
        table((f"variance of {found.judged}", "share", "interval"), rows),
        said,
        *cautions,
    ]


def reach(own: Mapping[Measure, Interval]) -> str:
    """Return the range that 95 % of the games of a measured column lie in."""
    low, high = own[Measure.LOW], own[Measure.HIGH]
    if low.finite[0] is None:
        return ""
    if high.never:
        return f"{_plain(low)} to endless"
    return "" if high.value is None else f"{_plain(low)} to {_plain(high)}"


def notes(statistics: Sequence[Estimate], level: str) -> list[str]:
    """Return how the intervals were made, and which of them to treat with caution."""
    columns = measured(statistics)
    procedures = {
        "means": _procedures(own[Measure.MEAN] for own in columns.values()),
        "medians": _procedures(own[Measure.MEDIAN] for own in columns.values()),
        "shares": _procedures(share.interval for share in shares(statistics)),
    }
    said = ", ".join(
        f"{kind} by {' or '.join(names)}" for kind, names in procedures.items() if names
    )
    lines = [
        f"Intervals at {level}: {said}."
        if said
        else "No intervals: every game is the same one."
    ]
    intervals = [interval for own in columns.values() for interval in own.values()]
    if any(interval.at_least for interval in intervals):
        lines.append(
            "≥ marks a lower bound: unfinished games count as far as they were played, also in shares."
        )
    if any(interval.never for interval in intervals):
        lines.append("never and endless: too many games go on for ever.")
    for name, own in columns.items():
        care = own[Measure.MEAN].warning
        lines += [f"Mean of {name}: {care}."] if care else []
    return lines


def _procedures(intervals: Iterable[Interval]) -> list[str]:
    """Return the procedures of the intervals that have an end, each once."""
    return list(
        dict.fromkeys(
            interval.procedure
            for interval in intervals
            if interval.finite[1:] != (None, None)
        )
    )


def _with_interval(interval: Interval) -> str:
    value, low, high = interval.finite
    ends = "" if value is None else span(low, high)
    return _plain(interval) + (f" ({ends})" if ends else "")


def _mean(interval: Interval, statistics: Sequence[Estimate]) -> str:
    """Return a mean; a lower bound alone where games were stopped, and none of what grows for ever in some games."""
    if not interval.at_least or interval.low is None or interval.value is None:
        return _with_interval(interval)
    if any(
        each.statistic == f"{ENDING} {ENDLESS}" and each.interval.value
        for each in statistics
    ):
        return "none"
    value = estimate_text(interval.value, interval.low, interval.high)
    return f"≥ {value} (at least {figures(interval.low, 4)})"


def _plain(interval: Interval) -> str:
    value, low, high = interval.finite
    if value is None:
        return "never" if interval.never else ""
    return ("≥ " if interval.at_least else "") + estimate_text(value, low, high)
