"""The page of remarkable games, with their data files."""

from collections.abc import Sequence

from docs.site.frame import Files, data, page, render
from docs.site.selection import AMONG, Chosen
from reports.numbers import whole
from reports.viewer.steps import story
from sim.engine.replaying import Replay


def pages(games: Sequence[tuple[Chosen, Replay]]) -> Files:
    """The page and the games."""
    body = render(
        "pages/replays.html.j2",
        games=[chosen for chosen, _ in games],
        among=whole(AMONG),
    )
    files = page(
        "replays.html",
        "Games card by card",
        "Remarkable games of War and its relatives to step through: cards, ties and how "
        "the packets grow.",
        body,
        section="games.html",
        styles=("viewer.css",),
        scripts=("viewer.js", "replays.js"),
    )
    for chosen, replay in games:
        files |= data(f"data/replays/{chosen.key}.js", story(replay))
    return files
