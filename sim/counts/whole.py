"""Whole numbers of games: expressions of integers with the ranges that they can have.

They are computed in 64 bits or in 128. What could need more is refused before any game
is counted.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import polars as pl

MOST = 2**127
"""No whole number reaches this distance from zero."""


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

    Raises
    ------
    OverflowError
        If its range is too large.
    """

    value: pl.Expr
    low: int
    high: int

    @classmethod
    def of(cls, number: int) -> Whole:
        """The same number in every game."""
        import polars as pl

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

    def not_zero(self) -> Whole:
        """The number; null where it is zero."""
        bounds = (self.low, self.high)
        return _made(lambda a: either(a != 0, a, None), bounds, self)

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

    if largest >= MOST:
        raise OverflowError(largest)
    return pl.Int64 if largest < 2**63 else pl.Int128


def _made(act: Callable[..., Any], bounds: tuple[int, int], *parts: Whole) -> Whole:
    """The result of a computation on whole numbers."""
    largest = max(*map(abs, bounds), *(part.largest for part in parts))
    integers = _integers(largest)
    return Whole(act(*(part.value.cast(integers) for part in parts)), *bounds)
