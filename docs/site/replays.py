"""The page of remarkable games, with their data files."""

from collections.abc import Sequence

from docs.site.page import Page, Part, asset, data
from docs.site.selection import AMONG, Chosen
from docs.site.templates import render
from reports.numbers import whole
from reports.viewer.steps import story
from sim.engine.replaying import Replay

PATH = "games/replays/"

SCRIPTS = ("numbers.js", "curves.js", "viewer.js", "opened.js", "game.js")


def part(games: Sequence[tuple[Chosen, Replay]]) -> Part:
    """Return the page and the games."""
    page = Page(
        path=PATH,
        title="Games card by card",
        description="Remarkable games of War and its relatives to step through: cards, ties and how the packets grow.",
        body=render(
            "pages/replays.html.j2",
            games=[(chosen.key, chosen.words) for chosen, _ in games],
            among=whole(AMONG),
        ),
        section="games",
        styles=("tools.css",),
        scripts=SCRIPTS,
        words="replay viewer step longest shortest comeback",
    )
    files = [
        data(f"data/replays/{chosen.key}.js", story(replay)) for chosen, replay in games
    ]
    return Part((page,), (*files, asset("tools.css"), *map(asset, SCRIPTS)))
