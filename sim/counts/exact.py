"""Amounts of games: quotients of whole numbers, times a fixed step.

Arithmetic on them is exact.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import reduce
from operator import mul
from typing import TYPE_CHECKING, Any

from sim.counts.whole import Whole

if TYPE_CHECKING:
    import polars as pl

ONE = Fraction(1)


@dataclass(frozen=True)
class Exact:
    """An amount in each game: ``whole * step / over``.

    Attributes
    ----------
    whole
        The number of steps.
    step
        The step, above zero.
    over
        What the steps are divided by, above zero, null where there is no value; None
        for 1.
    """

    whole: Whole
    step: Fraction = ONE
    over: Whole | None = None

    @classmethod
    def of(cls, number: Fraction) -> Exact:
        """The same number in every game."""
        sign = (number > 0) - (number < 0)
        return cls(Whole.of(sign), abs(number) or ONE)

    @property
    def constant(self) -> Fraction | None:
        """Its value if that is the same in every game."""
        known = self.whole.low == self.whole.high and self.over is None
        return self.whole.low * self.step if known else None

    @property
    def largest(self) -> Fraction:
        """The largest distance from zero that it can have."""
        return self.whole.largest * self.step

    def _crossed(self, other: Exact) -> tuple[Whole, Whole, Callable[[Whole], Exact]]:
        """Two amounts as whole numbers of one unit, and a function back to an amount."""
        step = _common(self.step, other.step)
        first = _times(self.whole * Whole.of(int(self.step / step)), other.over)
        second = _times(other.whole * Whole.of(int(other.step / step)), self.over)
        over = _product(self.over, other.over)
        return first, second, lambda whole: Exact(whole, step, over)

    def __add__(self, other: Exact) -> Exact:
        first, second, made = self._crossed(other)
        return made(first + second)

    def __sub__(self, other: Exact) -> Exact:
        first, second, made = self._crossed(other)
        return made(first - second)

    def __mul__(self, other: Exact) -> Exact:
        over = _product(self.over, other.over)
        return Exact(self.whole * other.whole, self.step * other.step, over)

    def __truediv__(self, other: Exact) -> Exact:
        """The quotient; null where the divisor is zero."""
        if other.constant is not None:
            return self * Exact.of(1 / other.constant)
        divisor = other.whole.not_zero()
        top = _times(divisor.sign(), other.over)
        return self * Exact(top, 1 / other.step, abs(divisor))

    def __neg__(self) -> Exact:
        return replace(self, whole=self.whole * Whole.of(-1))

    def __abs__(self) -> Exact:
        return replace(self, whole=abs(self.whole))

    def __mod__(self, other: Exact) -> Exact:
        """What remains of a division, with the sign of what is divided."""
        first, second, made = self._crossed(other)
        return made(abs(first) % abs(second.not_zero()) * first.sign())

    def __pow__(self, exponent: int) -> Exact:
        """The product of equal factors."""
        start = Exact(self.whole * Whole.of(0) + Whole.of(1))
        return reduce(mul, [self] * exponent, start)

    def divided(self, other: Exact) -> Exact:
        """The quotient without its fraction."""
        first, second, _ = self._crossed(other)
        divisor = second.not_zero()
        return Exact(abs(first) // abs(divisor) * (first.sign() * divisor.sign()))

    def sign(self) -> Exact:
        """1 above zero, -1 below."""
        return Exact(self.whole.sign())

    def floor(self) -> Exact:
        """The amount rounded down."""
        top = self.whole * Whole.of(self.step.numerator)
        bottom = _times(Whole.of(self.step.denominator), self.over)
        return Exact(top // bottom)

    def ceil(self) -> Exact:
        """The amount rounded up."""
        return -(-self).floor()

    def round(self) -> Exact:
        """The nearest whole number; of two, the one further away from zero."""
        return self.sign() * (abs(self) + Exact.of(Fraction(1, 2))).floor()

    def if_holds(self, condition: pl.Expr, other: Exact) -> Exact:
        """The amount where a condition holds, else another."""
        step = _common(self.step, other.step)
        first = self.whole * Whole.of(int(self.step / step))
        second = other.whole * Whole.of(int(other.step / step))
        over = None
        if self.over or other.over:
            unit = Whole.of(1)
            over = (self.over or unit).if_holds(condition, other.over or unit)
        return Exact(first.if_holds(condition, second), step, over)

    def compared(self, act: Callable[[Any, Any], Any], other: Exact) -> pl.Expr:
        """A comparison with another amount."""
        first, second, _ = self._crossed(other)
        return first.compared(act, second)


def _common(first: Fraction, second: Fraction) -> Fraction:
    """The greatest number of which both are multiples."""
    top = math.gcd(
        first.numerator * second.denominator, second.numerator * first.denominator
    )
    return Fraction(top, first.denominator * second.denominator)


def _times(number: Whole, factor: Whole | None) -> Whole:
    return number * factor if factor else number


def _product(first: Whole | None, second: Whole | None) -> Whole | None:
    return _times(first, second) if first else second
