"""Interactive charts: variants can be highlighted, values appear at the pointer, and phones get a narrow one.

A chart that is only drawn (:func:`reports.charts.style.svg`) needs none of this.
"""

import math
import re
from collections.abc import Iterator, Sequence
from typing import Any

from reports.charts.style import apart, broken
from sim.contract.answer import Spec

NAMES = (
    "name",
    "variant",
    "policy",
    "against",
)  # the fields of a row that hold the name of a variant
ROWS = (*NAMES, "quantile")  # the fields that hold the name of a row
CHOSEN = (
    "chosen"  # the parameter with the name of the variant to highlight; empty for none
)
FAINT = 0.12  # the opacity of the other variants
SLIM = 270  # pixels across a drawing on a phone, without its axis
NAMED = 90  # pixels for the names of variants beside a slim drawing, broken into lines of ``LETTERS``

LETTERS = 17

_OF_HUNDRED = {"%": "f", "p": "r"}
"""The formats of shares, and those of a number out of a hundred."""


def tip(template: str) -> dict[str, str]:
    """What to show at the pointer, as an expression over the row of a mark."""
    parts = []
    for text, field, form in re.findall(r"([^{]+)|\{(\w+)(?::([^}]+))?\}", template):
        if text:
            quoted = text.replace("'", "\\'").replace("\n", "\\n")
            parts.append(f"'{quoted}'")
        elif form and form[-1] in _OF_HUNDRED:
            parts.append(
                f"format(100 * datum['{field}'], '{form[:-1]}{_OF_HUNDRED[form[-1]]}') + ' %'"
            )
        elif form:
            parts.append(f"format(datum['{field}'], '{form}')")
        else:
            parts.append(f"datum['{field}']")
    return {"expr": " + ".join(parts)}


def live(spec: Spec) -> Spec:
    """A chart without its rows in which one variant can be highlighted and lines can be pointed at."""
    rows = spec.get("datasets", {})
    made: Spec = apart({key: value for key, value in spec.items() if key != "datasets"})
    made["params"] = [{"name": CHOSEN, "value": ""}]
    for unit, table in _units(made, rows, None):
        fields = [field for field in NAMES if table and field in table[0]]
        if fields:
            _highlight(unit, fields)
    _point_at(made)
    return made


def slim(spec: Spec) -> Spec | None:
    """The same chart for a phone, its panels below each other.

    None if it must stay wide.
    """
    made: Spec = apart(spec)
    panels = made.pop("hconcat", None)
    if panels is not None:
        made["vconcat"] = panels
        made.pop("spacing", None)
    if "columns" in made:
        made["columns"] = 1
    axis = _named_axis(made)
    beside = 0 if axis is None else NAMED
    for part in _parts(made):
        encoding = part.get("encoding", {})
        if "against" in str(encoding.get("x", {}).get("field", "")):
            return None
        if "width" in part:
            part["width"] = SLIM - beside
        if (
            encoding.get("x", {}).get("field") == "start"
            and part["mark"]["type"] == "text"
        ):
            encoding["x"] = {"value": 0}  # the name of a bar has the whole width
        _label(encoding, axis)
    return made


def series(specs: Sequence[Spec]) -> list[str]:
    """The names in the charts, in the order in which they first appear."""
    names: dict[str, None] = {}
    for spec in specs:
        for table in spec.get("datasets", {}).values():
            for row in table:
                names.update({str(row[field]): None for field in NAMES if field in row})
    return list(names)


