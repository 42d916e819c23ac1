"""The picture of an answer: few marks, each with its number beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from reports.charts.grammar import field, layer
from reports.charts.live import tip
from reports.charts.style import INK, MUTED, PALETTE, PAPER, TEXT, WIDTH, Canvas, names_axis
from reports.document import Spec

ROW = 40  # pixels from one bar to the next
PLACE_FOR_LABELS = 90  # pixels kept free to the right of the longest bar


@dataclass(frozen=True, slots=True)
class Amount:
    """The number of a variant, with its interval, and its text."""

    name: str
    value: float
    low: float
    high: float
    label: str


@dataclass(frozen=True, slots=True)
class Part:
    """The share of a variant's games with one outcome, and whether it is one that nobody wins."""

    variant: str
    outcome: str
    share: float
    label: str
    nobody: bool = False


def amounts(rows: Sequence[Amount], what: str, line: float | None = None, *, percent: bool = False) -> Spec:
    """Draw a bar for each amount, from zero, with its interval and its number at the end."""
    canvas = Canvas()
    names = [row.name for row in rows]
    ends = [0.0, *(row.high for row in rows), *(row.low for row in rows)]
    least, most = min(ends), max([*ends, line or 0.0])
    free = (most - least or 1.0) * PLACE_FOR_LABELS / WIDTH
    scale = {"domain": [least - (free if least < 0 else 0.0), most + free], "nice": False}
    axis: Spec = {"title": what, "tickCount": 5}
    if percent:
        axis["labelExpr"] = "datum.label + ' %'"
    across = field("value:Q", scale=scale, axis=axis)
    up = field(
        "name:N",
        sort=names,
        title=None,
        axis=names_axis(names, 13),
        scale={"paddingInner": 0.35, "paddingOuter": 0.15},
    )
    base = canvas.chart({**asdict(row), "end": max(row.value, row.high)} for row in rows).encode(y=up)
    losses = canvas.chart({**asdict(row), "end": min(row.value, row.low)} for row in rows).encode(y=up)
    told = tip("{name}\n{label} ({low:,.4~r} to {high:,.4~r})")
    words = {"fontSize": 13, "fontWeight": "bold"}
    halo = {**words, "stroke": PAPER, "strokeWidth": 4}
    layers = [
        base.mark("bar", color=INK, opacity=0.75, tooltip=told).encode(x=across),
        base.mark("rule", strokeWidth=2.5, color=TEXT, tooltip=told).encode(
            x=field("low:Q", scale=scale), x2={"field": "high"}
        ),
    ]
    if line is not None:
        rule = canvas.chart([{"at": line}]).mark("rule", color=MUTED, strokeDash=[4, 3], strokeWidth=1.5)
        layers.append(rule.encode(x=field("at:Q", scale=scale)))
    # The halo keeps a number readable where it lies on the line.
    for style in (halo, {**words, "color": TEXT}):
        for rows_of, side, way in (
            (base.filtered("datum.value >= 0"), "left", 1),
            (losses.filtered("datum.value < 0"), "right", -1),
        ):
            text = rows_of.mark("text", align=side, dx=6 * way, **style)
            layers.append(text.encode(x=field("end:Q", scale=scale), text=field("label:N")))
    return canvas.finish(layer(*layers).properties(width=WIDTH, height=ROW * len(rows) + 10))


SMALLEST_LABELLED = 0.045
"""A part that is smaller has no space for its number."""


def outcomes(parts: Sequence[Part]) -> Spec:
    """Draw the outcomes of all games as the parts of one bar for each variant."""
    canvas = Canvas()
    variants = list(dict.fromkeys(part.variant for part in parts))
    kinds = list(dict.fromkeys(part.outcome for part in parts))
    rows, before = [], dict.fromkeys(variants, 0.0)
    for part in parts:
        start = before[part.variant]
        before[part.variant] = start + part.share
        shown = part.label if part.share >= SMALLEST_LABELLED else ""
        rows.append({**asdict(part), "start": start, "end": start + part.share, "shown": shown})
    up = field(
        "variant:N",
        sort=variants,
        title=None,
        axis=names_axis(variants, 13, labels=len(variants) > 1),
        scale={"paddingInner": 0.35, "paddingOuter": 0.15},
    )
    scale = {"domain": [0, 1], "nice": False}
    across = field(
        "start:Q", scale=scale, axis={"title": "share of all games", "format": "~%", "tickCount": 5}
    )
    idle = next((part.outcome for part in parts if part.nobody), "")
    hues = iter([*PALETTE, *[MUTED] * len(kinds)])
    fill = [MUTED if kind == idle else next(hues) for kind in kinds]
    colour = field(
        "outcome:N",
        scale={"domain": kinds, "range": fill},
        sort=kinds,
        legend={"symbolType": "square", "columns": min(len(kinds), 4)},
    )
    base = canvas.chart(rows).encode(y=up)
    bars = base.mark(
        "bar", stroke=PAPER, strokeWidth=1.5, tooltip=tip("{variant}\n{outcome}: {label}")
    ).encode(x=across, x2={"field": "end"}, color=colour)
    words = (
        base.calculated("middle", "(datum.start + datum.end) / 2")
        .mark("text", fontSize=13, fontWeight="bold", color=PAPER)
        .encode(x=field("middle:Q", scale=scale), text=field("shown:N"))
    )
    return canvas.finish(layer(bars, words).properties(width=WIDTH, height=ROW * len(variants) + 10))
