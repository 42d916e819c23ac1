"""Additions to the answer of ``warlab play``: ``--lasted``, ``--luck`` and ``--posterior``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from reports.cells import cell
from reports.numbers import figures, level_text, told, whole
from reports.words import by_seat, capital
from sim.commands.figures import number, procedures
from sim.contract.answer import (
    Block,
    Cell,
    Entry,
    Number,
    Paragraph,
    Table,
)
from sim.contract.columns import ENDLESS, STOPPED
from sim.stats import Estimate, Interval, Lengths, Measure
from sim.stats.shares import posterior
from sim.tournaments.luck import Luck

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
    rest = (number(mean), number(median)) if after.n else ("", "")
    share = "" if ends is None else Number.of(ends, share=True)
    return whole(point), whole(after.n), share, *rest


def luck_blocks(found: Luck) -> tuple[Block, ...]:
    """The parts of a margin's variance, the mean gain, and what they mean."""
    *parts, (gained, gain) = found.parts().items()
    rows = tuple((name, Number.of(share, share=True)) for name, share in parts)
    mean = cell(number(gain))
    value = f"{capital(gained)}: {mean.text} ({mean.interval}). "
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
