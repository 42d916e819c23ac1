"""The order of a report: which topics it has, which comes first, and what the answer at the top says.

The sections themselves are in :mod:`reports.sections`; the formats decide how they look.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from reports.answer import first_screen
from reports.facts import DEFAULT_LEVEL, Facts, gather
from reports.sections import (
    comebacks,
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
from reports.sections.games import casino_evening
from reports.sections.games import casino_war as casino
from reports.sections.games import tod_und_leben as life_and_death
from sim.contract.answer import Answer, Figure, Section
from sim.errors import unknown

if TYPE_CHECKING:
    from sim.runs import Run

TOPICS: dict[str, Callable[[Facts], Section | None]] = {
    "length": lengths.lengths,
    "comparison": comparison.comparison,
    "winner": endings.endings,
    "counts": counts.counts,
    "deal": winners.winners,
    "comeback": comebacks.comebacks,
    "positions": positions.section,
    "odds": casino.odds,
    "evening": casino_evening.evening,
    "exact": life_and_death.exact,
    "tournament": tournament.tournament,
    "asked": queries.queries,
}
"""What ``show`` in a scenario's ``[report]`` can name, in the default order, with the section of each; None if the run
has nothing on it."""

GENERAL = ("positions", "length", "comparison", "winner", "counts", "deal", "comeback")
"""The topics of any game."""

OF_CHOICE = ("winner", "comparison", "counts", "length")
"""The topics of games of choice: who wins comes first, and coming back from few cards means nothing."""

OF_A_GAME = {
    "casino-war": ("odds", "evening"),
    "tod-und-leben": ("exact", "winner", "length", "comparison", "counts"),
}
"""The topics of games that have topics of their own, in the order of the report. No other place names a game: a
section that only one game has goes by the type of the rules."""


def check_topics(shown: Sequence[str]) -> None:
    """Refuse unknown topics."""
    for name in shown:
        if name not in TOPICS:
            raise unknown("part", name, TOPICS, where="report.show")


def topics(facts: Facts) -> list[str]:
    """Return the topics in the order of the report."""
    # What the scenario asks in its own words comes first. If hands are named, the sides are not equal, and
    # who wins comes before the other topics of any game.
    shown = facts.run.scenario.report.show
    check_topics(shown or ())
    if shown is not None:
        return list(dict.fromkeys(shown))
    return ["asked", *_usual_topics(facts)]


def _usual_topics(facts: Facts) -> list[str]:
    if facts.run.scenario.tournament:
        return ["tournament"]
    if facts.game.name in OF_A_GAME:
        return list(OF_A_GAME[facts.game.name])
    if facts.game.policies is not None:
        return list(OF_CHOICE)
    return (
        sorted(GENERAL, key=lambda name: name not in ("positions", "winner"))
        if facts.uneven
        else list(GENERAL)
    )


def compose(run: Run, *, level: float = DEFAULT_LEVEL) -> Answer:
    """Return the report of a run: answers first, then the evidence."""
    facts = gather(run, level=level)
    wanted = topics(facts)
    sections = [
        section for name in wanted if (section := TOPICS[name](facts)) is not None
    ]
    answer = first_screen(facts, sections)
    evidence = [_without(section, answer.picture) for section in sections]
    sure = method.method(facts, sections)
    if "winner" not in wanted:
        sure = replace(sure, lead=tuple(endings.unfinished(facts)))
    shown = [*evidence, rules.rules(facts), sure]
    return replace(
        answer,
        title=facts.title,
        question=facts.question,
        subtitle=rules.subtitle(facts),
        sections=(*shown, method.plain_words(facts, shown), method.reproduce(facts)),
    )


def _without(section: Section, picture: Figure | None) -> Section:
    """Return a section without the picture that the answer has shown already."""
    if picture is None:
        return section
    shown = (picture.caption, picture.alt)
    kept = [
        block
        for block in section.blocks
        if not (isinstance(block, Figure) and (block.caption, block.alt) == shown)
    ]
    return replace(section, blocks=tuple(kept))
