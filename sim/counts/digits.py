"""Digits of amounts: means and quantiles are refused whose digits the counts do not keep.

The unit of an amount follows from the range that it can have, and the values seen can
be far smaller. In the counts, what is not zero is at least one unit away from it, so
that counts of zeros alone are exact.
"""

import math

from sim.contract.game import Game
from sim.counts.queries import Kind, Query, amount
from sim.errors import UserError
from sim.stats import Histogram

FEWEST_STEPS = 10_000
"""The units that the largest of rounded values has at least, or a quantile of them."""

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


def _ends(hist: Histogram) -> tuple[int, int]:
    return int(hist.values.min()), int(hist.values.max())
