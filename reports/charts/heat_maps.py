"""The heat map of the chances to win from start positions."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from reports.charts.grammar import field, layer
from reports.charts.style import MUTED, TEXT, Canvas
from reports.colours import variable
from sim.contract.answer import Spec

STRONGEST = 0.75
"""The opacity of the strongest colour, on which a label can be read."""

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
    # The strength of a colour is its opacity, so weak colours fade into a light page
    # and into a dark one.
    colours = {
        "fill": field(
            "side:N",
            scale={"domain": SIDES, "range": [variable("win"), variable("loss")]},
            legend={"symbolType": "square", "symbolStrokeWidth": 0, "orient": "bottom"},
        ),
        "fillOpacity": field("strength:Q", scale=None, legend=None),
    }
    squares = base.mark("rect", stroke=MUTED, strokeWidth=1.5).encode(**colours)
    labels = base.mark("text", color=TEXT, fontSize=13, fontWeight="bold")
    cells = layer(squares, labels.encode(text=field("label:N")))
    return canvas.finish(
        cells.properties(width=CELL_WIDTH * len(aces), height=CELL_HEIGHT * len(cards))
    )
