"""The front page: the first answer, what people ask, and the ways into the site."""

from collections.abc import Sequence

from docs.site.frame import Files, page, render
from docs.site.questions import Entry

LONGEST = "questions/how-long-does-it-last.html"
"""The question whose answer stands at the top."""

SHOWN = (
    "questions/can-it-go-on-for-ever-how-often.html",
    "questions/what-if-i-run-out-of-cards-in-a-war.html",
    "questions/how-many-aces-make-me-the-favourite.html",
    "questions/do-more-players-make-it-shorter.html",
    "questions/can-four-aces-beat-the-other-48-cards.html",
    "questions/is-going-to-war-better-than-surrendering-at-the-casino.html",
)
"""The other questions on the front page."""


def pages(entries: Sequence[Entry]) -> Files:
    """The front page."""
    by_path = {entry.path: entry for entry in entries}
    body = render(
        "pages/front.html.j2",
        longest=by_path[LONGEST],
        shown=[by_path[path] for path in SHOWN],
        questions=len(entries),
    )
    return page(
        "index.html",
        "warlab: answers about the card game War",
        "How long War lasts, what the rules change, what Casino War costs: answers from "
        "millions of played games.",
        body,
    )
