"""Charts that set the variants side by side: means, ranges, and differences on the same deals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from reports.charts.grammar import View, beside, field, layer
from reports.charts.live import tip
from reports.charts.style import INK, MUTED, PAPER, TEXT, WIDTH, Canvas, names_axis
from reports.document import Spec

ROW = 30
"""Pixels from one variant to the next."""


@dataclass(frozen=True, slots=True)
class Spread:
    """A variant's mean with its interval, if it has one, and the values between which most of its games lie."""

    name: str
    mean: float | None
    low: float | None
    high: float | None
    label: str
    median: float
    outer_low: float
    outer_high: float
    inner_low: float
    inner_high: float


@dataclass(frozen=True, slots=True)
class Difference:
    """A difference from another variant, with its interval, and whether it is significant after adjustment."""

    name: str
    value: float
    low: float
    high: float
    label: str
    stands: bool


def side_by_side(spreads: Sequence[Spread], means_title: str, ranges_title: str) -> Spec:
    """Draw each variant's mean with its interval (left), and where its games lie (right)."""
    canvas = Canvas()
    names = [spread.name for spread in spreads]
    height = ROW * len(names) + 10
    base = canvas.chart(map(asdict, spreads))
    named = base.encode(y=_variants(names))
    bare = base.encode(y=_variants(names, shown=False))
    across = field(
        "low:Q",
        scale={"zero": False, "nice": False, "padding": 26},
        axis={"title": means_title, "tickCount": 4},
    )
    told = tip("{name}\nmean {mean:,.4~r} ({low:,.4~r} to {high:,.4~r})")
    means = (
        named.mark("rule", strokeWidth=5, color=INK, opacity=0.45, tooltip=told).encode(
            x=across, x2={"field": "high"}
        ),
        named.mark("point", filled=True, size=42, color=INK, opacity=1, tooltip=told).encode(
            x=field("mean:Q")
        ),
        named.mark("text", dy=-11, fontSize=11, color=TEXT).encode(x=field("mean:Q"), text=field("label:N")),
    )
    along = field(
        "outer_low:Q",
        scale={"zero": True, "nice": False},
        axis={"title": ranges_title, "tickCount": 6},
    )
    spread = tip(
        "{name}\n95 % of games: {outer_low:,} to {outer_high:,}\nhalf of them: {inner_low:,} to {inner_high:,}\n"
        "median {median:,}"
    )
    ranges = (
        bare.mark("rule", strokeWidth=1.6, color=MUTED, tooltip=spread).encode(
            x=along, x2={"field": "outer_high"}
        ),
        bare.mark("rule", strokeWidth=8, color=INK, opacity=0.5, tooltip=spread).encode(
            x=field("inner_low:Q"), x2={"field": "inner_high"}
        ),
        bare.mark("tick", thickness=2.5, size=16, color=TEXT).encode(x=field("median:Q")),
    )
    return canvas.finish(
        beside(
            [
                layer(*means).properties(width=WIDTH * 0.34, height=height),
                layer(*ranges).properties(width=WIDTH * 0.46, height=height),
            ],
            spacing=28,
        )
    )


def differences(panels: Sequence[tuple[str, Sequence[Difference], bool]]) -> Spec:
    """Draw differences with their intervals against zero; hollow if not significant."""
    canvas = Canvas()
    size = {
        "width": min(WIDTH * 0.8 / len(panels), WIDTH * 0.6),
        "height": ROW * len(panels[0][1]) + 10,
    }
    drawn = [
        layer(*_differences(canvas, title, rows, share=share, named=place == 0)).properties(**size)
        for place, (title, rows, share) in enumerate(panels)
    ]
    return canvas.finish(beside(drawn, spacing=24))


def _differences(
    canvas: Canvas, title: str, rows: Sequence[Difference], *, share: bool, named: bool
) -> list[View]:
    kind = "+~%" if share else "+,~r"
    form = "+.3~p" if share else "+,.4~r"
    told = tip(f"{{name}}\n{title}: {{value:{form}}} ({{low:{form}}} to {{high:{form}}})")
    across = field(
        "low:Q",
        scale={"zero": True, "nice": False, "padding": 24},
        axis={
            "title": title,
            "tickCount": 4,
            "labelExpr": f"datum.value == 0 ? '0' : replace(format(datum.value, '{kind}'), '-', '−')",
        },
    )
    fill = field("stands:N", scale={"domain": [True, False], "range": [INK, PAPER]}, legend=None)
    base = canvas.chart(map(asdict, rows)).encode(y=_variants([row.name for row in rows], shown=named))
    # A shadow of the paper's colour keeps a label readable where it lies on the zero line.
    shadow = base.mark("text", dy=-12, fontSize=11, stroke=PAPER, strokeWidth=4)
    label = base.mark("text", dy=-12, fontSize=11, color=TEXT)
    return [
        canvas.chart([{"zero": 0}]).mark("rule", color=TEXT, strokeWidth=1).encode(x=field("zero:Q")),
        base.mark("rule", strokeWidth=2.2, color=INK, tooltip=told).encode(x=across, x2={"field": "high"}),
        base.mark("point", size=52, stroke=INK, strokeWidth=1.8, opacity=1, tooltip=told).encode(
            x=field("value:Q"), fill=fill
        ),
        shadow.encode(x=field("value:Q"), text=field("label:N")),
        label.encode(x=field("value:Q"), text=field("label:N")),
    ]


def _variants(names: Sequence[str], *, shown: bool = True) -> Spec:
    """Return the axis of the variants, from the first at the top down."""
    axis = names_axis(names) if shown else None
    return field("name:N", sort=list(names), title=None, axis=axis)
