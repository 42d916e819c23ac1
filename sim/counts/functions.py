"""Functions and operations of numbers."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import TYPE_CHECKING, Any

from sim.counts.amounts import Kind, Parsed, amount_of, condition_of
from sim.counts.exact import Exact
from sim.counts.whole import Whole, either

if TYPE_CHECKING:
    import polars as pl


def chosen(
    words: str, conditions: Sequence[Parsed], values: Sequence[Parsed]
) -> Parsed:
    """The value of the first condition that holds, else the value without one.

    It is null where a condition is null before that, or if no value is left.
    """
    import polars as pl

    complete = len(values) > len(conditions)
    conditions = [condition.bound() for condition in conditions]
    parts = [*conditions, *values]
    if values[0].kind is Kind.TRUTH:
        truths = [part.value for part in values]
        truth = truths[-1] if complete else pl.lit(None)
        for condition, value in reversed([*zip(conditions, truths, strict=False)]):
            truth = either(condition.value, value, truth)
        return condition_of(words, parts, truth)
    numbers = [part.number for part in values]
    if not complete:
        numbers.append(Exact(Whole(pl.lit(None, dtype=pl.Int64), 0, 0)))
    number = numbers[-1]
    for condition, value in reversed([*zip(conditions, numbers, strict=False)]):
        number = value.if_holds(condition.value, number)
    return amount_of(words, number, parts)


def applied(name: str, words: str, parts: Sequence[Parsed]) -> Parsed:
    """A function or an operation of numbers."""
    number = FUNCTIONS[name].act(*(part.number for part in parts))
    return amount_of(words, number, parts)


@dataclass(frozen=True)
class Function:
    """A function of numbers.

    Attributes
    ----------
    least, most
        How many values it takes.
    act
        How it is computed.
    """

    least: int
    most: int
    act: Callable[..., Any]


def _operation(act: Callable[[Any, Any], Any]) -> Function:
    return Function(2, 2, act)


def _unary(act: Callable[[Any], Any]) -> Function:
    return Function(1, 1, act)


def _extreme(better: Callable[[Any, Any], Any]) -> Function:
    """The greatest or the least of several values."""
    return Function(
        2, 1000, lambda *values: reduce(lambda a, b: a.extreme(better, b), values)
    )


def _of_floats(
    act: Callable[[pl.Expr], pl.Expr], known: Callable[[pl.Expr, pl.Expr], pl.Expr]
) -> Function:
    """A function that is computed in floats.

    For some floats its result is exact.
    """
    return Function(1, 1, lambda number: number.applied(act, known))


def _logarithm(base: int) -> Function:
    """The logarithm to a whole base, exact for its powers."""

    def act(values: pl.Expr) -> pl.Expr:
        import polars as pl

        found = either(values > 0, values, None).log(base)
        near = found.round(0)
        return either(pl.lit(float(base)).pow(near) == values, near, found)

    return _of_floats(act, lambda x, y: (y == y.round(0)) & (float(base) ** y == x))


NAMED: Mapping[str, Function] = {
    "ABS": _unary(operator.abs),
    "CEIL": _unary(lambda x: x.ceil()),
    "DIV": _operation(lambda a, b: a.divided(b)),
    "EXP": _of_floats(lambda x: x.exp(), lambda x, _: x == 0),
    "FLOOR": _unary(lambda x: x.floor()),
    "GREATEST": _extreme(operator.ge),
    "LEAST": _extreme(operator.le),
    "LN": _of_floats(lambda x: either(x > 0, x, None).log(), lambda x, _: x == 1),
    "LOG10": _logarithm(10),
    "LOG2": _logarithm(2),
    "MOD": _operation(operator.mod),
    "POW": _operation(operator.pow),
    "ROUND": _unary(lambda x: x.round()),
    "SIGN": _unary(lambda x: x.sign()),
    "SQRT": _of_floats(
        lambda x: either(x >= 0, x, None).sqrt(),
        lambda x, y: (y == y.round(0)) & (y * y == x),
    ),
}
"""The functions with a name."""

FUNCTIONS: Mapping[str, Function] = {
    **NAMED,
    "+": _operation(operator.add),
    "-": _operation(operator.sub),
    "*": _operation(operator.mul),
    "/": _operation(operator.truediv),
    "NEG": _unary(operator.neg),
}
"""Every function and operation of numbers."""
