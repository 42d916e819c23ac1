"""Functions and operations of numbers."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

from sim.counts.amounts import Kind, Parsed, amount_of, condition_of
from sim.counts.exact import Exact
from sim.counts.whole import Whole, either

MOST_POWER = 10
"""The largest exponent of a power."""

MOST_VALUES = 8
"""The most values of which the greatest or the least is taken."""


def chosen(
    words: str, conditions: Sequence[Parsed], values: Sequence[Parsed]
) -> Parsed:
    """The value of the first condition that holds, else the value without one.

    It is null where a condition is null before that, or if no value is left.
    """
    import polars as pl

    complete = len(values) > len(conditions)
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

    def of_two(first: Exact, second: Exact) -> Exact:
        return first.if_holds(first.compared(better, second), second)

    return Function(2, MOST_VALUES, lambda *values: reduce(of_two, values))


def _power(base: Exact, exponent: Exact) -> Exact:
    """A power with a small whole exponent."""
    if exponent.constant not in range(MOST_POWER + 1):
        raise ValueError(exponent)
    return base ** int(exponent.constant or 0)


NAMED: Mapping[str, Function] = {
    "ABS": _unary(operator.abs),
    "CEIL": _unary(lambda x: x.ceil()),
    "DIV": _operation(lambda a, b: a.divided(b)),
    "FLOOR": _unary(lambda x: x.floor()),
    "GREATEST": _extreme(operator.ge),
    "LEAST": _extreme(operator.le),
    "MOD": _operation(operator.mod),
    "POW": _operation(_power),
    "ROUND": _unary(lambda x: x.round()),
    "SIGN": _unary(lambda x: x.sign()),
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
