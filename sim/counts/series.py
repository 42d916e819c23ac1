"""Functions of expressions, on columns of Polars: a value that does not exist is null."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from functools import reduce
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import polars as pl


def constant(value: object) -> Callable[[pl.DataFrame], pl.Series]:
    """Return what gives every row the same value."""

    def values(rows: pl.DataFrame) -> pl.Series:
        import polars as pl

        return pl.Series([value]).new_from_index(0, rows.height)

    return values


def only(values: Callable[[pl.DataFrame], pl.Series]) -> Any:
    """Return what is the same for every row."""
    import polars as pl

    return values(pl.DataFrame({"": [0]}))[0]


def whole(values: pl.Series) -> pl.Series:
    """Return values as whole numbers, null where they are too large; conditions become 0 and 1."""
    import polars as pl

    return values.cast(pl.Int64, strict=False)


def first_that_holds(conditions: int, *parts: pl.Series) -> pl.Series:
    """Return the value of the first condition that holds, else the value without one; null where a condition is."""
    values = parts[conditions:]
    last = (
        values[conditions]
        if len(values) > conditions
        else values[0].clear(len(values[0]))
    )
    for place in reversed(range(conditions)):
        last = _either(parts[place], values[place], last)
    return last


def _either(condition: pl.Series, first: pl.Series, second: pl.Series) -> pl.Series:
    chosen = first.zip_with(condition.fill_null(False), second)
    return chosen.set(condition.is_null(), None)


def _fraction(values: pl.Series) -> pl.Series:
    import polars as pl

    return values.cast(pl.Float64)


def _real(values: pl.Series) -> pl.Series:
    """Return fractions with null in place of infinities and of what is no number."""
    return values.set(~values.is_finite(), None)


def _remainder(values: pl.Series, divisors: pl.Series) -> pl.Series:
    """Return what remains of a division, with the sign of what is divided."""
    divisors = divisors.set(divisors == 0, None)
    remains = values % divisors  # with the sign of the divisor
    return _either(
        (remains != 0) & ((values < 0) != (divisors < 0)), remains - divisors, remains
    )


def _power(values: pl.Series, exponents: pl.Series) -> pl.Series:
    fractions = values.dtype.is_float() or exponents.dtype.is_float()
    power = _real(_fraction(values).pow(_fraction(exponents)))
    return power if fractions else whole(power)


def _largest(sign: Callable[[Any, Any], Any]) -> Callable[..., pl.Series]:
    return lambda *values: reduce(lambda a, b: _either(sign(a, b), a, b), values)


OF_ONE: Mapping[str, Callable[..., Any]] = {
    "ABS": lambda values: values.abs(),
    "CEIL": lambda values: values.ceil(),
    "EXP": lambda values: _real(_fraction(values).exp()),
    "FLOOR": lambda values: values.floor(),
    "LN": lambda values: _real(_fraction(values).log()),
    "LOG10": lambda values: _real(_fraction(values).log(10)),
    "LOG2": lambda values: _real(_fraction(values).log(2)),
    "ROUND": lambda values: values.round(0),
    "SIGN": lambda values: values.sign(),
    "SQRT": lambda values: _real(_fraction(values).sqrt()),
}
OF_TWO: Mapping[str, Callable[..., Any]] = {
    "DIV": lambda values, divisors: whole(
        _real((values - _remainder(values, divisors)) / divisors).round(0)
    ),
    "MOD": _remainder,
    "POW": _power,
}
OF_MANY: Mapping[str, Callable[..., Any]] = {
    "GREATEST": _largest(operator.ge),
    "LEAST": _largest(operator.le),
}

NAMED = {**OF_ONE, **OF_TWO, **OF_MANY, "IF": first_that_holds}
FUNCTIONS: Mapping[str, Callable[..., Any]] = {
    **NAMED,
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": lambda values, divisors: _real(_fraction(values) / divisors),
}
"""Every function and operation of numbers."""

FRACTIONS = ("/", "EXP", "LN", "LOG10", "LOG2", "SQRT")
"""Those that make fractions of whole numbers."""


def arguments(name: str) -> tuple[int, int]:
    """Return how many values a function takes at least and at most."""
    return (1, 1) if name in OF_ONE else (2, 1_000) if name in OF_MANY else (2, 2)