def finite(table: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return rows that can be written as JSON: a number without end becomes a gap."""
    return [
        {
            key: None
            if isinstance(value, float) and not math.isfinite(value)
            else value
            for key, value in row.items()
        }
        for row in table
    ]


def _parts(spec: Spec) -> Iterator[Spec]:
    """Yield a chart and all that it consists of."""
    yield spec
    for kind in ("concat", "hconcat", "vconcat", "layer"):
        for part in spec.get(kind, ()):
            yield from _parts(part)


def _units(
    spec: Spec, rows: dict[str, Any], data: str | None
) -> Iterator[tuple[Spec, list[dict[str, Any]]]]:
    """Yield the parts that draw marks, each with the rows it draws."""
    data = spec.get("data", {}).get("name", data)
    if "mark" in spec:
        yield spec, rows.get(data, [])
    for kind in ("concat", "hconcat", "vconcat", "layer"):
        for part in spec.get(kind, ()):
            yield from _units(part, rows, data)


def _highlight(unit: Spec, fields: Sequence[str]) -> None:
    """Make a mark faint where another variant is highlighted."""
    mark = unit["mark"] = (
        {"type": unit["mark"]} if isinstance(unit["mark"], str) else unit["mark"]
    )
    encoding = unit.setdefault("encoding", {})
    others = " && ".join(f"datum['{field}'] !== {CHOSEN}" for field in fields)
    usual = mark.pop("opacity", 1)
    encoding["opacity"] = {
        "condition": {"test": f"{CHOSEN} !== '' && {others}", "value": FAINT * usual},
        "value": usual,
    }
    for channel in ("x", "y"):
        if (
            encoding.get(channel, {}).get("field") in NAMES
            and encoding[channel].get("axis", {}) is not None
        ):
            axis = encoding[channel].setdefault("axis", {})
            axis["labelOpacity"] = {
                "condition": {
                    "test": f"{CHOSEN} !== '' && datum.value !== {CHOSEN}",
                    "value": 0.4,
                },
                "value": 1,
            }


def _point_at(spec: Spec) -> None:
    """Give lines and outlines with a tip something to point at: unseen marks, one for each row."""
    for part in list(_parts(spec)):
        unseen = []
        for unit in part.get("layer", ()):
            if "mark" not in unit:
                continue
            mark = unit["mark"]
            told = (
                mark.pop("tooltip", None) if mark["type"] in ("line", "area") else None
            )
            if told is not None:
                stepped = mark["type"] == "area" and "interpolate" in mark
                unseen.append(
                    {**unit, **_unseen(unit["encoding"], told, stepped=stepped)}
                )
        if unseen:
            part["layer"] = [*part["layer"], *unseen]


def _unseen(
    encoding: dict[str, Any], told: dict[str, str], *, stepped: bool
) -> dict[str, Any]:
    """The mark to point at: a dot at each corner of a line, or the whole height of each step."""
    kept: dict[str, Any] = {
        channel: encoding[channel]
        for channel in ("x", "y", "y2")
        if channel in encoding
    }
    mark = {"type": "point", "filled": True, "size": 150, "opacity": 0, "tooltip": told}
    if stepped:
        mark["type"] = "rect"
        kept = {"x": encoding["x"], "x2": {"field": "to"}}
    return {"mark": mark, "encoding": kept}


def _named_axis(spec: Spec) -> dict[str, Any] | None:
    """The axis with the names of the variants, if the chart has a row for each."""
    for part in _parts(spec):
        up = part.get("encoding", {}).get("y", {})
        if up.get("field") in ROWS and up.get("axis") is not None:
            axis: dict[str, Any] = up["axis"]
            return axis
    return None


def _label(encoding: dict[str, Any], named: dict[str, Any] | None) -> None:
    """Label every panel on its own, names in several lines, and put the entries of a legend below each other."""
    for channel in ("x", "y"):
        place = encoding.get(channel, {})
        if place.get("field") in ROWS and named is not None:
            place["axis"] = dict(named)
            if isinstance(place.get("sort"), list):
                place["axis"]["labelExpr"] = broken(place["sort"], LETTERS)
        elif isinstance(place.get("axis"), dict):
            place["axis"]["labels"] = True
            place["axis"]["tickCount"] = min(4, place["axis"].get("tickCount", 4))
    colour = encoding.get("color", {})
    if isinstance(colour.get("legend"), dict):
        colour["legend"]["columns"] = 1
