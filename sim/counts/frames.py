"""Frames: estimates and differences as tables of Polars."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sim.options import fields_of
from sim.stats import Estimate, Interval

if TYPE_CHECKING:
    import polars as pl


def table(estimates: Sequence[Estimate]) -> pl.DataFrame:
    """The estimates of variants as a table.

    A missing end is null, and without any interval so is the level.
    """
    return _frame(estimates, ("variant", "statistic"))


def table_of_differences(differences: Sequence[Estimate]) -> pl.DataFrame:
    """The differences of variants as a table; without a test there are no p-values."""
    names = ("variant", "versus", "statistic")
    return _frame(differences, names, ("p_value", "p_holm"))


def _frame(
    estimates: Sequence[Estimate], names: Sequence[str], numbers: Sequence[str] = ()
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
        }
        for estimate in estimates
    ]
    return pl.DataFrame([{name: row[name] for name in schema} for row in rows], schema)


def _cells(interval: Interval) -> dict[str, Any]:
    _, low, high = interval.finite
    return {
        **interval.ends,
        "level": None if low is None and high is None else interval.level,
        "method": f"{interval.method}; {interval.warning}"
        if interval.warning
        else interval.method,
    }
