"""Style of all charts: colours, type, grid, names on an axis, panels, and SVG without scripts."""

import json
import re
import textwrap
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from functools import lru_cache
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

FONT = "Helvetica Neue, Helvetica, Arial, Liberation Sans, sans-serif"

MOST_COLOURS = len(PALETTE)  # variants in one picture; more of them get a panel each
MOST_PANELS = 24  # panels in one picture; more variants than this get none, since nobody reads that many

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
    "title": {
        "color": TEXT,
        "fontSize": 12.5,
        "fontWeight": "bold",
        "anchor": "start",
        "frame": "group",
        "offset": 8,
    },
    "concat": {"spacing": 14},
}


def colours(names: Sequence[str]) -> Spec:
    """The colours of at most :data:`MOST_COLOURS` variants, with a legend if there are several."""
    scale = {"domain": list(names), "range": list(PALETTE[: len(names)])}
    # About seven pixels a letter, and the symbol before it.
    room = int(WIDTH / (7 * max(len(name) for name in names) + 50))
    legend = {"columns": max(1, min(len(names), room))} if len(names) > 1 else None
    return field("name:N", scale=scale, legend=legend)


def panel_columns(panels: int) -> int:
    """The columns of a number of panels: one up to four panels, two up to eight, then three."""
    if panels <= 4:
        return 1
    return 2 if panels <= 8 else 3


def in_panels(
    names: Sequence[str], height: int, draw: Callable[[int, bool, bool], View]
) -> View:
    """A panel for each name, drawn from its place, whether it is at the bottom, and whether at the left."""
    columns = panel_columns(len(names))
    # Only the first column has labels on its left.
    size = {"width": (WIDTH - (columns - 1) * 34) // columns, "height": height}
    panels = [
        draw(place, place >= len(names) - columns, place % columns == 0).properties(
            title=name, **size
        )
        for place, name in enumerate(names)
    ]
    return View({"concat": [view.spec for view in panels], "columns": columns})


class Canvas:
    """What a chart is drawn on: it keeps the rows apart from the marks and applies the style."""

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
    """A specification no two parts of which are the same object, so that each can be changed alone."""
    return json.loads(json.dumps(spec))


_LONG_NUMBER = re.compile(r"-?\d+\.\d{2,}")
_PLACES = re.compile(r' (?:d|transform|x|y|x1|x2|y1|y2|width|height)="[^"]*"')
_WITHOUT_EFFECT = re.compile(
    r' (?:role|aria-roledescription|aria-hidden|class)="[^"]*"| opacity="1"'
    r'|<path class="(?:back|fore)ground"[^>]*/>'
)


def drawn(spec: Spec) -> str:
    """The drawing of a chart."""
    return _converted(json.dumps(spec))


@lru_cache(maxsize=8)
def _converted(chart: str) -> str:
    # The picture of an answer stands in its page, on its card and in the file to be
    # saved.
    import vl_convert

    return str(vl_convert.vegalite_to_svg(chart))


def svg(drawn: str, name: str) -> str:
    """A drawing as an SVG element that scales with the page, with coordinates to a tenth of a pixel.

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


LETTERS = 42
"""Letters in a line beside a wide drawing."""


def named_row(row: Any, of: str) -> dict[str, Any]:
    """A row with its name in the field ``of``: only the names of variants can be highlighted."""
    return {of if key == "name" else key: value for key, value in asdict(row).items()}


def signed(form: str) -> str:
    """The expression that writes a difference on an axis in a format, zero without a sign."""
    return f"datum.value == 0 ? '0' : replace(format(datum.value, '{form}'), '-', '−')"


def names_axis(names: Sequence[str], size: float = 12, **more: Any) -> Spec:
    """The axis with the names of variants."""
    if any(len(name) > LETTERS for name in names):
        more["labelExpr"] = broken(names, LETTERS)
    return {"grid": False, "labelColor": TEXT, "labelFontSize": size, **more}


def broken(names: Sequence[str], letters: int) -> str:
    """The expression of Vega that breaks names on an axis into lines of at most ``letters`` letters."""
    lines = {
        name: textwrap.wrap(name, letters, break_long_words=False) for name in names
    }
    return f"({json.dumps(lines)})[datum.label]"
