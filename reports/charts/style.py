"""Style of all charts: colours, type, grid, names on an axis, and SVG without scripts."""

import json
import re
from collections.abc import Iterable, Sequence
from typing import Any

from reports.charts.grammar import SCHEMA, View, field
from reports.colours import variable
from sim.contract.answer import Spec

PALETTE = tuple(variable(f"c{number}") for number in range(1, 7))
"""The colours that tell variants apart."""

INK = PALETTE[0]
PAPER = variable("paper")
GHOST = variable("ghost")
MUTED = variable("soft")
TEXT = variable("ink")
GRID = variable("grid")

WIDTH = 780
"""Pixels across the drawing; a chart is wider by its axis."""

PERCENT = {"labelExpr": "replace(format(datum.value, '~%'), '%', ' %')"}
"""The labels of an axis of shares."""

FONT = "Helvetica Neue, Helvetica, Arial, Liberation Sans, sans-serif"

_CONFIG: dict[str, Any] = {
    "aria": False,
    "background": None,
    "font": FONT,
    "padding": {"left": 8, "right": 22, "top": 8, "bottom": 8},
    "view": {"stroke": None},
    "axis": {
        "labelColor": MUTED,
        "titleColor": TEXT,
        "labelFontSize": 12,
        "titleFontSize": 12.5,
        "titleFontWeight": "normal",
        "titlePadding": 8,
        "gridColor": GRID,
        "domain": False,
        "ticks": False,
        "labelPadding": 5,
        # Names are broken into lines; to cut one off, the converter would measure it
        # again and again.
        "labelLimit": 0,
    },
    "legend": {
        "labelColor": TEXT,
        "labelFontSize": 12,
        "labelLimit": 340,
        "symbolType": "stroke",
        "symbolStrokeWidth": 3,
        "symbolSize": 220,
        "symbolOpacity": 1,
        "orient": "top",
        "title": None,
        "columnPadding": 18,
    },
}


def colours(names: Sequence[str]) -> Spec:
    """The colours of variants, with a legend if there are several."""
    scale = {"domain": list(names), "range": list(PALETTE[: len(names)])}
    # About seven pixels a letter, and the symbol before it.
    room = int(WIDTH / (7 * max(len(name) for name in names) + 50))
    legend = {"columns": max(1, min(len(names), room))} if len(names) > 1 else None
    return field("name:N", scale=scale, legend=legend)


class Canvas:
    """The canvas of a chart.

    It keeps the rows apart from the marks and applies the style.
    """

    def __init__(self) -> None:
        self._tables: dict[str, list[dict[str, Any]]] = {}

    def chart(self, rows: Iterable[dict[str, Any]]) -> View:
        """A view of these rows, without a mark yet."""
        name = f"rows-{len(self._tables)}"
        self._tables[name] = list(rows)
        return View({"data": {"name": name}})

    def finish(self, chart: View) -> Spec:
        """The chart as a specification in the common style."""
        return {
            **apart(chart.spec),
            "$schema": SCHEMA,
            "config": _CONFIG,
            "datasets": self._tables,
        }


def apart(spec: Any) -> Any:
    """A specification no two parts of which are the same object.

    So each part can be changed alone.
    """
    return json.loads(json.dumps(spec))


_LONG_NUMBER = re.compile(r"-?\d+\.\d{2,}")
_PLACES = re.compile(r' (?:d|transform|x|y|x1|x2|y1|y2|width|height)="[^"]*"')
_WITHOUT_EFFECT = re.compile(
    r' (?:role|aria-roledescription|aria-hidden|class)="[^"]*"| opacity="1"'
    r'|<path class="(?:back|fore)ground"[^>]*/>'
)


def drawn(spec: Spec) -> str:
    """The drawing of a chart."""
    import vl_convert

    return str(vl_convert.vegalite_to_svg(spec))


def svg(drawn: str, name: str) -> str:
    """A drawing as an SVG element that scales with the page.

    Coordinates are to a tenth of a pixel.

    Attributes without effect are removed and the font is named once, which cuts the
    size to a third.
    """
    drawn = _numbered(_WITHOUT_EFFECT.sub("", drawn), name)

    def shorter(attribute: re.Match[str]) -> str:
        return _LONG_NUMBER.sub(
            lambda number: f"{float(number[0]):.1f}".removesuffix(".0"), attribute[0]
        )

    drawn = _PLACES.sub(shorter, drawn).replace(f' font-family="{FONT}"', "")
    opening, rest = drawn.split(">", 1)
    # The size follows from the page and the view box; a fixed one would leave the
    # picture in a white frame.
    opening = re.sub(r' (?:height|width|version|xmlns:xlink)="[^"]*"', "", opening)
    return f'{opening} font-family="{FONT}" aria-hidden="true">{rest}'


def _numbered(drawn: str, name: str) -> str:
    """The drawing with its ids numbered from 1.

    The converter keeps counting from one drawing to the next, so the same chart would
    differ each time.
    """
    ids = dict.fromkeys(re.findall(r' id="([^"]+)"', drawn))
    for number, old in enumerate(ids, start=1):
        drawn = drawn.replace(f'id="{old}"', f'id="{name}-{number}"')
        drawn = drawn.replace(f"url(#{old})", f"url(#{name}-{number})")
    return drawn
