"""Functions and operations of numbers: how each is computed, its range, and what it is a multiple of."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import reduce
from typing import TYPE_CHECKING, Any

from sim.counts.amounts import (
    MOST_EXACT,
    Bounds,
    Kind,
    Parsed,
    alike,
    either,
    floats,
    integer_type,
    kind_of,
    made_of,
)
from sim.counts.ranges import (
    corners,
    of_float_power,
    of_power,
    of_quotient,
    of_remainder,
    of_rising,
    of_truncated,
    product_of,
)
from sim.errors import UserError, shown

if TYPE_CHECKING:
    import polars as pl


def chosen(
    words: str, conditions: Sequence[Parsed], values: Sequence[Parsed]
) -> Parsed:
    """The value of the first condition that holds, else the value without one.

    It is null where a condition is null before that.
    """
    import polars as pl

    same = alike(values, words)
    result = same[len(conditions)] if len(same) > len(conditions) else pl.lit(None)
    for condition, value in reversed([*zip(conditions, same, strict=False)]):
        result = either(condition.value, value, result)
    parts = [*conditions, *values]
    kind = kind_of(values)
    bounds = min(part.low for part in values), max(part.high for part in values)
    return made_of(kind, result, words, parts, bounds, _common_step(values))


def applied(name: str, words: str, parts: Sequence[Parsed], where: str) -> Parsed:
    """A function or an operation of numbers."""
    function = FUNCTIONS[name]
    if name == "POW" and not _is_whole_power(*parts):
        function = _FLOAT_POWER
    if name in _ROUNDINGS and parts[0].kind is Kind.WHOLE:
        return parts[0]
    whole = kind_of(parts) is Kind.WHOLE and not function.fraction
    bounds = function.bounds(*((part.low, part.high) for part in parts))
    if not whole:
        value = function.act(*floats(parts))
        finite = either(value.is_finite(), value, None)
        step = function.step(parts) if function.step else None
        made = made_of(Kind.NUMBER, finite, words, parts, bounds, step)
        summed = (made, *parts) if name in ("+", "-") else ()
        lost = [flag for part in summed for flag in _beyond_digits(part)]
        return replace(
            made,
            overflows=(*made.overflows, value.is_infinite()),
            lost=(*made.lost, *lost),
        )
    largest = max(*map(abs, bounds), *(part.largest for part in parts))
    if largest >= 2**127:
        what = f"{shown(words)} can be too large, up to {float_words(largest)}"
        raise UserError(what, where=where, cure="ask for a smaller number")
    integers = [part.value.cast(integer_type(largest)) for part in parts]
    if name == "POW":
        value = reduce(operator.mul, [integers[0]] * parts[1].low, 0 * integers[0] + 1)
    else:
        value = function.act(*integers)
    step = function.step(parts) if function.step else Fraction(1)
    return made_of(Kind.WHOLE, value, words, parts, bounds, step)


def _beyond_digits(part: Parsed) -> list[pl.Expr]:
    """The condition under which floats do not tell multiples of the step apart, if that can be."""
    if part.constant or not part.step or part.largest < MOST_EXACT * part.step:
        return []
    (value,) = floats([part])
    return [value.abs() >= float(MOST_EXACT * part.step)]


def float_words(number: int) -> str:
    """A large number in words, such as 4.6e+46."""
    try:
        return f"{float(number):.2g}"
    except OverflowError:
        return f"1e+{len(str(number)) - 1}"


@dataclass(frozen=True)
class Function:
    """A function of numbers.

    Attributes
    ----------
    arguments
        How many values it takes, at least and at most.
    act
        How it is computed of integers or of floats, all of one type.
    bounds
        Its range, of the ranges of the values.
    fraction
        Whether it makes fractions of whole numbers.
    step
        A number of which it is a multiple, of the values; None if nothing is known.
    """

    arguments: Bounds
    act: Callable[..., pl.Expr]
    bounds: Callable[..., Bounds]
    fraction: bool = False
    step: Callable[[Sequence[Parsed]], Fraction | None] | None = None


def _common_step(parts: Sequence[Parsed]) -> Fraction | None:
    """The greatest number of which all parts are multiples."""
    steps = [part.step for part in parts]
    found = Fraction(0)
    for step in steps:
        if step is None:
            return None
        over = math.gcd(
            found.numerator * step.denominator, step.numerator * found.denominator
        )
        found = Fraction(over, found.denominator * step.denominator)
    return found


def _product_step(parts: Sequence[Parsed]) -> Fraction | None:
    steps = [part.step for part in parts]
    known = [step for step in steps if step is not None]
    return math.prod(known, start=Fraction(1)) if len(known) == len(steps) else None


def _is_whole_power(base: Parsed, exponent: Parsed) -> bool:
    """Whether a power is computed as a product of whole numbers."""
    both = base.kind is exponent.kind is Kind.WHOLE
    return both and exponent.constant and 0 <= exponent.low <= 127


def _not_zero(divisors: pl.Expr) -> pl.Expr:
    return either(divisors != 0, divisors, None)


def _remainder(values: pl.Expr, divisors: pl.Expr) -> pl.Expr:
    """What remains of a division, with the sign of what is divided."""
    return (values.abs() % _not_zero(divisors).abs()) * values.sign()


def _truncated(values: pl.Expr, divisors: pl.Expr) -> pl.Expr:
    """A quotient without its fraction."""
    signs = values.sign() * divisors.sign()
    return (values.abs() // _not_zero(divisors).abs()) * signs


def _largest_of(better: Callable[[Any, Any], Any]) -> Callable[..., pl.Expr]:
    return lambda *values: reduce(lambda a, b: either(better(a, b), a, b), values)


def _of_logarithm(act: Callable[[pl.Expr], pl.Expr]) -> Function:
    # No logarithm of a double is further away from zero than that of base 2.
    return Function(
        (1, 1),
        lambda x: act(either(x > 0, x, None)),
        lambda first: (-1100.0, 1100.0),
        fraction=True,
    )


def _of_rounding(act: Callable[[pl.Expr], pl.Expr]) -> Function:
    return Function((1, 1), act, lambda first: (first[0] - 1, first[1] + 1))


_ROUNDINGS = ("CEIL", "FLOOR", "ROUND")
NAMED: Mapping[str, Function] = {
    "ABS": Function(
        (1, 1),
        lambda x: x.abs(),
        lambda first: (0, max(map(abs, first))),
        step=_common_step,
    ),
    "CEIL": _of_rounding(lambda x: x.ceil()),
    "DIV": Function((2, 2), _truncated, of_truncated),
    "EXP": Function((1, 1), lambda x: x.exp(), of_rising(math.exp), fraction=True),
    "FLOOR": _of_rounding(lambda x: x.floor()),
    "GREATEST": Function(
        (2, 1000),
        _largest_of(operator.ge),
        lambda *ranges: tuple(map(max, zip(*ranges, strict=True))),
        step=_common_step,
    ),
    "LEAST": Function(
        (2, 1000),
        _largest_of(operator.le),
        lambda *ranges: tuple(map(min, zip(*ranges, strict=True))),
        step=_common_step,
    ),
    "LN": _of_logarithm(lambda x: x.log()),
    "LOG10": _of_logarithm(lambda x: x.log(10)),
    "LOG2": _of_logarithm(lambda x: x.log(2)),
    "MOD": Function((2, 2), _remainder, of_remainder),
    "POW": Function((2, 2), operator.pow, of_power),
    "ROUND": _of_rounding(lambda x: x.round(0)),
    "SIGN": Function((1, 1), lambda x: x.sign(), lambda first: (-1, 1)),
    "SQRT": Function(
        (1, 1),
        lambda x: either(x >= 0, x, None).sqrt(),
        lambda first: (0.0, math.sqrt(max(0, first[1]))),
        fraction=True,
    ),
}
"""The functions with a name."""

_FLOAT_POWER = Function((2, 2), lambda a, b: a.pow(b), of_float_power, fraction=True)
FUNCTIONS: Mapping[str, Function] = {
    **NAMED,
    "+": Function(
        (2, 2),
        operator.add,
        lambda a, b: (a[0] + b[0], a[1] + b[1]),
        step=_common_step,
    ),
    "-": Function(
        (2, 2),
        operator.sub,
        lambda a, b: (a[0] - b[1], a[1] - b[0]),
        step=_common_step,
    ),
    "*": Function((2, 2), operator.mul, corners(product_of), step=_product_step),
    "/": Function((2, 2), lambda a, b: a / _not_zero(b), of_quotient, fraction=True),
    "NEG": Function(
        (1, 1), lambda x: 0 - x, lambda first: (-first[1], -first[0]), step=_common_step
    ),
}
"""Every function and operation of numbers."""
