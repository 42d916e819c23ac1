"""The front page: the first answer, a game of War that plays itself, and what people ask."""

from collections.abc import Sequence

from docs.site import pictures
from docs.site.atlas import page as yours
from docs.site.page import Asset, Entry, Page, Part, asset
from docs.site.replays import PATH as REPLAYS
from docs.site.shell import LIVE
from docs.site.templates import render
from reports.numbers import duration, whole
from reports.viewer.steps import steps
from sim.contract.vocabulary import seat_word
from sim.engine.replaying import Replay
from sim.scenario.models import SECONDS_PER_PLAY

LONGEST = "questions/how-long-does-it-last/"
"""The question whose answer stands at the top."""

CARD = f"assets/cards/{LONGEST.split('/')[1]}.jpg"

SHOWN = (
    "questions/can-it-go-on-for-ever-how-often/",
    "questions/what-if-i-run-out-of-cards-in-a-war/",
    "questions/how-many-aces-make-me-the-favourite/",
    "questions/do-more-players-make-it-shorter/",
    "questions/can-four-aces-beat-the-other-48-cards/",
    "questions/is-going-to-war-better-than-surrendering-at-the-casino/",
)
"""The other questions on the front page."""

MINUTES = SECONDS_PER_PLAY / 60
"""For a card of each player."""


def part(entries: Sequence[Entry], shown: Replay | None, story: str) -> Part:
    """Return the front page; with the page of the story, if there is one, and a game that plays itself."""
    by_path = {entry.path: entry for entry in entries}
    game = shown and _game(shown)
    body = render(
        "pages/front.html.j2",
        longest=by_path[LONGEST],
        shown=[by_path[path] for path in SHOWN],
        questions=len(entries),
        yours=yours.PATH,
        story=story,
        live=LIVE,
        game=game,
    )
    about = "How long War lasts, what the rules change, what Casino War costs: answers from millions of played games."
    page = Page(
        "",
        "warlab: answers about the card game War",
        about,
        body,
        "",
        styles=("pictures.css",),
        card=CARD,
    )
    moves = held(shown)[0] if shown else []
    sheet = Asset(
        "assets/pictures.css", asset("pictures.css").content + moving(moves).encode()
    )
    return Part((page,), (sheet,))


def held(replay: Replay) -> tuple[list[int], int]:
    """Return how many cards the first player of two holds after each step that changes it, and all cards there are."""
    sizes = [step["s"] for step in steps(replay) if "s" in step]
    return [own for own, _ in sizes], max(own + other for own, other in sizes)


def moving(moves: Sequence[int]) -> str:
    r"""Return the style sheet's steps of a game that plays itself: the cards that the first player holds."""
    # At the end the picture stands still for a moment before it begins again.
    at = [
        f"{90 * place / max(len(moves) - 1, 1):.5g}% {{ --held: {own}; }}"
        for place, own in enumerate(moves)
    ]
    return f"@keyframes game {{ {' '.join(at)} }}\n"


def _game(replay: Replay) -> dict[str, object]:
    own, cards = held(replay)
    row = replay.row
    said = (
        f"Game {replay.number:,} of seed {replay.seed}, from 26 cards each to the end: {whole(row['rounds'])} rounds, "
        f"{duration(row['plays'] * MINUTES)} at a table. The {seat_word(row['winner'])} wins."
    )
    return {"course": pictures.course(own, cards), "said": said, "path": REPLAYS}
