"""The page "What to bid" and its data files."""

from __future__ import annotations

from reports.site.bids.tables import games, layers, name_of
from reports.site.page import Asset, Page, Part, asset, data
from reports.templating import render

PATH = "bids/"

SCRIPTS = ("numbers.js", "equilibria.js", "bids.js")

MOST_CARDS = 8

USUAL_CARDS = 5
"""Of each player at first."""


def part(most: int = MOST_CARDS) -> Part:
    """Return the page and its data."""
    kept = [game for game in games() if game[0] <= most]
    largest = {
        name_of(0, objective, carry)[:-2]: max(n for n, own, two in kept if (own, two) == (objective, carry))
        for _, objective, carry in kept
    }
    page = Page(
        path=PATH,
        title="What to bid in GOPS",
        description="Choose the hands, the prizes and the card turned up, and see the bids that nobody can exploit.",
        body=render(
            "site/templates/bids.html.j2",
            largest=largest,
            cards=range(1, max(largest.values()) + 1),
            usual=min(USUAL_CARDS, max(largest.values())),
        ),
        section="bids",
        styles=("tools.css",),
        scripts=SCRIPTS,
        words="goofspiel equilibrium nash strategy mixture solved",
        wide=True,
    )
    files: list[Asset] = []
    for game in kept:
        folder = f"data/bids/{name_of(*game)}"
        files += [data(f"{folder}/{layer['size']}.js", layer) for layer in layers(*game)]
    return Part((page,), (*files, asset("tools.css"), *map(asset, SCRIPTS)))
