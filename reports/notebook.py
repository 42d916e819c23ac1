"""Results in a notebook: the answer first, then its numbers, as a small piece of HTML.

A notebook asks a result for its ``_repr_html_``, and :class:`sim.machine.notebook.NotebookResult` asks this module.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from reports import notebook_exact
from reports.numbers import estimate, level_text, p_value, percent, percent_span, span
from reports.templating import render
from sim.limits import games_words

if TYPE_CHECKING:
    from sim.engine.replaying import Replay
    from sim.runs import Run
    from sim.stats import Estimate
    from sim.tournaments.standings import Tournament

MOST_STEPS = 500
"""The steps of a game that are shown; ``print`` shows them all."""


@dataclass(frozen=True)
class Piece:
    """What is shown of a result."""

    title: str  # what it is
    answer: str  # the answer in a sentence or two
    rows: Sequence[Sequence[str]] = ()  # its numbers: a label, and one or more texts
    head: Sequence[str] = ()  # the titles of the columns; empty for none
    notes: Sequence[str] = ()  # what is said below
    # the title of a list that is folded, and the list
    fold: str = ""
    steps: Sequence[str] = ()


def html(value: object) -> str:
    """Return a result as a small piece of HTML."""
    kinds: dict[str, Callable[[Any], Piece]] = {
        "Run": of_run,
        "Replay": of_replay,
        "Estimate": of_estimate,
        "Tournament": of_tournament,
    }
    for kind in type(value).__mro__:
        if kind.__name__ in kinds:
            return render("templates/notebook.html.j2", one=kinds[kind.__name__](value))
        if kind.__name__ in notebook_exact.KINDS:
            title, answer, head, rows = notebook_exact.KINDS[kind.__name__](value)
            exact = Piece(title, answer, rows, head)
            return render("templates/notebook.html.j2", one=exact)
    raise TypeError(type(value).__name__)


def of_run(run: Run) -> Piece:
    """Return the answer of a run: the first screen of its report, and how far it is."""
    from reports.contents import compose

    state = run.status()
    title = run.scenario.question or run.scenario.title
    where = f"{run.path}: {state.why}"
    if not state.games_done:
        return Piece(title, "No game has been played yet.", notes=(where,))
    answer = compose(run).answer
    return Piece(
        title,
        " ".join(answer.sentences),
        [(one.label, one.text, ", ".join(filter(None, (one.interval, one.note)))) for one in answer.numbers],
        notes=(*answer.cautions, answer.reading, where),
    )


def of_replay(shown: Replay) -> Piece:
    """Return how a game ended, and the game step by step."""
    steps = [str(event) for event in shown.events]
    head, _, _ = str(shown).partition("\n\n")
    more = len(steps) - MOST_STEPS
    return Piece(
        head.splitlines()[0],
        f"{steps[-1][:1].upper()}{steps[-1][1:]}.",
        [tuple(line.split(": ", 1)) for line in head.splitlines()[1:]],
        notes=(", ".join(f"{name} {value}" for name, value in shown.row.items()),),
        fold=f"{len(steps):,} steps",
        steps=[*steps[:MOST_STEPS], *([f"and {more:,} more, which print() shows"] if more > 0 else [])],
    )


def of_estimate(one: Estimate) -> Piece:
    """Return a statistic with its interval, and how it was found."""
    found = one.interval
    value, low, high = found.finite
    share = one.outcome != ""
    if value is None:
        text, ends = "never" if found.never else "unknown", ""
    elif share:
        text, ends = percent(value, low, high), percent_span(low, high, " to ")
    else:
        text, ends = estimate(value, low, high), span(low, high, " to ")
    whose = f"{one.variant}, less {one.versus}" if one.versus else one.variant
    mark = "at least " if found.at_least else ""
    rows = [("interval", ends, level_text(found.level))] if ends else []
    rows += [("games", f"{one.games:,}", "")]
    rows += [("p by Holm's method", p_value(one.p_holm), "")] if one.p_holm is not None else []
    about = f"{one.statistic} ({whose})" if whose else one.statistic
    return Piece(about, f"{mark}{text}", rows, notes=tuple(filter(None, (found.method, found.warning))))


def of_tournament(found: Tournament) -> Piece:
    """Return the ranking of a tournament."""
    first = found.ranking[0]
    rows = []
    for one in found.ranking:
        margin, low, high = one.margin.finite
        margins = "" if margin is None else f"{estimate(margin, low, high)} ({span(low, high, ' to ')})"
        wins, low, high = one.wins.finite
        shares = "" if wins is None else f"{percent(wins, low, high)} ({percent_span(low, high, ' to ')})"
        rows.append((one.name, margins, shares))
    return Piece(
        f"A tournament of {len(found.names)} policies",
        f"{first.name} has the largest mean margin.",
        rows,
        ("", "mean margin", "wins"),
        notes=(f"{games_words(found.deals)} in each meeting, each played in both seats.",),
    )
