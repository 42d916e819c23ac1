"""Exact numbers of the documents: expressions of Python over ``sim``, such as exact chances.

``sim.exact.casino_war(6).house_edge`` is anyone's to check who types it after
``import sim``.
"""

import re
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np

import sim

EXACT = "exact"
"""The source of these numbers."""

_SOLVED = re.compile(r"(sim\.exact\.\w+\((?:[^()]|\([^()]*\))*\))")

Value = int | float | str
"""What is kept: a whole number, a floating-point number, or a fraction as a text."""


def value(expression: str) -> Value:
    """Return the value of an expression.

    >>> value("-sim.exact.casino_war(6, 'surrender').ev"), value("sim.exact.gops(5).positions")
    ('23/622', 356)
    """
    # Several numbers of a solution need it once.
    called = _SOLVED.sub(lambda result: f"solved({result[1]!r})", expression)
    result: Any = eval(
        called, {"sim": sim, "solved": solved}
    )  # our own list, not anyone's input
    if isinstance(result, Fraction):
        return str(result)
    if isinstance(result, int | np.integer):
        return int(result)
    if isinstance(result, float | np.floating):
        # The last digits of a floating-point number may differ between machines.
        return float(f"{result:.9g}")
    raise TypeError(f"{expression} is {result!r}, not a number")


@cache
def solved(call: str) -> Any:
    """Return the result of a call of ``sim.exact``."""
    return eval(call, {"sim": sim})
