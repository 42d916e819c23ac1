"""Curves of a chance by the aces held or the cards left."""

from collections.abc import Sequence
from typing import Any

from reports.charts.grammar import View, field, layer
from reports.charts.live import tip
from reports.charts.style import (
    GHOST,
    INK,
    MOST_COLOURS,
    TEXT,
    WIDTH,
    Canvas,
    colours,
    in_panels,
)
from reports.distributions import Curve
from sim.contract.answer import Spec

FEW = 14
"""A curve with at most this number of points has them drawn large."""


def chances(
    curves: Sequence[Curve], across: str, up: str, *, even: bool = False
) -> Spec:
    """Draw chances with their intervals, the variants in one picture or, when they are many, in panels."""
    canvas = Canvas()
    if len(curves) <= MOST_COLOURS:
        return canvas.finish(_together(canvas, curves, across, up, even=even))
    return canvas.finish(_panels(canvas, curves, across))


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


def _together(
    canvas: Canvas, curves: Sequence[Curve], across: str, up: str, *, even: bool
) -> View:
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
        axis={"format": "~%", "title": up, "tickCount": 6},
    )
    layers = [
        base.mark("line", strokeWidth=1.4, opacity=0.7, tooltip=_told(across)).encode(
            y=y
        ),
        base.mark("rule", opacity=0.8).encode(
            y=field("low:Q"),
            y2={"field": "high"},
            strokeWidth=field("bar:Q", scale=None),
        ),
        base.mark("point", filled=True, size=40 if few else 20, opacity=0.7).encode(
            y=y
        ),
    ]
    if even:
        line = canvas.chart([{"even": 0.5, "words": "50 %"}]).encode(y=field("even:Q"))
        words = line.mark("text", align="right", dy=-8, color=TEXT, fontSize=11.5)
        layers.insert(0, words.encode(x={"value": "width"}, text=field("words:N")))
        layers.insert(
            0, line.mark("rule", color=TEXT, strokeDash=[3, 3], strokeWidth=1)
        )
    if few and len(curves) == 1:
        words = base.mark("text", dy=-12, fontSize=11.5).encode(
            y=y, text=field("value:Q", format=".1%")
        )
        layers.append(words.encode(color={"value": TEXT}))
    return layer(*layers).properties(width=WIDTH, height=280)


def _panels(canvas: Canvas, curves: Sequence[Curve], across: str) -> View:
    ghosts = _rows(curves)

    def panel(place: int, lowest: bool, leftmost: bool) -> View:
        axis = {
            "title": across if lowest else None,
            "labels": lowest,
            "grid": False,
            "tickMinStep": 1,
        }
        scale = {"zero": False, "nice": False, "padding": 6}
        x = field("at:Q", scale=scale, axis={**axis, "tickCount": 6})
        labels = {"format": "~%", "title": None, "labels": leftmost, "tickCount": 4}
        y = field("value:Q", scale={"nice": True}, axis=labels)
        own = canvas.chart(_rows([curves[place]]))
        return layer(
            canvas.chart(ghosts)
            .mark("line", color=GHOST, strokeWidth=1)
            .encode(x=x, y=y, detail=field("name:N")),
            own.mark("rule", color=INK, strokeWidth=2).encode(
                x=x, y=field("low:Q"), y2={"field": "high"}
            ),
            own.mark("line", color=INK, strokeWidth=2, tooltip=_told(across)).encode(
                x=x, y=y
            ),
        )

    return in_panels([curve.name for curve in curves], 120, panel)


def _told(across: str) -> dict[str, str]:
    return tip(
        f"{{name}}\n{across} {{at}}: {{value:.1%}} ({{low:.1%}} to {{high:.1%}})"
    )
