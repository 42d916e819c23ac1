"""The whole site, put together from its parts, and its front page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from reports.site import bids, casino, games, guides, questions, reports, search
from reports.site.atlas import page as yours
from reports.site.atlas.tables import Table
from reports.site.page import Entry, Page, Part
from reports.site.viewer import page as viewer
from reports.site.viewer.selection import Chosen
from reports.templating import render
from sim.engine.replaying import Replay

LONGEST = "questions/war-length/"
"""The report whose answer stands at the top."""

SHOWN = (
    "questions/how-long-does-it-last/",
    "questions/can-it-go-on-for-ever-how-often/",
    "questions/what-if-i-run-out-of-cards-in-a-war/",
    "questions/how-many-aces-make-me-the-favourite/",
    "questions/do-more-players-make-it-shorter/",
    "questions/is-going-to-war-better-than-surrendering-at-the-casino/",
)
"""The questions on the front page."""


def _front(asked: Sequence[Entry], entries: Sequence[Entry]) -> Part:
    """Return the front page."""
    body = render(
        "site/templates/front.html.j2",
        longest=next((entry for entry in entries if entry.path == LONGEST), None),
        shown=[entry for path in SHOWN for entry in asked if entry.path == path],
        questions=len(asked) + len(entries),
        yours=yours.PATH,
    )
    about = "How long War lasts, what the rules change, what Casino War costs: answers from millions of played games."
    return Part((Page("", "warlab: answers about the card game War", about, body, ""),))


def parts(
    runs: Mapping[str, Path],
    tables: Mapping[str, Table],
    workers: int = 1,
    replays: Iterable[tuple[Chosen, Replay]] | None = None,
    cards: int = bids.MOST_CARDS,
) -> list[Part]:
    """Return all parts of the site."""
    made_reports = reports.reported(runs, workers)
    entries = [report.entry for report in made_reports]
    asked = questions.asked()
    made = [
        _front(asked, entries),
        questions.part(entries),
        reports.part(made_reports),
        yours.part(tables),
        casino.part(),
        viewer.part(replays),
        bids.part(cards),
        games.part([*asked, *entries]),
        guides.part(),
    ]
    return [*made, search.part(made)]
