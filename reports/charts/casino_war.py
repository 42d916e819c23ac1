"""Charts of Casino War: the house edge by decks, and what a bankroll does hand by hand."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from reports.charts.grammar import View, field, layer
from reports.charts.live import tip
from reports.charts.style import INK, MUTED, WIDTH, Canvas, colours, in_panels
from sim.contract.answer import Spec


@dataclass(frozen=True, slots=True)
class Edge:
    """A house edge: the way to play, the number of decks, the exact value, and the estimate with its interval."""

    name: str
    decks: int
    exact: float
    value: float
    low: float
    high: float


def edges(rows: Sequence[Edge]) -> Spec:
    """Draw house edges over decks: a line through the exact values, points and bars for the simulated ones."""
    canvas = Canvas()
    names = list(dict.fromkeys(edge.name for edge in rows))
    across = field(
        "decks:O", axis={"title": "decks in the shoe", "labelAngle": 0, "grid": False}
    )
    up = {"title": "house edge", "format": ".1%"}
    base = canvas.chart(map(asdict, rows)).encode(x=across, color=colours(names))
    scale = {"zero": False, "nice": True}
    line = base.mark("line", strokeWidth=1.4).encode(
        y=field("exact:Q", axis=up, scale=scale)
    )
    bars = base.mark("rule", strokeWidth=6, opacity=0.4).encode(
        y=field("low:Q", scale=scale), y2={"field": "high"}
    )
    told = tip(
        "{name}, {decks} decks\nexact {exact:.3%}\nplayed {value:.3%} ({low:.3%} to {high:.3%})"
    )
    points = base.mark("point", filled=True, size=44, opacity=1, tooltip=told).encode(
        y=field("value:Q", scale=scale)
    )
    return canvas.finish(layer(line, bars, points).properties(width=WIDTH, height=300))


def fans(sessions: Mapping[str, Mapping[int, Sequence[float]]]) -> Spec:
    """Draw what a bankroll does: a panel for each way to play, the median and where half and nine tenths lie."""
    # The five quantiles of each way to play, after numbers of hands.
    canvas = Canvas()
    alone = len(sessions) == 1

    def panel(place: int, lowest: bool, leftmost: bool) -> View:
        name, session = list(sessions.items())[place]
        names = ("low", "lower", "middle", "upper", "high")
        rows: list[dict[str, Any]] = [
            {"name": name, "hand": hand, **dict(zip(names, row, strict=True))}
            for hand, row in session.items()
        ]
        across = field(
            "hand:Q",
            axis={"title": "hands played", "grid": False},
            scale={"nice": False},
        )
        base = canvas.chart(rows).encode(x=across)
        axis = {"title": "bankroll" if alone else None, "tickCount": 5}
        told = tip(
            "{name}\nafter {hand:,} hands: median {middle:,}\nhalf: {lower:,} to {upper:,}\n90 %: {low:,} to {high:,}"
        )
        outer = base.mark("area", color=INK, opacity=0.18).encode(
            y=field("low:Q", axis=axis), y2={"field": "high"}
        )
        inner = base.mark("area", color=INK, opacity=0.3).encode(
            y=field("lower:Q"), y2={"field": "upper"}
        )
        middle = base.mark("line", color=MUTED, strokeWidth=2, tooltip=told).encode(
            y=field("middle:Q")
        )
        return layer(outer, inner, middle)

    if alone:
        return canvas.finish(panel(0, True, True).properties(width=WIDTH, height=260))
    panels = in_panels(list(sessions), 130, panel)
    return canvas.finish(panels.properties(resolve={"scale": {"x": "independent"}}))
