"""Heat maps.

One has the margin of every policy against every other, one the chance to win from each
start position.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from reports.charts.grammar import View, field, layer
from reports.charts.style import MUTED, PAPER, TEXT, WIDTH, Canvas
from reports.colours import variable
from sim.contract.answer import Spec

CELL, FLAT = 46, 34
"""Pixels of a cell at most: across, and down, so that ten policies fit on the first
screen."""

STRONGEST = 0.75
"""The opacity of the largest margin, which leaves its label readable."""


def heat_map(
    names: Sequence[str],
    margins: Mapping[tuple[str, str], tuple[float, str]],
    sides: Sequence[str],
) -> Spec:
    """Draw a square for each ordered pair of policies, with its margin.

    Policies are in rows, opponents in columns.

    Parameters
    ----------
    names
        The policies.
    margins
        How far a policy is above or below even against another, and its label.
    sides
        What it is to be above, and below.
    """
    canvas = Canvas()
    most = max([abs(value) for value, _ in margins.values()] + [1e-9])
    across = min(CELL, WIDTH * 0.72 / len(names))
    size = across * len(names)
    down = min(across, FLAT) * len(names)
    rows = [
        {
            "policy": policy,
            "against": against,
            "value": value,
            "label": label,
            "side": sides[value < 0],
            "strength": STRONGEST * abs(value) / most,
        }
        for (policy, against), (value, label) in margins.items()
    ]
    base = canvas.chart(rows).encode(
        x=field(
            "against:N",
            sort=list(names),
            title="against",
            axis={
                "orient": "top",
                "labelAngle": -40,
                "grid": False,
                "labelColor": TEXT,
                "titleColor": MUTED,
            },
        ),
        y=field(
            "policy:N",
            sort=list(names),
            title=None,
            axis={"grid": False, "labelColor": TEXT},
        ),
    )
    cells = _cells(base, sides, fontSize=11 if len(names) <= 12 else 9)
    return canvas.finish(cells.properties(width=size, height=down))


def _cells(
    base: View,
    sides: Sequence[str],
    edge: str = PAPER,
    **letters: Any,
) -> View:
    """The cells in the colour of their side, each with its label."""
    squares = base.mark("rect", stroke=edge, strokeWidth=1.5).encode(**_colours(sides))
    return layer(
        squares, base.mark("text", color=TEXT, **letters).encode(text=field("label:N"))
    )


def _colours(sides: Sequence[str]) -> dict[str, Spec]:
    """The colours of two sides, as strong as a cell is far from the middle.

    The strength of a colour is its opacity, so weak colours fade into a light page and
    into a dark one.
    """
    fill = field(
        "side:N",
        scale={"domain": sides, "range": [variable("win"), variable("loss")]},
        legend={"symbolType": "square", "symbolStrokeWidth": 0, "orient": "bottom"},
    )
    return {"fill": fill, "fillOpacity": field("strength:Q", scale=None, legend=None)}


CELL_WIDTH, CELL_HEIGHT = 136, 26  # pixels of a cell: nine rows fit on the first screen
EVEN = 0.5  # the chance at which a cell has no colour

SIDES = ("wins more than half of the games", "wins fewer")


@dataclass(frozen=True, slots=True)
class Place:
    """The chance to win from a position.

    It has the variant that starts from the position, a label, and an interval in words.
    """

    name: str
    cards: int
    aces: int
    chance: float
    label: str
    interval: str


def position_map(places: Sequence[Place]) -> Spec:
    """Draw a cell for each position, with its chance.

    The cards left are in rows, the aces held in columns.
    """
    canvas = Canvas()
    cards, aces = (
        sorted({getattr(place, name) for place in places}) for name in ("cards", "aces")
    )
    rows = [
        {
            **asdict(place),
            "side": SIDES[place.chance < EVEN],
            "strength": STRONGEST * abs(place.chance - EVEN) / EVEN,
        }
        for place in places
    ]
    look: dict[str, Any] = {
        "grid": False,
        "labelColor": TEXT,
        "labelFontSize": 13,
        "titleColor": MUTED,
    }
    base = canvas.chart(rows).encode(
        x=field(
            "aces:O",
            sort=aces,
            axis={"orient": "top", "labelAngle": 0, "title": "aces held", **look},
        ),
        y=field("cards:O", sort=cards, axis={"title": "cards left", **look}),
    )
    cells = _cells(base, SIDES, MUTED, fontSize=13, fontWeight="bold")
    return canvas.finish(
        cells.properties(width=CELL_WIDTH * len(aces), height=CELL_HEIGHT * len(cards))
    )
