"""Functions and operations of numbers."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from sim.counts.amounts import DIGITS, Kind, Parsed, amount_of, condition_of

if TYPE_CHECKING:
    import polars as pl


@dataclass(frozen=True)
class Function:
    """A function of numbers.

    Attributes
    ----------
    least, most
        How many values it takes.
    act
        How it is computed.
    whole
        Whether it is a whole number; None: if its values are.
    """

    least: int
    most: int
    act: Callable[..., Any]
    whole: bool | None = None


def chosen(
    words: str, conditions: Sequence[Parsed], values: Sequence[Parsed]
) -> Parsed:
    """The value of the first condition that holds, else the value without one.

    It is null if no value is left.
    """
    import polars as pl

    complete = len(values) > len(conditions)
    value = values[-1].value if complete else pl.lit(None)
    for condition, then in reversed([*zip(conditions, values, strict=False)]):
        value = pl.when(condition.value).then(then.value).otherwise(value)
    parts = [*conditions, *values]
    if values[0].kind is Kind.TRUTH:
        return condition_of(words, parts, value)
    return amount_of(words, value, parts)


def applied(name: str, words: str, parts: Sequence[Parsed]) -> Parsed:
    """A function or an operation of numbers."""
    function = FUNCTIONS[name]
    amount = amount_of(words, function.act(*(part.value for part in parts)), parts)
    if function.whole is None:
        return amount
    return replace(amount, whole=function.whole)


def _quotient(first: pl.Expr, second: pl.Expr) -> pl.Expr:
    """The quotient; null where the divisor is zero."""
    import polars as pl

    return pl.when(second != 0).then(first / second)


def _whole_quotient(first: pl.Expr, second: pl.Expr) -> pl.Expr:
    """The quotient without its fraction."""
    quotient = _quotient(first, second)
    return quotient.sign() * _floor(quotient.abs())


def _remainder(first: pl.Expr, second: pl.Expr) -> pl.Expr:
    """What remains of a division, with the sign of what is divided."""
    return first - second * _whole_quotient(first, second)


def _rounded(number: pl.Expr) -> pl.Expr:
    """The nearest whole number; of two, the one further away from zero."""
    return number.sign() * _floor(number.abs() + 0.5)


def _floor(number: pl.Expr) -> pl.Expr:
    """The number rounded down; one that floats put just below a whole number is that."""
    return number.round_sig_figs(DIGITS).floor()


def _ceil(number: pl.Expr) -> pl.Expr:
    return -_floor(-number)


def _greatest(*values: pl.Expr) -> pl.Expr:
    import polars as pl

    return pl.max_horizontal(values)


def _least(*values: pl.Expr) -> pl.Expr:
    import polars as pl

    return pl.min_horizontal(values)


MOST_VALUES = 8
"""The most values of which the greatest or the least is taken."""

NAMED: Mapping[str, Function] = {
    "ABS": Function(1, 1, operator.abs),
    "CEIL": Function(1, 1, _ceil, whole=True),
    "DIV": Function(2, 2, _whole_quotient, whole=True),
    "FLOOR": Function(1, 1, _floor, whole=True),
    "GREATEST": Function(2, MOST_VALUES, _greatest),
    "LEAST": Function(2, MOST_VALUES, _least),
    "MOD": Function(2, 2, _remainder),
    "POW": Function(2, 2, operator.pow, whole=False),
    "ROUND": Function(1, 1, _rounded, whole=True),
    "SIGN": Function(1, 1, lambda number: number.sign(), whole=True),
}
"""The functions with a name."""

FUNCTIONS: Mapping[str, Function] = {
    **NAMED,
    "+": Function(2, 2, operator.add),
    "-": Function(2, 2, operator.sub),
    "*": Function(2, 2, operator.mul),
    "/": Function(2, 2, _quotient, whole=False),
    "NEG": Function(1, 1, operator.neg),
}
"""Every function and operation of numbers."""
