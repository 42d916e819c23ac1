"""Curves of a chance by the aces held or the cards left."""

from collections.abc import Sequence
from typing import Any

from reports.charts.grammar import field, layer
from reports.charts.style import (
    PERCENT,
    TEXT,
    WIDTH,
    Canvas,
    colours,
)
from reports.distributions import Curve
from sim.contract.answer import Spec

FEW = 14
"""A curve with at most this number of points has them drawn large."""


def _rows(curves: Sequence[Curve]) -> list[dict[str, Any]]:
    # Every point is drawn where it lies. Of intervals on top of each other the later
    # one is the narrower bar.
    return [
        {
            "name": curve.name,
            "at": c.at,
            "value": c.value,
            "low": c.low,
            "high": c.high,
            "bar": bar,
        }
        for bar, curve in zip(range(2 * len(curves), 0, -2), curves, strict=True)
        for c in curve.points
    ]


def chances(curves: Sequence[Curve], across: str, up: str) -> Spec:
    """Draw chances with their intervals, at most :data:`MOST_COLOURS` variants in one picture."""
    canvas = Canvas()
    most = max(len(curve.points) for curve in curves)
    few = most <= FEW
    base = canvas.chart(_rows(curves)).encode(
        x=field(
            "at:Q",
            scale={"zero": False, "nice": False, "padding": 18},
            axis={
                "title": across,
                "grid": False,
                "tickMinStep": 1,
                "tickCount": min(most, FEW),
            },
        ),
        color=colours([curve.name for curve in curves]),
    )
    y = field(
        "value:Q",
        scale={"nice": True},
        axis={**PERCENT, "title": up, "tickCount": 6},
    )
    line = canvas.chart([{"even": 0.5, "words": "50 %"}]).encode(y=field("even:Q"))
    words = line.mark("text", align="right", dy=-8, color=TEXT, fontSize=11.5)
    layers = [
        line.mark("rule", color=TEXT, strokeDash=[3, 3], strokeWidth=1),
        words.encode(x={"value": "width"}, text=field("words:N")),
        base.mark("line", strokeWidth=1.4, opacity=0.7).encode(y=y),
        base.mark("rule", opacity=0.8).encode(
            y=field("low:Q"),
            y2={"field": "high"},
            strokeWidth=field("bar:Q", scale=None),
        ),
        base.mark("point", filled=True, size=40 if few else 20, opacity=0.7).encode(
            y=y
        ),
    ]
    if few and len(curves) == 1:
        labels = base.mark("text", dy=-12, fontSize=11.5).encode(
            y=y, text=field("value:Q", format=".1%")
        )
        layers.append(labels.encode(color={"value": TEXT}))
    return canvas.finish(layer(*layers).properties(width=WIDTH, height=280))
