"""The games: what each is, where to play it and to read its rules, and the questions about it."""

from collections.abc import Sequence

from docs.site import documents
from docs.site.frame import Files, page, render
from docs.site.questions import Entry
from reports.page.page import playable
from reports.words import capital
from sim.games import GAMES


def pages(entries: Sequence[Entry]) -> Files:
    """The page of the games."""
    shown = [
        {
            "name": name,
            "title": game.title,
            "summary": f"{capital(documents.summary(game.summary))}.",
            "questions": [entry for entry in entries if entry.game == name],
            "played": name in playable(),
        }
        for name, game in GAMES.items()
    ]
    return page(
        "games.html",
        "Games",
        "War and its relatives: what each is, and what has been asked about it.",
        render("pages/games.html.j2", games=shown),
    )
