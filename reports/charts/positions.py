"""The heat map of start positions: the chance to win by cards left and aces held."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from reports.charts.grammar import field, layer
from reports.charts.live import tip
from reports.charts.style import MUTED, TEXT, Canvas
from reports.charts.tournament import STRONGEST
from reports.colours import variable
from reports.document import Spec

CELL_WIDTH, CELL_HEIGHT = 136, 40
"""Pixels of a cell."""

EVEN = 0.5
"""The chance at which a cell has no colour."""

SIDES = ("wins more than half of the games", "wins fewer")


@dataclass(frozen=True, slots=True)
class Place:
    """The chance to win from a position, with the variant that starts from it, its label and its interval in words."""

    name: str
    cards: int
    aces: int
    chance: float
    label: str
    interval: str


def position_map(places: Sequence[Place]) -> Spec:
    """Draw a cell for each position, the cards left in rows, the aces held in columns, each with its chance."""
    # The strength of a colour is its opacity, so a chance near one half fades into a light page and into a
    # dark one.
    canvas = Canvas()
    cards, aces = (sorted({getattr(one, name) for one in places}) for name in ("cards", "aces"))
    rows = [
        {
            **asdict(one),
            "side": SIDES[one.chance < EVEN],
            "strength": STRONGEST * abs(one.chance - EVEN) / EVEN,
        }
        for one in places
    ]
    look: dict[str, Any] = {"grid": False, "labelColor": TEXT, "labelFontSize": 13, "titleColor": MUTED}
    base = canvas.chart(rows).encode(
        x=field(
            "aces:O",
            sort=aces,
            axis={"orient": "top", "labelAngle": 0, "title": "aces held", **look},
        ),
        y=field("cards:O", sort=cards, axis={"title": "cards left", **look}),
    )
    fill = field(
        "side:N",
        scale={"domain": SIDES, "range": [variable("win"), variable("loss")]},
        legend={"symbolType": "square", "symbolStrokeWidth": 0, "orient": "bottom"},
    )
    told = tip("{cards} cards, {aces} aces\n{label} ({interval})")
    strength = field("strength:Q", scale=None, legend=None)
    return canvas.finish(
        layer(
            base.mark("rect", stroke=MUTED, strokeWidth=1, tooltip=told).encode(
                fill=fill, fillOpacity=strength
            ),
            base.mark("text", fontSize=14, fontWeight="bold", color=TEXT).encode(text=field("label:N")),
        ).properties(width=CELL_WIDTH * len(aces), height=CELL_HEIGHT * len(cards))
    )
