"""The drawing of a chart for a phone."""

from typing import Any

from reports.charts.style import apart
from sim.contract.answer import Spec

SLIM = 270
"""Pixels across a drawing on a phone, without its axis."""


def slim(spec: Spec) -> Spec:
    """The chart for a phone."""
    made: Spec = apart(spec)
    made["width"] = SLIM
    for part in made["layer"]:
        encoding = part.get("encoding", {})
        if encoding.get("x", {}).get("field") == "start":
            # The name of a bar has the whole width.
            encoding["x"] = {"value": 0}
            part["mark"] |= {"align": "left", "dx": 1}
        _label(encoding)
    return made


def _label(encoding: dict[str, Any]) -> None:
    """Label an axis at fewer places, and put the entries of a legend below each other."""
    for channel in ("x", "y"):
        axis = encoding.get(channel, {}).get("axis")
        if isinstance(axis, dict):
            axis["tickCount"] = min(4, axis.get("tickCount", 4))
    legend = encoding.get("color", {}).get("legend")
    if isinstance(legend, dict):
        legend["columns"] = 1
