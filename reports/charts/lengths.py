"""Charts of one quantity: how its values are spread, and how far its tail goes."""

from collections.abc import Sequence
from itertools import pairwise

from reports.charts.grammar import View, field, layer
from reports.charts.live import tip
from reports.charts.style import (
    INK,
    PAPER,
    TEXT,
    WIDTH,
    Canvas,
    colours,
    in_panels,
    panel_columns,
)
from reports.distributions import Binned, Curve, Drawn
from sim.contract.answer import Spec


def histogram(series: Sequence[Drawn], title: str) -> Spec:
    """Draw the spread of a quantity: a panel for each variant, all on the same scales."""
    canvas = Canvas()
    alone = len(series) == 1
    top = max(max(drawn.classes.shares) for drawn in series)

    def panel(place: int, lowest: bool, leftmost: bool) -> View:
        drawn = series[place]
        classes = drawn.classes
        across = field(
            "at:Q",
            scale={
                "domain": [classes.start, classes.end],
                "nice": False,
                "zero": False,
            },
            axis={
                "labels": lowest,
                "title": title if lowest else None,
                "grid": False,
                "tickCount": 8,
            },
        )
        ticks = {"format": "~%", "tickCount": 5 if alone else 3}
        axis = {
            **ticks,
            "title": "share of games" if alone else None,
            "labels": leftmost,
        }
        up = field("share:Q", scale={"domain": [0, top], "nice": True}, axis=axis)
        bars = _bars(canvas, classes, across, up, edged=panel_columns(len(series)) == 1)
        return layer(bars, *_middles(canvas, drawn, across))

    if alone:
        return canvas.finish(panel(0, True, True).properties(width=WIDTH, height=260))
    return canvas.finish(
        in_panels([drawn.classes.name for drawn in series], 118, panel)
    )


def _bars(
    canvas: Canvas, classes: Binned, across: Spec, up: Spec, *, edged: bool
) -> View:
    """The classes as one outline.

    A path for each bar would make a page of panels heavy.
    """
    last = classes.width - 1
    corners = [
        {
            "name": classes.name,
            "at": low,
            "to": low + classes.width,
            "last": low + last,
            "share": share,
        }
        for low, share in zip(classes.lows, classes.shares, strict=True)
    ]
    corners.append({**corners[-1], "at": classes.end, "to": classes.end})
    told = tip(f"{{at:,}}{' to {last:,}' if last else ''}: {{share:.2%}} of games")
    outline = canvas.chart(corners).mark(
        "area", interpolate="step-after", color=INK, opacity=0.8, tooltip=told
    )
    filled = outline.encode(x=across, y=up)
    if not edged:
        return filled
    edges = canvas.chart(
        {"at": low, "share": max(pair)}
        for low, pair in zip(classes.lows[1:], pairwise(classes.shares), strict=True)
    )
    return layer(
        filled,
        edges.mark("rule", color=PAPER, strokeWidth=0.7).encode(
            x=across, y=up, y2={"datum": 0}
        ),
    )


def _middles(canvas: Canvas, drawn: Drawn, across: Spec) -> list[View]:
    """Return median and mean as labelled lines; a line beyond the edge is left out.

    The labels go outside both lines, or together to the right of both if there is no
    space on the left. A class of one value is drawn from that value to the next: the
    value is in its middle.
    """
    classes = drawn.classes
    shift = 0.5 if classes.width == 1 else 0.0
    known = [(drawn.median + shift, [1, 0], f"median {drawn.median_text}")]
    if drawn.mean is not None:
        known.append((drawn.mean + shift, [3, 3], f"mean {drawn.mean_text}"))
    known.sort()
    lines = [
        canvas.chart([{"at": at}])
        .mark("rule", color=TEXT, strokeDash=dash)
        .encode(x=across)
        for at, dash, _ in known
        if at <= classes.end
    ]
    names = ", ".join(name for _, _, name in known)
    first, last = known[0][0], known[-1][0]
    if last > classes.end:
        texts = [(float(classes.end), names, "right")]
    elif len(known) == 1 or first - classes.start < 0.3 * (classes.end - classes.start):
        texts = [
            (
                last,
                names,
                "left"
                if last - classes.start < 0.6 * (classes.end - classes.start)
                else "right",
            )
        ]
    else:
        texts = [(first, known[0][2], "right"), (last, known[1][2], "left")]
    words = [
        canvas.chart([{"at": at, "words": words}])
        .mark(
            "text",
            align=side,
            baseline="top",
            dx=5 if side == "left" else -5,
            color=TEXT,
            fontSize=11.5,
        )
        .encode(x=across, y={"value": 1}, text=field("words:N"))
        for at, words, side in texts
    ]
    return [*lines, *words]


