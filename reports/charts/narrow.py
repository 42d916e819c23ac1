"""The drawing of a chart for a phone."""

from collections.abc import Iterator
from typing import Any

from reports.charts.style import apart
from sim.contract.answer import Spec

SLIM = 270
"""Pixels across a drawing on a phone, without its axis."""


def slim(spec: Spec) -> Spec | None:
    """The chart for a phone, its panels below each other; None if it must stay wide."""
    made: Spec = apart(spec)
    for part in _parts(made):
        encoding = part.get("encoding", {})
        across = encoding.get("x", {})
        if "against" in str(across.get("field", "")):
            return None
        if "width" in part:
            part["width"] = SLIM
        if across.get("field") == "start" and part["mark"]["type"] == "text":
            # The name of a bar has the whole width.
            encoding["x"] = {"value": 0}
            part["mark"] |= {"align": "left", "dx": 1}
        _label(encoding)
    return made


def _parts(spec: Spec) -> Iterator[Spec]:
    """Yield a chart and all that it consists of."""
    yield spec
    for kind in ("vconcat", "layer"):
        for part in spec.get(kind, ()):
            yield from _parts(part)


def _label(encoding: dict[str, Any]) -> None:
    """Label every panel on its own, and put the entries of a legend below each other."""
    for channel in ("x", "y"):
        axis = encoding.get(channel, {}).get("axis")
        if isinstance(axis, dict):
            axis["labels"] = True
            axis["tickCount"] = min(4, axis.get("tickCount", 4))
    legend = encoding.get("color", {}).get("legend")
    if isinstance(legend, dict):
        legend["columns"] = 1
