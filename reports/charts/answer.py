"""The picture of an answer: few marks, each with its number beside it."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import NamedTuple

from reports.charts.grammar import View, field, layer
from reports.charts.style import (
    GHOST,
    INK,
    MUTED,
    PAPER,
    TEXT,
    WIDTH,
    Canvas,
)
from sim.contract.answer import Spec


class Spacing(NamedTuple):
    """The pixels that the bar of an amount takes from top to bottom.

    Attributes
    ----------
    row
        From one bar to the next.
    bar
        The height of a bar.
    below
        By how much a bar lies below the middle of its row: its name stands above it.
    """

    row: int
    bar: int
    below: int


WIDE = Spacing(40, 18, 9)
"""The spacing of a few bars."""

DENSE = Spacing(30, 10, 8)
"""The spacing of more bars: ten of them fit on the first screen."""

MOST_WIDE = 6
"""The most bars with wide spacing."""

SHADOW: Spec = {"stroke": PAPER, "strokeWidth": 5, "strokeJoin": "round"}
"""The look of the shadow of a text, which keeps it readable on a line."""

IN_INK: Spec = {"color": TEXT}
"""The look of a text."""

PLACE_FOR_LABELS = 90
"""The pixels that are kept free to the right of the longest bar."""


LEAST_BEFORE = 0.4
"""The part of the width to the left of zero in which the names of losses have space."""

MOST_BEFORE = 0.7
"""The part to the left of zero that leaves the names of gains no space to its right."""


@dataclass(frozen=True, slots=True)
class Amount:
    """The number of a variant, with its interval, its text, and whether it stands out."""

    name: str
    value: float
    low: float
    high: float
    label: str
    dark: bool = True


def amounts(
    rows: Sequence[Amount],
    what: str,
    line: float | None = None,
    *,
    unit: str = "",
) -> Spec:
    """Draw a bar from zero for each amount.

    Its name stands above it, its interval on it, and its number at the end.
    """
    canvas = Canvas()
    spacing = WIDE if len(rows) <= MOST_WIDE else DENSE
    ends = [0.0, *(row.high for row in rows), *(row.low for row in rows)]
    least = min(ends)
    most = max([*ends, line or 0.0])
    free = ((most - least) or 1.0) * PLACE_FOR_LABELS / WIDTH
    lowest = least - free if least < 0 else least
    scale = {"domain": [lowest, most + free], "nice": False}
    axis: Spec = {"title": what, "tickCount": 5}
    if unit:
        axis["labelExpr"] = f"datum.label + '{unit}'"
    across = field("value:Q", scale=scale, axis=axis)
    up = field("name:N", sort=[row.name for row in rows], title=None, axis=None)
    to_the_right = [asdict(row) | {"end": max(row.value, row.high)} for row in rows]
    to_the_left = [asdict(row) | {"end": min(row.value, row.low)} for row in rows]
    bars = canvas.chart(to_the_right).encode(y=up)
    bars_of_losses = canvas.chart(to_the_left).encode(y=up)
    layers: list[View] = []
    zero = -lowest / (most + free - lowest)
    starts = bars.calculated("start", "0")
    right = f"datum.value < 0 ? {zero >= LEAST_BEFORE} : {zero > MOST_BEFORE}".lower()
    names = []
    for side, those in (("left", f"!({right})"), ("right", right)):
        base = starts.filtered(those)
        layers.append(_names(base, scale, spacing, side, SHADOW))
        names.append(_names(base, scale, spacing, side))
    layers += [
        bars.mark("bar", opacity=0.85, size=spacing.bar, yOffset=spacing.below).encode(
            x=across, color=_shades(rows)
        ),
        bars.mark("rule", strokeWidth=2.5, color=TEXT, yOffset=spacing.below).encode(
            x=field("low:Q", scale=scale), x2={"field": "high"}
        ),
    ]
    if line:
        mark = canvas.chart([{"at": line, "words": f"{line:g}{unit}"}]).encode(
            x=field("at:Q", scale=scale)
        )
        # Behind everything, and again on each bar, so that the line strikes no name.
        layers.insert(0, mark.mark("rule", strokeWidth=1.5, color=TEXT))
        dashes = bars.calculated("at", f"{line}").encode(x=field("at:Q", scale=scale))
        size = spacing.bar + 4
        layers.append(
            dashes.mark(
                "tick", color=TEXT, size=size, thickness=1.5, yOffset=spacing.below
            )
        )
        above = mark.mark("text", color=MUTED, fontSize=12, baseline="bottom", dy=-3)
        layers.append(above.encode(y={"value": 0}, text=field("words:N")))
    layers += _numbers(bars.filtered("datum.value >= 0"), scale, spacing, "left", 6)
    layers += _numbers(
        bars_of_losses.filtered("datum.value < 0"), scale, spacing, "right", -6
    )
    layers += names
    height = spacing.row * len(rows)
    return canvas.finish(layer(*layers).properties(width=WIDTH, height=height))


def _numbers(
    bars: View, scale: Spec, spacing: Spacing, side: str, shift: int
) -> list[View]:
    """The numbers beside bars: a shadow of the paper's colour, and the text on it.

    The shadow keeps a number readable on the line.
    """
    views = []
    for look in (SHADOW, IN_INK):
        text = bars.mark(
            "text",
            align=side,
            dx=shift,
            **look,
            fontSize=13,
            fontWeight="bold",
            dy=spacing.below,
        )
        end = field("end:Q", scale=scale)
        views.append(text.encode(x=end, text=field("label:N")))
    return views


def _shades(rows: Sequence[Amount]) -> Spec:
    """The colours of bars: those that answer are dark, unless none is among them."""
    some = any(row.dark for row in rows)
    scale = {"domain": [True, False], "range": [INK, GHOST if some else INK]}
    return field("dark:N", scale=scale, legend=None)


def _names(
    base: View,
    scale: Spec,
    spacing: Spacing,
    side: str,
    look: Spec = IN_INK,
) -> View:
    """The names of bars, or their shadows.

    Each stands above its bar, from where the bar starts, so that bars are as long as they
    can be.
    """
    top = spacing.below - spacing.bar / 2
    named = base.mark(
        "text",
        align=side,
        fontSize=13,
        limit=0,
        **look,
        baseline="bottom",
        dx=1 if side == "left" else -1,
        dy=top - 3,
    )
    return named.encode(x=field("start:Q", scale=scale), text=field("name:N"))
