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
    import polars as pl

    names = dict.fromkeys(("variant", "statistic"), pl.String)
    rows = [
        {
            **fields_of(estimate, "variant", "statistic"),
            **_cells(estimate.interval),
            **_together(estimate),
            "games": estimate.games,
        }
        for estimate in estimates
    ]
    grouped = any(estimate.together is not None for estimate in estimates)
    together = dict.fromkeys(_TOGETHER if grouped else (), pl.Float64)
    return pl.DataFrame(
        rows, schema={**names, **_interval_schema(), **together, "games": pl.Int64}
    )


def table_of_differences(differences: Sequence[Estimate]) -> pl.DataFrame:
    """The differences of variants as a table; without a test there are no p-values."""
    import polars as pl

    rows = [
        {
            **fields_of(estimate, "variant", "versus", "statistic"),
            **_cells(estimate.interval),
            "p_value": estimate.p_value,
            "p_holm": estimate.p_holm,
            **_together(estimate),
            "games": estimate.games,
        }
        for estimate in differences
    ]
    names = dict.fromkeys(("variant", "versus", "statistic"), pl.String)
    tests = dict.fromkeys(("p_value", "p_holm", *_TOGETHER), pl.Float64)
    return pl.DataFrame(
        rows, schema={**names, **_interval_schema(), **tests, "games": pl.Int64}
    )


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


def _interval_schema() -> dict[str, Any]:
    import polars as pl

    return {
        **dict.fromkeys(("value", "low", "high", "level"), pl.Float64),
        "method": pl.String,
    }


def _cells(interval: Interval) -> dict[str, Any]:
    _, low, high = interval.finite
    return {
        **interval.ends,
        "level": None if low is None and high is None else interval.level,
        "method": f"{interval.method}; {interval.warning}"
        if interval.warning
        else interval.method,
    }
