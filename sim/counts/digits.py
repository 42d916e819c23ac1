"""Digits of amounts: means and quantiles are refused whose digits the counts or floats do not keep.

The unit of an amount follows from the range that it can have, and the values seen can
be far smaller. In the counts, what is not zero is at least one unit away from it, so
that counts of zeros alone are exact.
"""

import math

from sim.contract.game import Game
from sim.counts.queries import Kind, Query, amount
from sim.errors import UserError
from sim.stats import Histogram, Interval

FEWEST_STEPS = 10_000
"""The units that the largest of rounded values has at least, or a quantile of them."""

FEWEST_ULPS = 8
"""The half width of an interval, at least, in distances from its value to the next
float."""

SMALLEST_SPREAD = 1e-12
"""Values that floats do not hold spread by at least this share of them."""


FEWEST_STEPS_APART = 1000
"""The units, at least, by which rounded values differ that are not the same."""


def check_steps(
    query: Query, game: Game, hist: Histogram, value: float | None = None
) -> None:
    """Refuse an amount whose rounded values are a few units, or its quantile in units."""
    asked = amount(query, game)
    unit = asked.unit(query.name)
    if not hist.n or not asked.may_be_coarse(unit):
        return
    low, high = _ends(hist)
    most: float = max(abs(low), abs(high))
    if query.kind is Kind.QUANTILE and value is not None:
        most = abs(value)
    what = (
        f"{query.expression!r} is counted in steps of {float(unit):g}, too coarse for "
    )
    if 0 < most < FEWEST_STEPS:
        factor = 10 ** max(1, math.ceil(-math.log10(most * unit)))
        cure = f"multiply it by {factor:g}, or by more"
        raise UserError(f"{what}its values", where=query.name, cure=cure)
    if 0 < high - low < FEWEST_STEPS_APART:
        cure = "subtract what all games have in common, and multiply it"
        raise UserError(f"{what}its differences", where=query.name, cure=cure)


def check_digits(query: Query, game: Game, hist: Histogram, interval: Interval) -> None:
    """Refuse an answer, in units, that a float does not tell from the ends of its interval."""
    asked = amount(query, game)
    value = interval.value
    if asked.constant or value is None or math.isinf(value):
        return
    low, high = _ends(hist)
    half = interval.half_width
    next_float = math.ulp(value)
    if low == high:
        cut = int(float(low)) != low
    elif query.kind is Kind.MEAN and half is not None:
        cut = half < FEWEST_ULPS * next_float
    else:
        cut = next_float > 1 and high - low < SMALLEST_SPREAD * abs(value)
    if cut:
        what = f"{query.expression!r} is too large for its last digits to be kept"
        cure = "subtract what all games have in common, or leave these games out"
        raise UserError(what, where=query.name, cure=cure)


def _ends(hist: Histogram) -> tuple[int, int]:
    return int(hist.values.min()), int(hist.values.max())
