"""The front page: the first answer, a game of War that plays itself, and what people ask."""

from collections.abc import Sequence

from docs.site import drawings
from docs.site.frame import HERE, Files, page, render
from docs.site.questions import Entry
from docs.site.rules import MINUTES
from reports.numbers import duration, whole
from reports.viewer.steps import steps
from sim.contract.vocabulary import seat_word
from sim.engine.replaying import Replay, replay

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
    """The front page, with a game that plays itself, and the style sheet that moves it."""
    shown = replay("war", 0, seed=1)
    by_path = {entry.path: entry for entry in entries}
    held, cards = packets(shown)
    row = shown.row
    time = duration(row["plays"] * MINUTES)
    body = render(
        "pages/front.html.j2",
        longest=by_path[LONGEST],
        shown=[by_path[path] for path in SHOWN],
        questions=len(entries),
        course=drawings.course(held, cards),
        about=f"Game {shown.number:,} of seed {shown.seed}, from 26 cards each to the "
        f"end: {whole(row['rounds'])} rounds, {time} at a table. "
        f"The {seat_word(row['winner'])} wins.",
    )
    files = page(
        "index.html",
        "warlab: answers about the card game War",
        "How long War lasts, what the rules change, what Casino War costs: answers from "
        "millions of played games.",
        body,
        styles=("pictures.css",),
        scripts=("front.js",),
    )
    sheet = (HERE / "assets" / "pictures.css").read_text("utf-8") + moving(held)
    return files | {"assets/pictures.css": sheet.encode()}


def packets(replay: Replay) -> tuple[list[int], int]:
    """How many cards the first player of two holds after each step that changes it, and all cards there are."""
    sizes = [step["s"] for step in steps(replay) if "s" in step]
    return [first for first, _ in sizes], max(map(sum, sizes))


def moving(held: Sequence[int]) -> str:
    r"""The style sheet's steps of a game that plays itself: the cards that the first player holds.

    At the end the picture stands still for a moment before it begins again.

    >>> moving([26, 24, 0])
    '@keyframes game { 0% { --held: 26; } 45% { --held: 24; } 90% { --held: 0; } }\n'
    """
    last = max(len(held) - 1, 1)
    steps = [
        f"{90 * place / last:.5g}% {{ --held: {cards}; }}"
        for place, cards in enumerate(held)
    ]
    return f"@keyframes game {{ {' '.join(steps)} }}\n"