def still_going(
    series: Sequence[Curve], marks: Sequence[Spec], title: str, end: float
) -> Spec:
    """Draw the share of games still going after each length: the first variant filled and marked, others as lines."""
    canvas = Canvas()
    names = [curve.name for curve in series]
    across = field(
        "at:Q",
        scale={"domain": [0, end], "nice": False},
        axis={"title": title, "grid": False, "tickCount": 8},
    )
    axis = {"title": "games still going", "format": "~%", "tickCount": 5}
    up = field("share:Q", scale={"domain": [0, 1]}, axis=axis, stack=None)
    told = tip("{name}\n{share:.3~p} of games go on after {at:,.4~r}")
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
        layers.append(
            base.mark("line", strokeWidth=1.5 if number else 3, clip=True, tooltip=told)
        )
    for mark in marks:
        layers += _marked(canvas, mark, across, up, at_left=mark["at"] < 0.55 * end)
    return canvas.finish(layer(*layers).properties(width=WIDTH, height=300))


def _marked(
    canvas: Canvas, mark: Spec, across: Spec, up: Spec, *, at_left: bool
) -> list[View]:
    """A dashed line down from the words, which stand in the free corner above the curve, and a dot on it."""
    top = field("top:Q")
    base = canvas.chart(
        [{**mark, "top": 0.98 if mark["share"] > 0.3 else 0.36}]
    ).encode(x=across)
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


def survival(series: Sequence[Curve], title: str) -> Spec:
    """Draw the share of games that last longer than a length, with pointwise bands, on a logarithmic scale."""
    seen = [
        Curve(tail.name, tuple(p for p in tail.points if p.value > 0))
        for tail in series
    ]
    least = min(point.value for tail in seen for point in tail.points)
    told = "{name}\nlonger than {at:,}: {share:.3~p} ({low:.3~p} to {high:.3~p})"
    return _banded(seen, title, told, _chances(least, "games that last longer"))


def hazard(series: Sequence[Curve], title: str, width: int) -> Spec:
    """Draw how many of the games still going end within each class of lengths, with bands."""
    told = "{name}\nof the games still going after {at:,}, {share:.3~p} ({low:.3~p} to {high:.3~p}) end by the next"
    axis = {
        "title": f"share that end within {width:,} more",
        "format": "~%",
        "tickCount": 5,
    }
    return _banded(
        series, title, told, {"scale": {"zero": True}, "axis": axis}, "step-after"
    )


def _banded(
    series: Sequence[Curve],
    title: str,
    told: str,
    up: Spec,
    interpolate: str = "linear",
) -> Spec:
    """Draw curves with their bands."""
    canvas = Canvas()
    rows = [
        {"name": curve.name, "at": p.at, "share": p.value, "low": p.low, "high": p.high}
        for curve in series
        for p in curve.points
    ]
    base = canvas.chart(rows).encode(
        x=field(
            "at:Q",
            axis={"title": title, "grid": False, "tickCount": 8},
            scale={"zero": True, "nice": False},
        ),
        color=colours([curve.name for curve in series]),
    )
    look: Spec = {"clip": True, "interpolate": interpolate}
    band = base.mark("area", opacity=0.18, **look).encode(
        y=field("low:Q", **up), y2={"field": "high"}
    )
    line = base.mark("line", strokeWidth=1.8, tooltip=tip(told), **look).encode(
        y=field("share:Q", **up)
    )
    return canvas.finish(layer(band, line).properties(width=WIDTH, height=320))


def _chances(least: float, title: str) -> Spec:
    """A logarithmic axis whose labels read "1 in n"."""
    powers = [10.0**-power for power in range(16) if 10.0**-power >= least * 0.999]
    words = "datum.value > 0.99 ? 'all games' : '1 in ' + format(round(1 / datum.value), ',')"
    axis = {
        "values": powers,
        "labelExpr": words,
        "title": title,
        "grid": True,
    }
    scale = {"type": "log", "domain": [least, 1.0], "nice": False, "clamp": True}
    return {"scale": scale, "axis": axis}
