"""The page "What to bid": the equilibria of GOPS by layer, with the values of the positions; first bids to 13 cards.

The mixtures are those of :mod:`sim.games.gops.equilibria`, bit for bit; the values come from solving the game again,
which takes a second or two for the largest. A layer is all positions with equally many prizes left, in the order of
:mod:`sim.games.gops.solution.layers`: the script finds its way by the same rules.
"""

import base64
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from docs.site.page import Asset, Page, Part, asset, data
from docs.site.templates import render
from sim.games.gops.equilibria import gops_table, sizes
from sim.games.gops.solution.answer import gops
from sim.games.gops.solution.layers import GopsLayer
from sim.games.gops.solution.positions import Position
from sim.games.gops.solution.problem import GopsProblem
from sim.games.gops.solution.single import OPENINGS, opening
from sim.policies.thresholds import pack

PATH = "bids/"

SCRIPTS = ("numbers.js", "equilibria.js", "bids.js")

MOST_CARDS = OPENINGS[-1]

USUAL_CARDS = 5  # of each player at first

UNITS = 1_000_000
"""Values are whole numbers of this part of a point, or of a win."""

OBJECTIVES = ("points", "win")


def part(most: int = MOST_CARDS) -> Part:
    """Return the page and its data."""
    kept = [game for game in games() if game[0] <= most]
    largest = {
        name_of(0, objective, carry)[:-2]: max(
            n for n, own, two in kept if (own, two) == (objective, carry)
        )
        for _, objective, carry in kept
    }
    page = Page(
        path=PATH,
        title="What to bid in GOPS",
        description="Choose the hands, the prizes and the card turned up, and see the bids that nobody can exploit.",
        body=render(
            "pages/bids.html.j2",
            largest=largest,
            cards=range(1, max(largest.values()) + 1),
            usual=min(USUAL_CARDS, max(largest.values())),
        ),
        section="bids",
        styles=("tools.css",),
        scripts=SCRIPTS,
        words="goofspiel equilibrium nash strategy mixture solved",
    )
    files: list[Asset] = []
    for game in kept:
        folder = f"data/bids/{name_of(*game)}"
        files += [
            data(f"{folder}/{layer['size']}.js", layer) for layer in layers(*game)
        ]
    return Part((page,), (*files, asset("tools.css"), *map(asset, SCRIPTS)))


def games() -> Iterator[tuple[int, str, bool]]:
    """Yield the games that have a table or an opening: cards, objective, and whether tied prizes carry over."""
    for objective in OBJECTIVES:
        for carry_over in (False, True):
            for cards in sizes(objective, carry_over):
                yield cards, objective, carry_over
    for cards in OPENINGS:
        yield cards, "points", False


def name_of(cards: int, objective: str, carry_over: bool) -> str:
    """Return the folder of a game's data."""
    return f"{objective}-{'carry' if carry_over else 'discard'}-{cards}"


def layers(cards: int, objective: str, carry_over: bool) -> list[dict[str, Any]]:
    """Return the layers of a game, from one prize left to all of them; of an opening, those of the first prize."""
    # Returns for each: ``cards``, ``size`` (prizes left), ``win``, ``carry``, ``pots`` and ``leads`` (how
    # many of each the layer allows for), and as bytes in base 64: ``marks``, a bit for each combination of
    # missing cards, set of prizes, pot and lead that can occur; ``values``, int32 in :data:`UNITS`, one for
    # each position; and from two prizes on ``supports`` and ``thresholds``, as :mod:`sim.policies.thresholds`
    # describes them. The last layer of an opening has ``chances`` instead, of each card by prize.
    if cards > sizes(objective, carry_over)[-1]:
        return _opening(cards)
    solution = gops(cards, objective=objective, carry_over=carry_over)
    table = gops_table(cards, objective, carry_over)
    supports, thresholds = table.supports, table.thresholds
    made, turned, used = [], 0, 0
    for size in range(1, cards + 1):
        layer = solution.layout[size]
        told = _layer(solution.problem, layer, solution.values(size))
        if size > 1:
            own = supports[turned : turned + 2 * layer.games]
            count = int(np.bitwise_count(own).sum()) - len(own)
            told["supports"] = _text(own)
            told["thresholds"] = _text(
                pack(thresholds[used : used + count] >> np.uint32(12))
            )
            turned, used = turned + len(own), used + count
        made.append(told)
    return made


def _opening(cards: int) -> list[dict[str, Any]]:
    """Return the layers of the first prize: the values after it, and the first bids."""
    problem, every, known = (
        GopsProblem(cards),
        tuple(range(1, cards + 1)),
        opening(cards),
    )
    start = Position.of(problem, every, every, every, 0, 0)
    after, first = (
        _layer(problem, known.layout[size], known.values[size]) for size in every[-2:]
    )
    first["chances"] = [
        [round(chance, 6) for chance in known.mixture(start, upcard).values()]
        for upcard in every
    ]
    return [after, first]


def _layer(
    problem: GopsProblem, layer: GopsLayer, values: NDArray[np.float64]
) -> dict[str, Any]:
    """Return what the script has to know of a layer, without the bids."""
    return {
        "cards": problem.cards,
        "size": layer.size,
        "win": problem.is_win,
        "carry": problem.carry_over,
        "pots": int(layer.kernel.pots),
        "leads": int(layer.kernel.leads),
        "marks": _text(np.packbits(layer.kernel.places >= 0)),
        "values": _text(np.rint(values * UNITS).astype("<i4")),
    }


def _text(content: NDArray[Any]) -> str:
    return base64.b64encode(content.tobytes()).decode()
