"""Charts of a chance that changes with something else: with the aces held, with the cards left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from reports.charts.live import tip
from reports.charts.style import (
    GHOST,
    INK,
    MOST_COLOURS,
    TEXT,
    WIDTH,
    Canvas,
    Composed,
    colours,
    layer,
    panel_columns,
    panel_width,
)
from reports.document import Spec

FEW = 14
"""A curve with at most this number of points has them drawn large."""


@dataclass(frozen=True, slots=True)
class Chance:
    """A chance under one condition, with its interval."""

    at: float
    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Curve:
    """The chances of one variant."""

    name: str
    chances: tuple[Chance, ...]


def chances(curves: Sequence[Curve], across: str, up: str, *, even: bool = False) -> Spec:
    """Draw chances with their intervals, the variants in one picture or, when they are many, in panels.

    Parameters
    ----------
    curves
        One for each variant.
    across, up
        What the axes show.
    even
        Whether to draw the line of even chances.
    """
    canvas = Canvas()
    if len(curves) <= MOST_COLOURS:
        return canvas.finish(_together(canvas, curves, across, up, even=even))
    return canvas.finish(_panels(canvas, curves, across))


def _rows(curves: Sequence[Curve]) -> list[dict[str, Any]]:
    # Every point is drawn where it lies. Of intervals on top of each other the later one is the narrower bar.
    return [
        {"name": curve.name, "at": c.at, "value": c.value, "low": c.low, "high": c.high, "bar": bar}
        for bar, curve in zip(range(2 * len(curves), 0, -2), curves, strict=True)
        for c in curve.chances
    ]


def _together(canvas: Canvas, curves: Sequence[Curve], across: str, up: str, *, even: bool) -> Any:
    import altair as alt

    most = max(len(curve.chances) for curve in curves)
    few = most <= FEW
    base = canvas.chart(_rows(curves)).encode(
        x=alt.X(
            "at:Q",
            scale=alt.Scale(zero=False, nice=False, padding=18),
            axis=alt.Axis(title=across, grid=False, tickMinStep=1, tickCount=min(most, FEW)),
        ),
        color=colours([curve.name for curve in curves]),
    )
    y = alt.Y("value:Q", scale=alt.Scale(nice=True), axis=alt.Axis(format="~%", title=up, tickCount=6))
    told = tip(f"{{name}}\n{across} {{at}}: {{value:.1%}} ({{low:.1%}} to {{high:.1%}})")
    layers = [
        base.mark_line(strokeWidth=1.4, opacity=0.7, tooltip=told).encode(y=y),
        base.mark_rule(opacity=0.8).encode(
            y=alt.Y("low:Q"), y2=alt.Y2("high:Q"), strokeWidth=alt.StrokeWidth("bar:Q", scale=None)
        ),
        base.mark_point(filled=True, size=40 if few else 20, opacity=0.7).encode(y=y),
    ]
    if even:
        line = canvas.chart([{"even": 0.5}]).mark_rule(color=TEXT, strokeDash=[3, 3], strokeWidth=1)
        layers.insert(0, line.encode(y=alt.Y("even:Q")))
    if few and len(curves) == 1:
        words = base.mark_text(dy=-12, fontSize=11.5).encode(y=y, text=alt.Text("value:Q", format=".1%"))
        layers.append(words.encode(color=alt.ColorValue(TEXT)))
    return layer(*layers).properties(width=WIDTH, height=280)


def _panels(canvas: Canvas, curves: Sequence[Curve], across: str) -> Any:
    import altair as alt

    columns = panel_columns(len(curves))
    size = {"width": panel_width(columns), "height": 120}
    ghosts = _rows(curves)
    panels = []
    for place, curve in enumerate(curves):
        lowest = place >= len(curves) - columns
        x = alt.X(
            "at:Q",
            scale=alt.Scale(zero=False, nice=False, padding=6),
            axis=alt.Axis(
                title=across if lowest else None, labels=lowest, grid=False, tickMinStep=1, tickCount=6
            ),
        )
        labels = alt.Axis(format="~%", title=None, labels=place % columns == 0, tickCount=4)
        y = alt.Y("value:Q", scale=alt.Scale(nice=True), axis=labels)
        others = canvas.chart(ghosts).mark_line(color=GHOST, strokeWidth=1)
        own = canvas.chart(_rows([curve]))
        told = tip(f"{{name}}\n{across} {{at}}: {{value:.1%}} ({{low:.1%}} to {{high:.1%}})")
        layers = (
            others.encode(x=x, y=y, detail=alt.Detail("name:N")),
            own.mark_rule(color=INK, strokeWidth=2).encode(x=x, y=alt.Y("low:Q"), y2=alt.Y2("high:Q")),
            own.mark_line(color=INK, strokeWidth=2, tooltip=told).encode(x=x, y=y),
        )
        panels.append(layer(*layers).properties(title=curve.name, **size))
    return Composed("concat", panels, columns=columns)
