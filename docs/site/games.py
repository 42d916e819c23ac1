"""The games: what each is, where to play it and to read its rules, and the questions about it."""

import re
from collections.abc import Sequence

from docs.site.frame import Files, page, render
from docs.site.questions import Entry
from reports.page.page import playable
from reports.words import capital
from sim.games import GAMES

_COMMAND = re.compile(r" \(`.*?`\)|: `.*")
"""What a summary says of commands and of Python."""


def pages(entries: Sequence[Entry]) -> Files:
    """The page of the games."""
    shown = [
        {
            "name": name,
            "title": game.title,
            "summary": f"{capital(_COMMAND.sub('', game.summary))}.",
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
