"""The chart of differences between variants."""

from collections.abc import Sequence
from dataclasses import dataclass

from reports.charts.grammar import View, field, layer
from reports.charts.live import tip
from reports.charts.style import (
    INK,
    PAPER,
    TEXT,
    WIDTH,
    Canvas,
    named_row,
    names_axis,
    signed,
)
from sim.contract.answer import Spec

ROW = 30
"""Pixels from one variant to the next."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A difference from another variant, with its interval, and whether it is significant after adjustment."""

    name: str
    value: float
    low: float
    high: float
    label: str
    stands: bool


def differences(
    panels: Sequence[tuple[str, Sequence[Difference], bool]], of: str = "name"
) -> Spec:
    """Draw differences with their intervals against zero; hollow if not significant.

    The field of the names, ``of``, says whether they are those of variants, which can
    be highlighted.
    """
    canvas = Canvas()
    size = {
        "width": min(WIDTH * 0.8 / len(panels), WIDTH * 0.6),
        "height": ROW * len(panels[0][1]) + 10,
    }
    drawn = [
        layer(
            *_differences(canvas, title, rows, of, share=share, named=place == 0)
        ).properties(**size)
        for place, (title, rows, share) in enumerate(panels)
    ]
    return canvas.finish(
        View({"hconcat": [view.spec for view in drawn], "spacing": 24})
    )


def _differences(
    canvas: Canvas,
    title: str,
    rows: Sequence[Difference],
    of: str,
    *,
    share: bool,
    named: bool,
) -> list[View]:
    kind = "+~%" if share else "+,~r"
    form = "+.3~p" if share else "+,.4~r"
    told = tip(
        f"{{{of}}}\n{title}: {{value:{form}}} ({{low:{form}}} to {{high:{form}}})"
    )
    across = field(
        "low:Q",
        scale={"zero": True, "nice": False, "padding": 24},
        axis={
            "title": title,
            "tickCount": 4,
            "labelExpr": f"replace({signed(kind)}, '%', '')",  # the title says percentage points
        },
    )
    fill = field(
        "stands:N", scale={"domain": [True, False], "range": [INK, PAPER]}, legend=None
    )
    names = [row.name for row in rows]
    up = field(
        f"{of}:N", sort=names, title=None, axis=names_axis(names) if named else None
    )
    base = canvas.chart(named_row(row, of) for row in rows).encode(y=up)
    # A shadow of the paper's colour keeps a label readable where it lies on the zero
    # line.
    shadow = base.mark("text", dy=-12, fontSize=11, stroke=PAPER, strokeWidth=4)
    label = base.mark("text", dy=-12, fontSize=11, color=TEXT)
    return [
        canvas.chart([{"zero": 0}])
        .mark("rule", color=TEXT, strokeWidth=1)
        .encode(x=field("zero:Q")),
        base.mark("rule", strokeWidth=2.2, color=INK, tooltip=told).encode(
            x=across, x2={"field": "high"}
        ),
        base.mark(
            "point", size=52, stroke=INK, strokeWidth=1.8, opacity=1, tooltip=told
        ).encode(x=field("value:Q"), fill=fill),
        shadow.encode(x=field("value:Q"), text=field("label:N")),
        label.encode(x=field("value:Q"), text=field("label:N")),
    ]
