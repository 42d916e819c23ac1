"""``--same-within`` of ``warlab compare``: whether variants are the same within a margin."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sim.commands import arguments
from sim.commands.screen import table
from sim.errors import UserError

if TYPE_CHECKING:
    from sim.counts.comparison import Compared
    from sim.runs import Run

WHERE = "--same-within"

SameWithin = Annotated[
    list[str] | None,
    typer.Option(
        WHERE,
        metavar="MARGIN",
        help='Whether variants are the same within a margin: "rounds mean 1 %", or "1 %" for the mean length.',
    ),
]

_ONLY_A_MARGIN = re.compile(r"\s*[0-9.]+(?:e-?[0-9]+)?\s*%?\s*", re.IGNORECASE)
_VERDICTS = {"same": "the same", "different": "not the same", "open": "cannot tell"}


def sameness(run: Run, margins: Sequence[str] | None, level: float) -> list[Compared]:
    """Return all comparisons with the margins that were typed."""
    from sim.counts.comparison import compared_with_margin
    from sim.stats.equivalence import interval_level

    if not margins:
        return []
    aims = arguments.aims([_with_statistic(run, text) for text in margins], WHERE)
    inner = interval_level(level)
    if inner <= 0:
        raise UserError(
            f"{level:g} is too low for two one-sided tests", where="--level", cure="give more than 0.5"
        )
    differences, values = run.differences(inner), run.estimates(level)
    return [
        comparison for aim in aims for comparison in compared_with_margin(differences, values, aim, WHERE)
    ]


def _with_statistic(run: Run, text: str) -> str:
    """Return a margin with its statistic: by default the mean length of a game."""
    from sim.counts.declarations import declared

    lengths = declared(run.game).lengths()
    if not _ONLY_A_MARGIN.fullmatch(text):
        return text
    if not lengths:
        raise UserError(
            f"{text!r} names no statistic", where=WHERE, cure='name one, such as "player 0 wins 0.01"'
        )
    return f"{lengths[0].name} mean {text}"


def sameness_parts(comparisons: Sequence[Compared], level: float) -> list[Any]:
    """Return the table of the comparisons, for the terminal."""
    from reports.numbers import estimate, level_text, percent, percent_span, span
    from sim.stats.equivalence import interval_level

    if not comparisons:
        return []
    rows = []
    for comparison in comparisons:
        value, low, high = comparison.interval.finite
        if value is None:
            texts = ("unknown", "")
        elif comparison.target.relative:
            texts = (percent(value, low, high), percent_span(low, high))
        else:
            texts = (estimate(value, low, high), span(low, high))
        pair = f"{comparison.variant}, less {comparison.versus}"
        rows.append((str(comparison.target), pair, _VERDICTS[comparison.decision], *texts))
    heads = ("the same?", "variants", "verdict", "difference", "interval")
    shown = level_text(interval_level(level))
    told = f"Intervals of this table at {shown}: two one-sided tests at {level_text(1 - level)} each."
    return [
        "",
        table(heads, rows, words=3, grow=True),
        "",
        f"{told} Variants are called the same if the whole interval lies within the margin.",
    ]


def sameness_values(comparisons: Sequence[Compared]) -> list[dict[str, Any]]:
    """Return the comparisons for programs."""
    return [
        {
            "statistic": comparison.target.statistic,
            "margin": comparison.target.half_width,
            "relative": comparison.target.relative,
            "variant": comparison.variant,
            "versus": comparison.versus,
            **dict(zip(("value", "low", "high"), comparison.interval.finite, strict=True)),
            "level": comparison.interval.level,
            "decision": comparison.decision,
        }
        for comparison in comparisons
    ]
