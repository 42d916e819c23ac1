"""The heat map of a tournament: the margin of every policy against every other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from reports.charts.style import MUTED, TEXT, WIDTH, Canvas
from reports.document import Spec

CELL = 46
"""Pixels of a cell at most."""

LOSS, EVEN, WIN = "#D55E00", "#f7f7f5", "#0072B2"
"""The colours of the largest loss, of nothing, and of the largest gain; colour-blind readers can tell them apart."""


@dataclass(frozen=True, slots=True)
class Square:
    """The margin of one policy against another, and its label."""

    policy: str
    against: str
    value: float
    label: str


def heat_map(names: Sequence[str], squares: Sequence[Square], title: str) -> Spec:
    """Draw a square for each ordered pair of policies, the policies in rows, their opponents in columns.

    Parameters
    ----------
    names
        The policies, the best first.
    squares
        One for each pair; those of a policy with itself stay empty.
    title
        What the colours show.
    """
    import altair as alt

    canvas = Canvas()
    most = max([abs(square.value) for square in squares] + [1e-9])
    size = min(CELL, WIDTH * 0.72 / len(names)) * len(names)
    base = canvas.chart(map(asdict, squares)).encode(
        x=alt.X(
            "against:N",
            sort=list(names),
            title="against",
            axis=alt.Axis(orient="top", labelAngle=-40, grid=False, labelColor=TEXT, titleColor=MUTED),
        ),
        y=alt.Y("policy:N", sort=list(names), title=None, axis=alt.Axis(grid=False, labelColor=TEXT)),
    )
    colour = alt.Color(
        "value:Q",
        scale=alt.Scale(domain=[-most, 0, most], range=[LOSS, EVEN, WIN], interpolate="rgb"),
        legend=alt.Legend(title=title, orient="right", symbolType="square", gradientLength=min(size, 180)),
    )
    dark = alt.condition(f"abs(datum.value) > {0.6 * most}", alt.value("white"), alt.value(TEXT))
    return canvas.finish(
        alt.layer(
            base.mark_rect(stroke="white", strokeWidth=1.5).encode(color=colour),
            base.mark_text(fontSize=11 if len(names) <= 12 else 9).encode(text="label:N", color=dark),
        ).properties(width=size, height=size)
    )
