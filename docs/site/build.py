"""The whole site, put together from its parts."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from docs.site import (
    bids,
    casino,
    front,
    games,
    guides,
    questions,
    reports,
    search,
    story,
)
from docs.site import replays as viewer
from docs.site.atlas import page as yours
from docs.site.atlas.tables import Table
from docs.site.page import Part
from docs.site.selection import Chosen, replays
from sim.engine.replaying import Replay


def parts(
    runs: Mapping[str, Path],
    tables: Mapping[str, Table],
    workers: int = 1,
    shown: Iterable[tuple[Chosen, Replay]] | None = None,
    cards: int = bids.MOST_CARDS,
) -> list[Part]:
    """Return all parts of the site."""
    told_runs = reports.reported(runs, workers)
    entries = [entry for entry, _ in told_runs]
    listed = questions.listed(entries)
    played = list(replays() if shown is None else shown)
    told = story.part(tables)
    made = [
        front.part(
            listed, played[0][1] if played else None, story.PATH if told.pages else ""
        ),
        told,
        questions.part(entries),
        reports.live_charts(),
        *(own for _, own in told_runs),
        yours.part(tables),
        casino.part(),
        viewer.part(played),
        bids.part(cards),
        games.part(listed),
        guides.part(),
    ]
    return [*made, search.part(made)]
