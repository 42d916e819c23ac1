"""Results in a notebook: the answer first, then its numbers, as a table that Great Tables draws.

A notebook asks a result for its ``_repr_html_``, and
:class:`sim.machine.notebook.NotebookResult` asks this module.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import cached_property
from html import escape
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from reports.numbers import figures, level_text, p_value, percent, told, whole
from reports.words import capital
from sim.contract.answer import Table
from sim.words import count_words, games_words

if TYPE_CHECKING:
    from sim.engine.replaying import Replay
    from sim.exact.every_deal.answer import WarDeals
    from sim.runs import Run
    from sim.solver.solution import Solution
    from sim.stats import Estimate
    from sim.tournaments.standings import Tournament

MOST_STEPS = 20
"""The events of a game that are shown."""

LONGEST = 60
"""The letters of the longest fraction that is shown."""

MISSING = "Tables in notebooks: pip install 'warlab[notebook]'"


@dataclass(frozen=True)
class Piece:
    """The part of a result that is shown.

    Attributes
    ----------
    title
        What it is.
    answer
        What it says, in a sentence or two.
    head
        The titles of the columns; empty for none.
    rows
        Its numbers: a label, and one or more texts.
    notes
        What stands below; empty ones are left out.
    """

    title: str
    answer: str
    head: Sequence[str] = ()
    rows: Sequence[Sequence[str]] = ()
    notes: Sequence[str] = ()


def html(value: object) -> str:
    """A result as HTML: a run, a replay, a tournament, an estimate or an exact result."""
    names = [kind.__name__ for kind in type(value).__mro__]
    show = next((KINDS[name] for name in names if name in KINDS), of_exact)
    piece = show(value)
    if find_spec("great_tables") is None:
        lines = (piece.title, piece.answer, MISSING)
        return "".join(f"<p>{escape(line)}</p>" for line in lines)
    return _table(piece)


def _table(piece: Piece) -> str:
    import polars as pl
    from great_tables import GT

    places = range(len(piece.rows[0])) if piece.rows else range(1)
    columns = {str(place): [row[place] for row in piece.rows] for place in places}
    table = GT(
        pl.DataFrame(columns, schema=dict.fromkeys(columns, pl.String)), id="warlab"
    )
    table = table.tab_header(title=piece.title, subtitle=piece.answer)
    if piece.head:
        table = table.cols_label(dict(zip(columns, piece.head, strict=True)))
    else:
        table = table.tab_options(column_labels_hidden=True)
    for note in filter(None, piece.notes):
        table = table.tab_source_note(note)
    return str(table.as_raw_html())


def of_run(run: Run) -> Piece:
    """The answer of a run: the first screen of its report, and how far it is."""
    from reports.contents import compose

    state = run.status()
    title = run.scenario.question or run.scenario.title
    where = f"{run.path}: {state.why}"
    if not state.games_done:
        return Piece(title, "No game has been played yet.", notes=(where,))
    answer = compose(run)
    rows = [
        (number.label, number.text, number.beside(", ")) for number in answer.numbers
    ]
    return Piece(
        title,
        " ".join(answer.sentences),
        (),
        rows,
        (*answer.cautions, answer.reading, where),
    )


def of_replay(replay: Replay) -> Piece:
    """How a game ended, and its first events."""
    steps = [str(event) for event in replay.events]
    head, _, _ = str(replay).partition("\n\n")
    title, *settings = head.splitlines()
    events = [("", step) for step in steps[:MOST_STEPS]]
    more = len(steps) - MOST_STEPS
    return Piece(
        title,
        f"{capital(steps[-1])}.",
        rows=[*(tuple(line.split(": ", 1)) for line in settings), *events],
        notes=(
            f"and {more:,} more events, which print() shows" if more > 0 else "",
            ", ".join(f"{name} {value}" for name, value in replay.row.items()),
        ),
    )


def of_estimate(result: Estimate) -> Piece:
    """A statistic with its interval, and how it was computed."""
    interval = result.interval
    text, ends = told(*interval.finite, " to ", share=bool(result.outcome))
    text = text or ("never" if interval.never else "unknown")
    rows = [("interval", ends, level_text(interval.level))] if ends else []
    rows.append(("games", f"{result.games:,}", ""))
    if result.p_holm is not None:
        rows.append(("p by Holm's method", p_value(result.p_holm), ""))
    whose = (
        f"{result.variant}, less {result.versus}" if result.versus else result.variant
    )
    return Piece(
        f"{result.statistic} ({whose})" if whose else result.statistic,
        f"{'at least ' if interval.at_least else ''}{text}",
        rows=rows,
        notes=tuple(filter(None, (interval.method, interval.warning))),
    )


def of_tournament(tournament: Tournament) -> Piece:
    """The ranking of a tournament."""
    rows = []
    for standing in tournament.ranking:
        margin = told(*standing.margin.finite, " to ")
        wins = told(*standing.wins.finite, " to ", share=True)
        rows.append(
            (
                standing.name,
                *(
                    f"{number} ({ends})" if number else ""
                    for number, ends in (margin, wins)
                ),
            )
        )
    return Piece(
        f"A tournament of {len(tournament.names)} policies",
        f"{tournament.ranking[0].name} has the largest mean margin.",
        ("", "mean margin", "wins"),
        rows,
        (
            f"{games_words(tournament.deals)} in each meeting, each played in both seats.",
        ),
    )


def of_solution(solution: Solution[Any]) -> Piece:
    """An equilibrium of the first moves of a game of choice."""
    answer = solution.answer()
    first = [block for block in answer.blocks if isinstance(block, Table)][-1]
    rows = [tuple(map(str, row)) for row in first.rows]
    return Piece(answer.headline, first.caption, first.head, rows)


def of_deals(ends: WarDeals) -> Piece:
    """What becomes of every deal of a small deck of War."""
    named = [(f"player {player} wins", deals) for player, deals in enumerate(ends.wins)]
    named += [
        ("draws", ends.draws),
        ("never end", ends.cycles),
        ("unfinished", ends.unfinished),
    ]
    rows = [
        (label, whole(deals), percent(float(ends.chance(deals))))
        for label, deals in named
    ]
    mean = ends.mean_rounds
    last = (
        ""
        if mean is None
        else f" A game that ends lasts {figures(float(mean), 4)} rounds on average."
    )
    never = f"{whole(ends.cycles)} of {count_words(ends.deals, 'deal')} never end."
    return Piece(
        "Every deal of a small deck of War", never + last, ("", "deals", "chance"), rows
    )


def of_exact(result: Any) -> Piece:
    """The numbers of an exact result, as its attributes are called.

    Fractions are added where they are short.
    """
    names = [field.name for field in fields(result)]
    names += [
        name
        for name, attribute in vars(type(result)).items()
        if isinstance(attribute, property | cached_property)
    ]
    rows = []
    for name in names:
        value = getattr(result, name)
        if isinstance(value, Fraction | float):
            fraction = str(value) if isinstance(value, Fraction) else ""
            number = figures(float(value), 4)
            rows.append(
                (
                    name.replace("_", " "),
                    number,
                    fraction if len(fraction) <= LONGEST else "",
                )
            )
    about = re.split(r"[;:\n]", type(result).__doc__ or "")[0].strip()
    return Piece(about.rstrip("."), "Computed exactly.", ("", "", "exactly"), rows)


KINDS: dict[str, Callable[[Any], Piece]] = {
    "Run": of_run,
    "Replay": of_replay,
    "Estimate": of_estimate,
    "Tournament": of_tournament,
    "Solution": of_solution,
    "WarDeals": of_deals,
}
"""What shows each kind of result, by the name of its class; exact results show their
numbers."""
