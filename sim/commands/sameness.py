"""Sameness: whether the variants of a run are the same within margins."""

import re
from collections.abc import Sequence
from typing import Any

from reports.numbers import level_text
from sim.commands import arguments
from sim.commands.figures import as_played
from sim.contract.answer import Answer, Block, Entry, Number, Paragraph, Table
from sim.counts.comparison import Compared, compared_with_margin
from sim.counts.declarations import declared
from sim.errors import UserError
from sim.runs.results import Results
from sim.stats.power import interval_level

WHERE = "--same-within"

_ONLY_A_MARGIN = re.compile(r"\s*[0-9.]+(?:e-?[0-9]+)?\s*%?\s*", re.IGNORECASE)
_VERDICTS = {"same": "the same", "different": "not the same", "open": "cannot tell"}


def answer(run: Results, margins: Sequence[str], level: float) -> Answer:
    """Whether the variants are the same within the margins that were typed.

    Parameters
    ----------
    run
        The games of the variants.
    margins
        The margins, each of a statistic or of the mean length.
    level
        The confidence level.
    """
    found = _compared(run, margins, level)
    if not found:
        return Answer(data={})
    return Answer(blocks=_blocks(found, level), data={"same_within": _values(found)})


def _compared(run: Results, margins: Sequence[str], level: float) -> list[Compared]:
    """All comparisons with the margins that were typed."""
    aims = arguments.aims([_with_statistic(run, text) for text in margins], WHERE)
    inner = interval_level(level)
    if inner <= 0:
        raise UserError(
            f"{level:g} is too low for two one-sided tests",
            where="--level",
            cure="give more than 0.5",
        )
    known = run.differences(inner), run.estimates(level)
    columns = declared(run.game).columns
    return [
        comparison
        for aim in aims
        for comparison in compared_with_margin(*known, aim, columns, WHERE)
    ]


def _with_statistic(run: Results, text: str) -> str:
    """A margin with its statistic: by default the mean length of a game."""
    lengths = declared(run.game).lengths()
    if not _ONLY_A_MARGIN.fullmatch(text):
        return text
    if not lengths:
        raise UserError(
            f"{text!r} names no statistic",
            where=WHERE,
            cure='name one, such as "player 0 wins 0.01"',
        )
    return f"{lengths[0].name} mean {text}"


def _blocks(comparisons: Sequence[Compared], level: float) -> tuple[Block, ...]:
    """The table of the comparisons, and how to read it."""
    rows = tuple(
        (
            str(comparison.target),
            f"{comparison.variant}, less {comparison.versus}",
            _VERDICTS[comparison.decision],
            _difference(comparison),
        )
        for comparison in comparisons
    )
    head = ("the same?", "variants", "verdict", "difference")
    shown = level_text(interval_level(level))
    reading = (
        f"Intervals of this table at {shown}: two one-sided tests at "
        f"{level_text(1 - level)} each. Variants are called the same if the whole "
        f"interval lies within the margin.{as_played(comparisons)}"
    )
    table = Table("", head, rows, text_columns=frozenset({1, 2}))
    return table, Paragraph(reading)


def _difference(comparison: Compared) -> Entry:
    if comparison.interval.finite[0] is None:
        return "unknown"
    return Number.of(comparison.interval, share=comparison.target.relative)


def _values(comparisons: Sequence[Compared]) -> list[dict[str, Any]]:
    """The comparisons for programs."""
    return [
        {
            "statistic": comparison.target.statistic,
            "margin": comparison.target.half_width,
            "relative": comparison.target.relative,
            "variant": comparison.variant,
            "versus": comparison.versus,
            **comparison.interval.ends,
            "level": comparison.interval.level,
            "decision": comparison.decision,
        }
        for comparison in comparisons
    ]
