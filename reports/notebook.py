"""Results in a notebook: the answer first, then its numbers, as Markdown.

A notebook asks a result for its ``_repr_markdown_``, and
:class:`sim.machine.notebook.NotebookResult` asks this module.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import fields, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from reports.markdown import render
from reports.numbers import level_text, p_value
from reports.words import capital
from sim.contract.answer import (
    Answer,
    Cell,
    Entry,
    Listing,
    Number,
    Paragraph,
    Table,
)
from sim.words import games_words

if TYPE_CHECKING:
    from sim.engine.replaying import Replay
    from sim.runs import Run
    from sim.solver.solution import Solution
    from sim.stats import Estimate
    from sim.tournaments.standings import Tournament

MOST_STEPS = 20
"""The events of a game that are shown."""

LONGEST = 60
"""The letters of the longest fraction that is shown."""


def markdown(value: object) -> str:
    """A result as Markdown: a run, a replay, a tournament, an estimate or an exact result."""
    names = [kind.__name__ for kind in type(value).__mro__]
    answer = next((KINDS[name] for name in names if name in KINDS), of_exact)
    return render(answer(value)).strip()


def of_run(run: Run) -> Answer:
    """The answer of a run: the first screen of its report, and how far it is."""
    from reports.contents import compose

    state = run.status()
    where = f"{run.path}: {state.why}"
    if not state.games_done:
        title = run.scenario.question or run.scenario.title
        return Answer(
            title=title, headline="No game has been played yet.", subtitle=where
        )
    return replace(compose(run), picture=None, sections=(), subtitle=where)


def of_replay(replay: Replay) -> Answer:
    """How a game ended, and its first events."""
    steps = [str(event) for event in replay.events]
    settings, _, _ = str(replay).partition("\n\n")
    title, _, settings = settings.partition("\n")
    more = len(steps) - MOST_STEPS
    return Answer(
        title=title,
        headline=f"{capital(steps[-1])}.",
        blocks=(Listing("\n".join([settings, "", *steps[:MOST_STEPS]])),),
        reading=f"and {more:,} more events, which print() shows" if more > 0 else "",
    )


def of_estimate(result: Estimate) -> Answer:
    """A statistic with its interval, and how it was computed."""
    interval = result.interval
    whose = (
        f"{result.variant}, less {result.versus}" if result.versus else result.variant
    )
    estimate = Number.of(interval, share=bool(result.outcome))
    row: list[Entry] = [result.statistic, estimate]
    head = [whose, "estimate"]
    if result.p_holm is not None:
        row.append(p_value(result.p_holm))
        head.append("p by Holm's method")
    made = f"{level_text(interval.level)}, {interval.method}"
    return Answer(
        blocks=(
            Table("", tuple(head), (tuple(row),)),
            Paragraph(f"{games_words(result.games)}; {made}."),
        ),
        cautions=tuple(filter(None, [interval.warning])),
    )


def of_tournament(tournament: Tournament) -> Answer:
    """The ranking of a tournament."""
    return Answer(
        headline=f"{tournament.ranking[0].name} has the largest mean margin.",
        blocks=(Listing(str(tournament)),),
    )


def of_solution(solution: Solution[Any]) -> Answer:
    """An equilibrium of the first moves of a game of choice."""
    return solution.answer()


def of_exact(result: Any) -> Answer:
    """The numbers of an exact result, as its attributes are called.

    Fractions are added where they are short.
    """
    names = [field.name for field in fields(result)]
    names += [
        name
        for name, attribute in vars(type(result)).items()
        if isinstance(attribute, property | cached_property)
    ]
    known = {name.replace("_", " "): getattr(result, name) for name in names}
    rows = tuple(
        (name, Number(float(value), places=4), _fraction(value))
        for name, value in known.items()
        if isinstance(value, Fraction | float | int)
    )
    about = re.split(r"[.;:,\n]", type(result).__doc__ or "")[0].strip()
    return Answer(
        headline=f"{about}, exactly.",
        blocks=(Table("", ("", "value", "as a fraction"), rows),),
    )


def _fraction(value: Fraction | float) -> Cell:
    """A fraction, if it is one and short."""
    text = str(value) if isinstance(value, Fraction) else ""
    return Cell(text if len(text) <= LONGEST else "")


KINDS: dict[str, Callable[[Any], Answer]] = {
    "Run": of_run,
    "Replay": of_replay,
    "Estimate": of_estimate,
    "Tournament": of_tournament,
    "Solution": of_solution,
}
"""What shows each kind of result, by the name of its class; exact results show their
numbers."""
