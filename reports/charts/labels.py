"""The axis with the names of variants: long names in several lines, none cut off."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Sequence
from typing import Any

from reports.charts.style import TEXT
from reports.document import Spec

LETTERS = 42
"""Letters in a line beside a wide drawing."""


def names_axis(names: Sequence[str], size: float = 12, **more: Any) -> Spec:
    """Return the axis with the names of variants."""
    if any(len(name) > LETTERS for name in names):
        more["labelExpr"] = broken(names, LETTERS)
    return {"grid": False, "labelColor": TEXT, "labelFontSize": size, **more}


def broken(names: Sequence[str], letters: int) -> str:
    """Return the expression of Vega that breaks names on an axis into lines of at most ``letters`` letters.

    >>> broken(["none down"], 5)
    '({"none down": ["none", "down"]})[datum.label]'
    """
    lines = {name: textwrap.wrap(name, letters, break_long_words=False) for name in names}
    return f"({json.dumps(lines)})[datum.label]"
