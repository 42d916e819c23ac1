"""The order of a report.

It says which topics a report has, which comes first, and what the answer at the top
says.

The sections themselves are in :mod:`reports.sections`; the formats decide how they
look.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import TYPE_CHECKING

from reports.answer import first_screen
from reports.facts import Facts, gather
from reports.printable import with_texts
from reports.sections import (
    comparison,
    counts,
    endings,
    lengths,
    method,
    positions,
    queries,
    rules,
    tournament,
    winners,
)
from sim.contract.answer import Answer, Command, Figure, Listing, Section
from sim.contract.game import Game
from sim.errors import unknown

if TYPE_CHECKING:
    from sim.runs import Run

PARTS: dict[str, Callable[[Facts], Section | None]] = {
    "length": lengths.lengths,
    "comparison": comparison.comparison,
    "winner": endings.winner,
    "endings": endings.endings,
    "counts": counts.counts,
    "deal": winners.winners,
    "forecast": winners.forecasts,
    "positions": positions.section,
    "tournament": tournament.tournament,
    "mixture": tournament.mixture,
    "asked": queries.queries,
}
"""The parts of a report about any game, by the names that the text of an
author shows; a game can have more (:class:`sim.contract.hooks.Hooks`)."""

GENERAL = (
    *("positions", "length", "comparison"),
    *("winner", "endings", "counts", "deal", "forecast"),
)
"""The topics of any game."""

OF_CHOICE = ("winner", "endings", "comparison", "counts", "length")
"""The topics of games of choice: who wins comes first."""


def parts(game: Game) -> dict[str, Callable[[Facts], Section | None]]:
    """The parts that a report about a game can have, by name."""
    return {**PARTS, **game.hooks.parts}


_APOSTROPHE = re.compile(r"(?<=\w)'(?=\w)|(?<=s)'(?=[ ,.;:)”])")


def typeset(report: Answer) -> Answer:
    """A report with one kind of apostrophes; what is to be copied stays as it is."""
    typed: Answer = with_texts(
        report, partial(_APOSTROPHE.sub, "’"), (Command, Listing)
    )
    return typed


def check_topics(game: Game, shown: Sequence[str]) -> None:
    """Refuse parts that a report about a game does not have."""
    known = parts(game)
    for name in shown:
        if name not in known:
            raise unknown("part", name, known, where="answer.text")


def _usual_topics(facts: Facts) -> Sequence[str]:
    if facts.run.scenario.tournament:
        return ["tournament", "mixture"]
    if facts.game.hooks.order:
        return facts.game.hooks.order
    if facts.game.policies is not None:
        return OF_CHOICE
    # If hands are named, the sides are not equal, and who wins comes first.
    first = ("positions", "winner", "endings") if facts.uneven else ()
    return sorted(GENERAL, key=lambda name: name not in first)


def evidence(facts: Facts) -> list[Section]:
    """The sections of a report whose scenario has no text of an author.

    Parameters
    ----------
    facts
        The run.
    """
    known = parts(facts.game)
    made = (known[name](facts) for name in ("asked", *_usual_topics(facts)))
    return [section for section in made if section is not None]


def compose(run: Run) -> Answer:
    """The report of a run: the answer first, then the evidence."""
    facts = gather(run)
    known = parts(facts.game)

    @cache
    def made(name: str, shown: tuple[str, ...] = ()) -> Section | None:
        check_topics(facts.game, [name])
        return known[name](facts.about(shown) if shown else facts)

    answer = first_screen(facts, made)
    sections = list(answer.sections) or evidence(facts)
    whole = replace(answer, sections=tuple(sections))
    report = replace(
        answer,
        title=facts.title,
        question=facts.question,
        subtitle=rules.subtitle(facts),
        sections=(
            *(_without(section, answer.picture) for section in sections),
            *filter(None, [tournament.ways(facts)]),
            rules.rules(facts),
            method.sureness(facts, whole),
            method.method(facts, whole, run),
        ),
    )
    return typeset(report)


def _without(section: Section, picture: Figure | None) -> Section:
    """A section without the picture that the answer has shown already."""
    if picture is None:
        return section
    shown = (picture.caption, picture.alt)
    kept = [
        block
        for block in section.blocks
        if not (isinstance(block, Figure) and (block.caption, block.alt) == shown)
    ]
    return replace(section, blocks=tuple(kept))
