"""The page with the remarkable games, and their data files."""

from __future__ import annotations

from collections.abc import Iterable

from reports.numbers import whole
from reports.site.data import data
from reports.site.page import Page, Part, asset
from reports.site.viewer.chosen import AMONG, Chosen, replays
from reports.site.viewer.steps import story
from reports.templating import render
from sim.engine.replaying import Replay

PATH = "games/replays/"

SCRIPTS = ("numbers.js", "curves.js", "viewer.js", "opened.js", "game.js")


def part(shown: Iterable[tuple[Chosen, Replay]] | None = None) -> Part:
    """Return the page and the games."""
    found = list(replays() if shown is None else shown)
    page = Page(
        path=PATH,
        title="Games card by card",
        description="Remarkable games of War and its relatives to step through: cards, ties and how the packets grow.",
        body=render(
            "site/templates/replays.html.j2",
            games=[(chosen.key, chosen.words) for chosen, _ in found],
            among=whole(AMONG),
        ),
        section="games",
        styles=("tools.css",),
        scripts=SCRIPTS,
        words="replay viewer step longest shortest comeback",
        wide=True,
    )
    files = [data(f"data/replays/{chosen.key}.js", story(replay)) for chosen, replay in found]
    return Part((page,), (*files, asset("tools.css"), *map(asset, SCRIPTS)))
