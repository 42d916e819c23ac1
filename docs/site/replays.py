"""Replays: for each game a page that shows its first game card by card."""

from docs.site.frame import Files, alone
from reports.viewer.page import document
from sim.engine.replaying import replay
from sim.games import GAMES


def pages() -> Files:
    """A page for each game, the same as ``warlab replay --html`` writes."""
    files: Files = {}
    for name in GAMES:
        files |= alone(f"replays/{name}.html", document(replay(name, 0, seed=1)))
    return files
