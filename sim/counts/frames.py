"""Frames: estimates and differences as tables of Polars."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sim.options import fields_of
from sim.stats import Estimate, Interval
from sim.stats.families import BESIDE_ZERO

if TYPE_CHECKING:
    import polars as pl


def table(estimates: Sequence[Estimate]) -> pl.DataFrame:
    """The estimates of variants as a table.

    A missing end is null, and without any interval so is the level. Where the same is
    asked of several groups of games, the table has the intervals that hold together
    too.
    """
    grouped = any(estimate.together is not None for estimate in estimates)
    return _frame(estimates, ("variant", "statistic"), _TOGETHER if grouped else ())


def table_of_differences(differences: Sequence[Estimate]) -> pl.DataFrame:
    """The differences of variants as a table; without a test there are no p-values."""
    names = ("variant", "versus", "statistic")
    return _frame(differences, names, ("p_value", "p_holm", *_TOGETHER))


def _frame(
    estimates: Sequence[Estimate], names: Sequence[str], numbers: Sequence[str]
) -> pl.DataFrame:
    """Some estimates as a table with their names, their intervals, and more numbers."""
    import polars as pl

    ends = dict.fromkeys(("value", "low", "high", "level"), pl.Float64)
    schema = {
        **dict.fromkeys(names, pl.String),
        **ends,
        "method": pl.String,
        **dict.fromkeys(numbers, pl.Float64),
        "games": pl.Int64,
    }
    rows = [
        {
            **fields_of(estimate, *names, "p_value", "p_holm", "games"),
            **_cells(estimate.interval),
            **_together(estimate),
        }
        for estimate in estimates
    ]
    return pl.DataFrame([{name: row[name] for name in schema} for row in rows], schema)


_TOGETHER = ("low_together", "high_together")
"""The ends of the interval that holds together with others."""


def _together(estimate: Estimate) -> dict[str, float | None]:
    """The ends of the interval that holds together with others.

    An end just beside zero, whose exact place nobody knows, is zero.
    """
    if estimate.together is None:
        return dict.fromkeys(_TOGETHER)
    _, *ends = estimate.together.finite
    ends = [0.0 if end is not None and abs(end) <= BESIDE_ZERO else end for end in ends]
    return dict(zip(_TOGETHER, ends, strict=True))


def _cells(interval: Interval) -> dict[str, Any]:
    _, low, high = interval.finite
    return {
        **interval.ends,
        "level": None if low is None and high is None else interval.level,
        "method": f"{interval.method}; {interval.warning}"
        if interval.warning
        else interval.method,
    }
