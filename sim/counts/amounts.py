"""Amounts and conditions of games: how they are computed with Polars, and how large they can be.

Whole numbers stay whole: they are computed in 64 bits where their range fits, else in
128, and what fits in neither is refused. A value that does not exist, such as a
quotient by zero, is null.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction
from functools import reduce
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from sim.contract.columns import Column, Role
from sim.errors import UserError, shown

if TYPE_CHECKING:
    import polars as pl

Bounds = tuple[Any, Any]
"""The least value and the greatest: of whole numbers exact, else possibly infinite."""

MINUTES = "minutes"
"""A column that can be asked about although no table has it: the plays, at the seconds for each."""

MILLIONTH = Fraction(1, 1_000_000)
DIGITS = 13
"""The significant digits of the largest value that an amount keeps in the counts."""

SMALLEST_EXPONENT = -300
"""Units below this power of ten are not counted: floats have no digits there."""

MOST_COUNTED = 2**62
"""Amounts in the counts are smaller than this, so that differences fit in 64 bits."""


class Kind(Enum):
    """What an expression is; the value says it in a message."""

    TRUTH = "a condition"
    WHOLE = "a whole number"
    NUMBER = "a number"
    TEXT = "a text"


@dataclass(frozen=True)
class Parsed:
    """An expression.

    Attributes
    ----------
    kind
        What it is.
    value
        How it is computed.
    words
        How it is written.
    low, high
        Its range if it is a number.
    step
        A number of which it is always a multiple; None if none is known.
    constant
        Whether it is the same in every game.
    texts
        The texts that it can be.
    overflows
        Conditions under which a part of it is too large to be computed.
    """

    kind: Kind
    value: pl.Expr
    words: str
    low: Any = -math.inf
    high: Any = math.inf
    step: Fraction | None = None
    constant: bool = False
    texts: tuple[str, ...] = ()
    overflows: tuple[pl.Expr, ...] = ()

    @property
    def largest(self) -> Any:
        """The largest distance from zero."""
        return max(abs(self.low), abs(self.high))

    def unit(self, where: str) -> Fraction:
        """The amount that one unit in the counts stands for."""
        if self.kind is not Kind.NUMBER:
            fits = self.kind is Kind.TRUTH or self.largest < MOST_COUNTED
            return Fraction(1) if fits or not self.step else self.step
        if self.step is not None and self.step % MILLIONTH == 0:
            large = self.largest >= MOST_COUNTED * MILLIONTH and self.step >= 1
            return self.step if large else MILLIONTH
        if math.isinf(self.largest):
            cure = "bound it by LEAST and GREATEST"
            what = (
                f"{shown(self.words)} can be of any size, so its digits cannot be kept"
            )
            raise UserError(what, where=where, cure=cure)
        if not self.largest:
            return MILLIONTH
        exponent = math.floor(math.log10(self.largest)) + 1 - DIGITS
        if exponent < SMALLEST_EXPONENT:
            what = f"{shown(self.words)} is too small to be counted"
            raise UserError(what, where=where, cure="multiply it")
        return min(MILLIONTH, Fraction(10) ** exponent)


def of_constant(value: Any, words: str) -> Parsed:
    """A condition, a text or a number that is the same in every game."""
    import polars as pl

    if isinstance(value, bool):
        return Parsed(Kind.TRUTH, pl.lit(value), words, constant=True)
    if isinstance(value, str):
        return Parsed(Kind.TEXT, pl.lit(value), words, constant=True, texts=(value,))
    if isinstance(value, int):
        literal = pl.lit(value, dtype=_integer(abs(value)))
        step = Fraction(abs(value))
        return Parsed(Kind.WHOLE, literal, words, value, value, step, constant=True)
    literal = pl.lit(value, dtype=pl.Float64)
    exact = Fraction(abs(value)) if value.is_integer() else None
    return Parsed(Kind.NUMBER, literal, words, value, value, exact, constant=True)


def of_column(column: Column) -> Parsed:
    """A column of the table of games, with the range of its type."""
    import polars as pl

    name, value = column.name, pl.col(column.name)
    if column.categories:
        return Parsed(
            Kind.TEXT, value.cast(pl.String), name, texts=tuple(column.categories)
        )
    if column.role is Role.FLAG:
        return Parsed(Kind.TRUTH, value, name)
    low, high = range_of(column)
    if column.per == 1:
        return Parsed(Kind.WHOLE, value, name, low, high, Fraction(1))
    unit = Fraction(1, column.per)
    return Parsed(Kind.NUMBER, value, name, low * unit, high * unit, unit)


def range_of(column: Column) -> tuple[int, int]:
    """The range of a column in whole units: that of its type, from 0 on if it is an amount."""
    ends = np.iinfo(column.dtype)
    amount = column.role in (Role.COUNT, Role.HELD, Role.LARGEST, Role.LENGTH)
    low = 0 if amount and not column.signed else int(ends.min)
    return low, int(ends.max)


def of_minutes(seconds: Sequence[tuple[Column, float]]) -> Parsed:
    """The time of a game, of the seconds that one of each column takes."""
    import polars as pl

    high = sum(range_of(column)[1] * each / 60 for column, each in seconds)
    return Parsed(Kind.NUMBER, pl.col(MINUTES), MINUTES, 0.0, high)


def counted(condition: Parsed) -> Parsed:
    """A condition as a number: 1 where it holds, else 0."""
    import polars as pl

    value = condition.value.cast(pl.Int64)
    return _made(Kind.WHOLE, value, condition.words, [condition], (0, 1), Fraction(1))


def condition_of(
    words: str, parts: Sequence[Parsed], act: Callable[..., pl.Expr]
) -> Parsed:
    """A condition on parts of the same kind."""
    return _made(Kind.TRUTH, act(*_alike(parts, words)), words, parts)


def chosen(
    words: str, conditions: Sequence[Parsed], values: Sequence[Parsed]
) -> Parsed:
    """The value of the first condition that holds, else the value without one.

    It is null where a condition is null before that.
    """
    import polars as pl

    same = _alike(values, words)
    result = same[len(conditions)] if len(same) > len(conditions) else pl.lit(None)
    for condition, value in reversed([*zip(conditions, same, strict=False)]):
        result = _either(condition.value, value, result)
    parts = [*conditions, *values]
    kind = _kind(values)
    bounds = min(part.low for part in values), max(part.high for part in values)
    return _made(kind, result, words, parts, bounds, _common_step(values))


def applied(name: str, words: str, parts: Sequence[Parsed], where: str) -> Parsed:
    """A function or an operation of numbers."""
    function = FUNCTIONS[name]
    if name == "POW" and not _is_whole_power(*parts):
        function = _FLOAT_POWER
    if name in _ROUNDINGS and parts[0].kind is Kind.WHOLE:
        return parts[0]
    whole = _kind(parts) is Kind.WHOLE and not function.fraction
    bounds = function.bounds(*((part.low, part.high) for part in parts))
    if not whole:
        value = function.act(*_floats(parts))
        finite = _either(value.is_finite(), value, None)
        step = function.step(parts) if function.step else None
        made = _made(Kind.NUMBER, finite, words, parts, bounds, step)
        return replace(made, overflows=(*made.overflows, value.is_infinite()))
    largest = max(*map(abs, bounds), *(part.largest for part in parts))
    if largest >= 2**127:
        what = f"{shown(words)} can be too large, up to {float_words(largest)}"
        raise UserError(what, where=where, cure="ask for a smaller number")
    integers = [part.value.cast(_integer(largest)) for part in parts]
    if name == "POW":
        value = reduce(operator.mul, [integers[0]] * parts[1].low, 0 * integers[0] + 1)
    else:
        value = function.act(*integers)
    step = function.step(parts) if function.step else Fraction(1)
    return _made(Kind.WHOLE, value, words, parts, bounds, step)


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


def _made(
    kind: Kind,
    value: pl.Expr,
    words: str,
    parts: Sequence[Parsed],
    bounds: Bounds = (-math.inf, math.inf),
    step: Fraction | None = None,
) -> Parsed:
    """An expression made of parts."""
    constant = all(part.constant for part in parts)
    overflows = tuple(flag for part in parts for flag in part.overflows)
    return Parsed(kind, value, words, *bounds, step, constant, overflows=overflows)


def _kind(parts: Sequence[Parsed]) -> Kind:
    """What parts are together: whole numbers and others are numbers."""
    kinds = {part.kind for part in parts}
    return kinds.pop() if len(kinds) == 1 else Kind.NUMBER


def _integer(largest: int) -> Any:
    """The type of whole numbers up to a size."""
    import polars as pl

    return pl.Int64 if largest < 2**63 else pl.Int128


def _floats(parts: Sequence[Parsed]) -> list[pl.Expr]:
    import polars as pl

    return [part.value.cast(pl.Float64) for part in parts]


def _alike(parts: Sequence[Parsed], words: str) -> list[pl.Expr]:
    """The values of parts in one type."""
    kind = _kind(parts)
    if kind is Kind.NUMBER:
        return _floats(parts)
    if kind is Kind.WHOLE:
        integer = _integer(max(part.largest for part in parts))
        return [part.value.cast(integer) for part in parts]
    return [part.value for part in parts]


def _either(condition: pl.Expr, first: Any, second: Any) -> pl.Expr:
    """The first value where a condition holds, else the second.

    Null where it is null.
    """
    import polars as pl

    known = pl.when(condition).then(first).otherwise(second)
    return pl.when(condition.is_not_null()).then(known)


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


def _corners(act: Callable[[Any, Any], Any]) -> Callable[..., Bounds]:
    """The range of an operation that is monotonic in both of its values."""

    def bounds(first: Bounds, second: Bounds) -> Bounds:
        values = [act(a, b) for a, b in product(first, second)]
        return min(values), max(values)

    return bounds


def _times(a: Any, b: Any) -> Any:
    """A product, in which zero times infinity is zero."""
    return a * b if a and b else 0


def _quotient_bounds(first: Bounds, second: Bounds) -> Bounds:
    low, high = second
    if low <= 0 <= high and isinstance(low, int) and isinstance(high, int):
        # A whole divisor that is not zero is at least one away from it.
        most = max(abs(end) for end in first)
        return -most, most
    if low <= 0 <= high:
        return -math.inf, math.inf
    return _corners(lambda a, b: a / b if not math.isinf(b) else 0.0)(first, second)


def _truncated_bounds(first: Bounds, second: Bounds) -> Bounds:
    low, high = _quotient_bounds(first, second)
    if all(isinstance(end, int) for end in (*first, *second)):
        most = max(abs(end) for end in first)
        return (0 if first[0] >= 0 and second[0] >= 0 else -most), most
    return low, high


def _remainder_bounds(first: Bounds, second: Bounds) -> Bounds:
    most = min(max(map(abs, first)), max(map(abs, second)))
    return (-most if first[0] < 0 else 0), most


def _power_bounds(base: Bounds, exponent: Bounds) -> Bounds:
    """The range of a whole power of whole numbers."""
    most = max(map(abs, base)) ** exponent[0]
    return (-most if base[0] < 0 and exponent[0] % 2 else 0), max(most, 1)


def _float_power_bounds(base: Bounds, exponent: Bounds) -> Bounds:
    if base[0] < 0 or (base[0] == 0 and exponent[0] < 0):
        return -math.inf, math.inf

    def power(a: Any, b: Any) -> float:
        try:
            return float(float(a) ** float(b))
        except OverflowError:
            return math.inf

    return _corners(power)(base, exponent)


def _raised(act: Callable[[float], float]) -> Callable[[Bounds], Bounds]:
    """The range of an increasing function of floats."""

    def end(value: Any) -> float:
        try:
            return act(float(value))
        except OverflowError:
            return math.inf

    return lambda first: (end(first[0]), end(first[1]))


def _is_whole_power(base: Parsed, exponent: Parsed) -> bool:
    """Whether a power is computed as a product of whole numbers."""
    both = base.kind is exponent.kind is Kind.WHOLE
    return both and exponent.constant and 0 <= exponent.low <= 127


def _not_zero(divisors: pl.Expr) -> pl.Expr:
    return _either(divisors != 0, divisors, None)


def _remainder(values: pl.Expr, divisors: pl.Expr) -> pl.Expr:
    """What remains of a division, with the sign of what is divided."""
    return (values.abs() % _not_zero(divisors).abs()) * values.sign()


def _truncated(values: pl.Expr, divisors: pl.Expr) -> pl.Expr:
    """A quotient without its fraction."""
    signs = values.sign() * divisors.sign()
    return (values.abs() // _not_zero(divisors).abs()) * signs


def _largest_of(better: Callable[[Any, Any], Any]) -> Callable[..., pl.Expr]:
    return lambda *values: reduce(lambda a, b: _either(better(a, b), a, b), values)


def _of_logarithm(act: Callable[[pl.Expr], pl.Expr]) -> Function:
    # No logarithm of a double is further away from zero than that of base 2.
    return Function(
        (1, 1),
        lambda x: act(_either(x > 0, x, None)),
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
    "DIV": Function((2, 2), _truncated, _truncated_bounds),
    "EXP": Function((1, 1), lambda x: x.exp(), _raised(math.exp), fraction=True),
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
    "MOD": Function((2, 2), _remainder, _remainder_bounds),
    "POW": Function((2, 2), operator.pow, _power_bounds),
    "ROUND": _of_rounding(lambda x: x.round(0)),
    "SIGN": Function((1, 1), lambda x: x.sign(), lambda first: (-1, 1)),
    "SQRT": Function(
        (1, 1),
        lambda x: _either(x >= 0, x, None).sqrt(),
        lambda first: (0.0, math.sqrt(max(0, first[1]))),
        fraction=True,
    ),
}
"""The functions with a name."""

_FLOAT_POWER = Function(
    (2, 2), lambda a, b: a.pow(b), _float_power_bounds, fraction=True
)
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
    "*": Function((2, 2), operator.mul, _corners(_times), step=_product_step),
    "/": Function(
        (2, 2), lambda a, b: a / _not_zero(b), _quotient_bounds, fraction=True
    ),
    "NEG": Function(
        (1, 1), lambda x: 0 - x, lambda first: (-first[1], -first[0]), step=_common_step
    ),
}
"""Every function and operation of numbers."""
