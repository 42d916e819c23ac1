"""Estimates as tables: those of the summary and of the comparison of a run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sim.stats import Estimate, Interval

if TYPE_CHECKING:
    import polars as pl


def table(found: Sequence[Estimate]) -> pl.DataFrame:
    """Return the estimates of variants as the table that :func:`sim.counts.summary.summarize` describes."""
    import polars as pl

    rows = [
        {"variant": one.variant, "statistic": one.statistic, **_cells(one.interval), "games": one.games}
        for one in found
    ]
    schema = {"variant": pl.String, "statistic": pl.String, **_interval_schema(), "games": pl.Int64}
    return pl.DataFrame(rows, schema=schema)


def table_of_differences(found: Sequence[Estimate]) -> pl.DataFrame:
    """Return the differences of variants as the table that :func:`sim.counts.summary.compare` describes."""
    import polars as pl

    rows = [
        {
            "variant": one.variant,
            "versus": one.versus,
            "statistic": one.statistic,
            **_cells(one.interval),
            "p_value": one.p_value,
            "p_holm": one.p_holm,
            "low_together": None if one.together is None else one.together.low,
            "high_together": None if one.together is None else one.together.high,
            "games": one.games,
        }
        for one in found
    ]
    names = dict.fromkeys(("variant", "versus", "statistic"), pl.String)
    tests = dict.fromkeys(("p_value", "p_holm", "low_together", "high_together"), pl.Float64)
    return pl.DataFrame(rows, schema={**names, **_interval_schema(), **tests, "games": pl.Int64})


def _interval_schema() -> dict[str, Any]:
    import polars as pl

    return {**dict.fromkeys(("value", "low", "high", "level"), pl.Float64), "method": pl.String}


def _cells(interval: Interval) -> dict[str, Any]:
    value, low, high = interval.finite
    nowhere = low is None and high is None
    return {
        "value": value,
        "low": low,
        "high": high,
        "level": None if nowhere else interval.level,
        "method": f"{interval.method}; {interval.warning}" if interval.warning else interval.method,
    }
