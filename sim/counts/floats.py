"""Results of floats: their digits, and the bounds of their errors.

The bounds leave some results unsure.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING

from sim.counts.whole import MOST, Check, Steps, Whole, bound, either, joined, too_large

if TYPE_CHECKING:
    import polars as pl

FLOAT_DIGITS = 15
FLOAT_STEP = Fraction(1, 2**50)
"""Results of floats are rounded to multiples of this."""

LEAST_FLOAT = 1e-5
"""The smallest result of floats but zero: smaller ones would have few digits."""

FLOAT_ERROR = 1e-14
"""The largest error of a result of floats, as a share of it."""

CONVERSION = 2.0**-50
"""The largest error of an amount as a float, as a share of it."""

MOST_WHOLE = 2.0**53
"""Whole numbers below this are floats without an error."""

MOST_ERROR = 1e-9
"""The largest error of an amount in the counts, as a share of it, if not one unit."""

FEWEST_ERRORS = 1000
"""The errors, at least, by which amounts in the counts differ."""

FEWEST_ROWS = 10
"""The fewest different games whose amounts must differ by so much."""


def error_of_function(
    act: Callable[[pl.Expr], pl.Expr], value: pl.Expr, error: pl.Expr
) -> pl.Expr:
    """The error of the result of a rising function, from the error of its argument.

    Infinite where the function might have no value.
    """
    import polars as pl

    found = act(value)
    ends = [(act(end) - found).abs() for end in (value - error, value + error)]
    return pl.max_horizontal(end.fill_null(math.inf) for end in ends)


def error_of_power(
    base: pl.Expr, base_error: pl.Expr, power: pl.Expr, power_error: pl.Expr
) -> tuple[pl.Expr, pl.Expr]:
    """The error of a power, and the condition under which it has none."""
    found = base.pow(power).abs()
    size = base.abs()
    least = (size - base_error).clip(0)
    share = power.abs() * base_error / least + size.log().abs() * power_error
    # Twice the first term of the series, which bounds it all while it is small.
    error = either(share < 0.5, found * share * 2, math.inf)
    whole = (power_error == 0) & (power >= 0) & (found < 10.0**FLOAT_DIGITS)
    known = (base == 1) | ((base == 0) & (power > power_error)) | whole
    return error, (base_error == 0) & known


def check_of_counts(
    value: pl.Expr, error: pl.Expr, rounded: pl.Expr, unit: float
) -> Check:
    """The check that errors do not show in counts of units.

    Different games whose amounts hardly differ may differ by their errors alone.
    """
    import polars as pl

    most = pl.max_horizontal(pl.lit(unit), value.abs() * MOST_ERROR)
    reach = pl.max_horizontal(error.max() * FEWEST_ERRORS, pl.lit(unit))
    different = pl.struct(pl.all()).n_unique() >= FEWEST_ROWS
    alike = rounded.any() & (value.max() - value.min() < reach)
    return unsure((rounded & (error > most)) | (alike & different))


def unsure(fails: pl.Expr) -> Check:
    """The check that an error decides nothing."""
    cure = "write it without roots and logarithms, or leave these games out"
    return Check(fails, "depends on digits that floats do not have", cure)


def in_steps(
    value: pl.Expr, error: pl.Expr, steps: Steps, known: pl.Expr | None = None
) -> tuple[Whole, pl.Expr]:
    """A result of floats to fifteen digits, in multiples of their step, and its error.

    Parameters
    ----------
    value
        The result; not a number where there is none.
    error
        What the errors of its parts can change.
    steps
        What is done before.
    known
        Where the result has no error at all.
    """
    import polars as pl

    found, step = bound(either(value.is_not_nan(), value, None))
    size = found.abs()
    error += size * FLOAT_ERROR + float(FLOAT_STEP)
    if known is not None:
        error = pl.when(known).then(0.0).otherwise(error)
    error, error_step = bound(error)
    small = (size > 0) & (size < LEAST_FLOAT)
    checks = (
        too_large(size >= float(MOST * FLOAT_STEP)),
        Check(small, "is too small", "leave these games out"),
        unsure(size.is_not_null() & ~error.is_finite()),
    )
    digits = found.round_sig_figs(FLOAT_DIGITS) / float(FLOAT_STEP)
    whole = digits.round(0).cast(pl.Int128, strict=False)
    steps = joined(steps, (step, *checks[:2], error_step, checks[2]))
    return Whole(whole, -MOST, MOST, steps), error
