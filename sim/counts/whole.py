"""Whole numbers of games: expressions of integers with their ranges.

They are computed in 64 bits or in 128.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import count
from typing import TYPE_CHECKING, Any

from sim.errors import UserError

if TYPE_CHECKING:
    import polars as pl

MOST = 2**126
"""No whole number reaches this distance from zero."""


@dataclass(frozen=True, eq=False)
class Check:
    """A condition on a game in which an expression cannot be computed.

    Attributes
    ----------
    fails
        The condition.
    what, cure
        What the expression is in such a game, and what can be done about it.
    """

    fails: pl.Expr
    what: str
    cure: str


@dataclass(frozen=True, eq=False)
class Bound:
    """A part of an expression that is computed once, as a column of its own.

    Attributes
    ----------
    name
        The name of the column.
    value
        How it is computed.
    """

    name: str
    value: pl.Expr


Steps = tuple[Check | Bound, ...]
"""The columns and checks that an expression needs, in the order in which they are added
to the table of games before the expression is computed."""

_NUMBERS = count()


def bound(value: pl.Expr) -> tuple[pl.Expr, Bound]:
    """A value as a column of its own, and the step that computes it."""
    import polars as pl

    name = f"step {next(_NUMBERS)}"
    return pl.col(name), Bound(name, value)


def too_large(fails: pl.Expr) -> Check:
    """The check that a value is not too large."""
    return Check(fails, "is too large", "bound it by LEAST, or leave these games out")


def steps_of(*parts: Any) -> Steps:
    """The steps of all parts, each once."""
    return joined(*(part.steps for part in parts))


def joined(*parts: Steps) -> Steps:
    """Several steps after each other, each once."""
    return tuple({id(step): step for steps in parts for step in steps}.values())


def evaluated(
    value: pl.Expr, steps: Steps, rows: pl.DataFrame, expression: str, where: str
) -> pl.Series:
    """The value of an expression in each game.

    Raises
    ------
    UserError
        If it cannot be computed in some games.
    """
    for step in steps:
        if isinstance(step, Bound):
            rows = rows.with_columns(_column(step.value, rows).alias(step.name))
        elif _column(step.fails, rows).any():
            what = f"{expression!r} {step.what} in some games"
            raise UserError(what, where=where, cure=step.cure)
    return _column(value, rows)


def _column(value: pl.Expr, rows: pl.DataFrame) -> pl.Series:
    found = rows.select(value.alias("value"))["value"]
    if len(found) == 1:  # Polars may see that all games have the same value
        found = found.new_from_index(0, rows.height)
    return found


def either(condition: pl.Expr, first: Any, second: Any) -> pl.Expr:
    """The first value where a condition holds, else the second.

    Null where it is null.
    """
    import polars as pl

    known = pl.when(condition).then(first).otherwise(second)
    return pl.when(condition.is_not_null()).then(known)


@dataclass(frozen=True)
class Whole:
    """A whole number in each game.

    Attributes
    ----------
    value
        How it is computed; null where there is none.
    low, high
        Its range.
    steps
        What is done before, such as a check that it is not too large.
    """

    value: pl.Expr
    low: int
    high: int
    steps: Steps = ()

    @classmethod
    def of(cls, number: int) -> Whole:
        """The same number in every game.

        Raises
        ------
        OverflowError
            If it is too large.
        """
        import polars as pl

        if abs(number) >= MOST:
            raise OverflowError(number)
        return cls(pl.lit(number, dtype=_integers(abs(number))), number, number)

    @property
    def largest(self) -> int:
        """The largest distance from zero."""
        return max(abs(self.low), abs(self.high))

    @property
    def is_one(self) -> bool:
        """Whether it is 1 in every game."""
        return self.low == self.high == 1

    def __add__(self, other: Whole) -> Whole:
        bounds = self.low + other.low, self.high + other.high
        return _made(lambda a, b: a + b, bounds, self, other)

    def __sub__(self, other: Whole) -> Whole:
        bounds = self.low - other.high, self.high - other.low
        return _made(lambda a, b: a - b, bounds, self, other)

    def __mul__(self, other: Whole) -> Whole:
        if other.is_one:
            return self
        ends = [a * b for a in (self.low, self.high) for b in (other.low, other.high)]
        return _made(lambda a, b: a * b, (min(ends), max(ends)), self, other)

    def __floordiv__(self, other: Whole) -> Whole:
        """The quotient by a number above zero, rounded down."""
        bounds = min(self.low, 0), max(self.high, 0)
        return _made(lambda a, b: a // b, bounds, self, other)

    def __mod__(self, other: Whole) -> Whole:
        """What remains of a number not below zero in a division by one above zero."""
        bounds = 0, min(self.high, other.high)
        return _made(lambda a, b: a % b, bounds, self, other)

    def __abs__(self) -> Whole:
        return _made(lambda a: a.abs(), (0, self.largest), self)

    def sign(self) -> Whole:
        """1 above zero, -1 below."""
        return _made(lambda a: a.sign(), (-1, 1), self)

    def bound(self) -> Whole:
        """The number, computed once."""
        value, step = bound(self.value)
        return replace(self, value=value, steps=(*self.steps, step))

    def not_zero(self) -> Whole:
        """The number, computed once; null where it is zero."""
        number = self.bound()
        bounds = (self.low, self.high)
        return _made(lambda a: either(a != 0, a, None), bounds, number).bound()

    def if_holds(self, condition: pl.Expr, other: Whole) -> Whole:
        """The number where a condition holds, else another."""
        bounds = min(self.low, other.low), max(self.high, other.high)
        return _made(lambda a, b: either(condition, a, b), bounds, self, other)

    def compared(self, act: Callable[[Any, Any], Any], other: Whole) -> pl.Expr:
        """A comparison with another number."""
        integers = _integers(max(self.largest, other.largest))
        result: pl.Expr = act(self.value.cast(integers), other.value.cast(integers))
        return result


def _integers(largest: int) -> Any:
    """The type of whole numbers up to a size."""
    import polars as pl

    return pl.Int64 if largest < 2**63 else pl.Int128


def _made(act: Callable[..., Any], bounds: tuple[int, int], *parts: Whole) -> Whole:
    """The result of a computation on whole numbers.

    If it can be too large, it is checked in each game.
    """
    import polars as pl

    largest = max(*map(abs, bounds), *(part.largest for part in parts))
    integers = _integers(largest)
    value = act(*(part.value.cast(integers) for part in parts))
    steps = steps_of(*parts)
    if largest < MOST:
        return Whole(value, *bounds, steps)
    size = act(*(part.value.cast(pl.Float64) for part in parts)).abs()
    low = max(bounds[0], -MOST)
    high = min(bounds[1], MOST)
    return Whole(value, low, high, (*steps, too_large(size >= float(MOST))))
