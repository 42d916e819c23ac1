"""Charts of a length: how many games still go on, and how soon these end."""

from collections.abc import Sequence

from reports.charts.grammar import View, field, layer
from reports.charts.style import (
    PAPER,
    PERCENT,
    TEXT,
    WIDTH,
    Canvas,
    colours,
)
from reports.distributions import Curve
from sim.contract.answer import Spec


def still_going(
    series: Sequence[Curve], marks: Sequence[Spec], title: str, end: float
) -> Spec:
    """Draw the share of games still going after each length.

    The first variant is filled, others are lines.
    """
    canvas = Canvas()
    names = [curve.name for curve in series]
    across = field(
        "at:Q",
        scale={"domain": [0, end], "nice": False},
        axis={"title": title, "grid": False, "tickCount": 8},
    )
    axis = {"title": "games still going", **PERCENT, "tickCount": 5}
    up = field("share:Q", scale={"domain": [0, 1]}, axis=axis, stack=None)
    layers = []
    for number, curve in enumerate(series):
        rows = [
            {"name": curve.name, "at": point.at, "share": point.value}
            for point in curve.points
            if point.at <= end
        ]
        base = canvas.chart(rows).encode(x=across, y=up, color=colours(names))
        if not number:
            layers.append(base.mark("area", opacity=0.16, clip=True))
        layers.append(base.mark("line", strokeWidth=1.5 if number else 3, clip=True))
    for mark in marks:
        layers += _marked(canvas, mark, across, up, at_left=mark["at"] < 0.55 * end)
    return canvas.finish(layer(*layers).properties(width=WIDTH, height=300))


def _marked(
    canvas: Canvas, mark: Spec, across: Spec, up: Spec, *, at_left: bool
) -> list[View]:
    """A dashed line from the words down to the curve, and a dot on it.

    The words stand in the free corner above the curve.
    """
    top = field("top:Q")
    base = canvas.chart([mark]).encode(x=across)
    place = {"align": "left", "dx": 7} if at_left else {"align": "right", "dx": -7}
    words = base.encode(y=top, text=field("words:N"))
    look: Spec = {
        "fontSize": 13,
        "fontWeight": "bold",
        "lineHeight": 16,
        "baseline": "top",
        **place,
    }
    return [
        base.mark("rule", color=TEXT, strokeDash=[3, 3]).encode(y=top, y2={"datum": 0}),
        base.mark("point", filled=True, size=80, color=TEXT, opacity=1).encode(y=up),
        words.mark("text", stroke=PAPER, strokeWidth=5, **look),
        words.mark("text", color=TEXT, **look),
    ]


def hazard(series: Sequence[Curve], title: str, width: int) -> Spec:
    """Draw how many of the games still going end within each class of lengths, with bands."""
    canvas = Canvas()
    rows = [
        {"name": curve.name, "at": p.at, "share": p.value, "low": p.low, "high": p.high}
        for curve in series
        for p in curve.points
    ]
    axis = {"title": title, "grid": False, "tickCount": 8}
    base = canvas.chart(rows).encode(
        x=field("at:Q", axis=axis, scale={"zero": True, "nice": False}),
        color=colours([curve.name for curve in series]),
    )
    chance = {
        "title": f"share that end within {width:,} more",
        **PERCENT,
        "tickCount": 5,
    }
    up: Spec = {"scale": {"zero": True}, "axis": chance}
    look: Spec = {"clip": True, "interpolate": "step-after"}
    band = base.mark("area", opacity=0.18, **look).encode(
        y=field("low:Q", **up), y2={"field": "high"}
    )
    line = base.mark("line", strokeWidth=1.8, **look).encode(y=field("share:Q", **up))
    return canvas.finish(layer(band, line).properties(width=WIDTH, height=320))
