"""The front page: the answers first, and the way to everything else."""

from __future__ import annotations

from collections.abc import Sequence

from reports.site.atlas import page as yours
from reports.site.page import Entry, Page, Part
from reports.templating import render

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


def part(asked: Sequence[Entry], reports: Sequence[Entry]) -> Part:
    """Return the front page."""
    body = render(
        "site/templates/front.html.j2",
        longest=next((one for one in reports if one.path == LONGEST), None),
        shown=[one for path in SHOWN for one in asked if one.path == path],
        questions=len(asked) + len(reports),
        yours=yours.PATH,
    )
    about = "How long War lasts, what the rules change, what Casino War costs: answers from millions of played games."
    return Part((Page("", "warlab: answers about the card game War", about, body, ""),))
