"""The whole site, put together from its parts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from reports.site import casino, front, games, guides, questions, reported, search
from reports.site.atlas import page as yours
from reports.site.atlas.tables import Table
from reports.site.bids import page as bids
from reports.site.page import Part
from reports.site.viewer import page as viewer
from reports.site.viewer.chosen import Chosen
from sim.engine.replaying import Replay


def parts(
    runs: Mapping[str, Path],
    tables: Mapping[str, Table],
    workers: int = 1,
    replays: Iterable[tuple[Chosen, Replay]] | None = None,
    cards: int = bids.MOST_CARDS,
) -> list[Part]:
    """Return all parts of the site."""
    told = reported.reported(runs, workers)
    entries = [one.entry for one in told]
    asked = questions.asked()
    made = [
        front.part(asked, entries),
        questions.part(entries),
        reported.part(told),
        yours.part(tables),
        casino.part(),
        viewer.part(replays),
        bids.part(cards),
        games.part([*asked, *entries]),
        guides.part(),
    ]
    return [*made, search.part(made)]
