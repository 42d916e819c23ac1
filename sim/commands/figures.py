"""Answers to queries of one set of rules, and what is said of their intervals."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from reports.numbers import whole
from sim.contract.answer import Number, Table
from sim.stats import Estimate, Interval, Measure, Unfinished


def as_played(statistics: Iterable[Estimate]) -> str:
    """How unfinished games count in statistics that are shown without their method.

    "" if there are none.
    """
    left = any(
        found.interval.unfinished is not Unfinished.ABSENT for found in statistics
    )
    return " Unfinished games count as far as they were played." if left else ""


def asked_table(asked: Iterable[Estimate], caption: str) -> Table:
    """The answers to queries, with the games that each is of.

    Parameters
    ----------
    asked
        The answers.
    caption
        What they rest on; may be empty.
    """
    rows = tuple(
        (
            answer.statistic,
            number(answer.interval, share=answer.measure is Measure.SHARE),
            whole(answer.games),
        )
        for answer in asked
    )
    return Table(caption, ("", "answer", "games"), rows)


def number(interval: Interval, *, share: bool = False) -> Number:
    """A number with its interval, or why it has none; of a lower bound only the lower end.

    Parameters
    ----------
    interval
        The estimate with its interval.
    share
        Whether it is a share of games.
    """
    if interval.at_least:
        interval = replace(interval, high=None)
    return Number.of(interval, share=share, note=interval.refusal)


def doubts(asked: Iterable[Estimate]) -> tuple[str, ...]:
    """Why some answers are doubtful, each reason once with the answers it is about."""
    about: dict[str, list[str]] = {}
    for estimate in asked:
        if estimate.interval.doubt:
            about.setdefault(estimate.interval.doubt, []).append(estimate.statistic)
    return tuple(f"{', '.join(names)}: {doubt}." for doubt, names in about.items())


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
