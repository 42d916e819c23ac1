"""Amounts of games: quotients of whole numbers, times a fixed step.

Arithmetic on them is exact. Roots, logarithms and the like are floats of fifteen
digits, and count as if these were all of them; a comparison that more digits could
decide otherwise is refused.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import reduce
from operator import mul
from typing import TYPE_CHECKING, Any

from sim.counts.whole import MOST, Check, Steps, Whole, bound, joined, too_large

if TYPE_CHECKING:
    import polars as pl

MOST_POWER = 127
"""The largest exponent of a power that is computed as a product."""

FLOAT_DIGITS = 15
FLOAT_STEP = Fraction(1, 2**50)
"""Results of floats are rounded to multiples of this."""

LEAST_FLOAT = 1e-5
"""The smallest result of floats but zero: smaller ones would have few digits."""

NEAR = 1e-10
"""The least distance of two amounts with results of floats, as a share of them."""

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
    is_rounded
        Whether a root, a logarithm or the like is part of it.
    """

    whole: Whole
    step: Fraction = ONE
    over: Whole | None = None
    is_rounded: bool = False

    @classmethod
    def of(cls, number: Fraction) -> Exact:
        """The same number in every game."""
        sign = (number > 0) - (number < 0)
        return cls(Whole.of(sign), abs(number) or ONE)

    @property
    def steps(self) -> Steps:
        """What is done before it is computed."""
        return joined(self.whole.steps, self.over.steps if self.over else ())

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
        """Two amounts as whole numbers of one unit, and what makes an amount of such a number."""
        step = _common(self.step, other.step)
        first = _times(self.whole * Whole.of(int(self.step / step)), other.over)
        second = _times(other.whole * Whole.of(int(other.step / step)), self.over)
        over = _product(self.over, other.over)
        is_rounded = self.is_rounded or other.is_rounded
        return first, second, lambda whole: Exact(whole, step, over, is_rounded)

    def __add__(self, other: Exact) -> Exact:
        first, second, made = self._crossed(other)
        return made(first + second)

    def __sub__(self, other: Exact) -> Exact:
        first, second, made = self._crossed(other)
        return made(first - second)

    def __mul__(self, other: Exact) -> Exact:
        if self.is_rounded and other.is_rounded:
            return _of_float(self._float() * other._float(), self, other)
        over = _product(self.over, other.over)
        is_rounded = self.is_rounded or other.is_rounded
        return Exact(self.whole * other.whole, self.step * other.step, over, is_rounded)

    def __truediv__(self, other: Exact) -> Exact:
        """The quotient; null where it is one by zero."""
        if other.constant is not None:
            return self * Exact.of(1 / other.constant)
        divisor = other.whole.not_zero()
        if other.is_rounded:
            divided = replace(other, whole=divisor)
            return _of_float(self._float() / divided._float(), self, divided)
        top = _times(divisor.sign(), other.over)
        return self * Exact(top, 1 / other.step, abs(divisor))

    def __neg__(self) -> Exact:
        return replace(self, whole=self.whole * Whole.of(-1))

    def __abs__(self) -> Exact:
        return replace(self, whole=abs(self.whole))

    def __mod__(self, other: Exact) -> Exact:
        """What remains of a division, with the sign of what is divided."""
        first, second, made = self._crossed(other)
        first = first.bound()
        return made(abs(first) % abs(second.not_zero()) * first.sign())

    def __pow__(self, other: Exact) -> Exact:
        exponent = other.constant
        if exponent not in range(MOST_POWER + 1):
            return _of_float(self._float().pow(other._float()), self, other)
        start = Exact(self.whole * Whole.of(0) + Whole.of(1))
        return reduce(mul, [self] * int(exponent or 0), start)

    def divided(self, other: Exact) -> Exact:
        """The quotient without its fraction."""
        first, second, _ = self._crossed(other)
        first, divisor = first.bound(), second.not_zero()
        return Exact(abs(first) // abs(divisor) * (first.sign() * divisor.sign()))

    def applied(self, act: Callable[[pl.Expr], pl.Expr]) -> Exact:
        """A function that is computed in floats."""
        return _of_float(act(self._float()), self)

    def _float(self) -> pl.Expr:
        import polars as pl

        value = self.whole.value.cast(pl.Float64) * float(self.step.numerator)
        value /= float(self.step.denominator)
        return value / self.over.value.cast(pl.Float64) if self.over else value

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
        number = self.bound()
        return number.sign() * (abs(number) + Exact.of(Fraction(1, 2))).floor()

    def bound(self) -> Exact:
        """The amount, computed once."""
        over = self.over.bound() if self.over else None
        return replace(self, whole=self.whole.bound(), over=over)

    def if_holds(self, condition: pl.Expr, other: Exact) -> Exact:
        """The amount where a condition holds, else another."""
        step = _common(self.step, other.step)
        first = self.whole * Whole.of(int(self.step / step))
        second = other.whole * Whole.of(int(other.step / step))
        over = None
        if self.over or other.over:
            one = Whole.of(1)
            over = (self.over or one).if_holds(condition, other.over or one)
        is_rounded = self.is_rounded or other.is_rounded
        return Exact(first.if_holds(condition, second), step, over, is_rounded)

    def extreme(self, better: Callable[[Any, Any], Any], other: Exact) -> Exact:
        """The better of two amounts."""
        first, second = self.bound(), other.bound()
        condition, steps = first.compared(better, second)
        found = first.if_holds(condition, second)
        whole = replace(found.whole, steps=joined(found.whole.steps, steps))
        return replace(found, whole=whole)

    def compared(
        self, act: Callable[[Any, Any], Any], other: Exact
    ) -> tuple[pl.Expr, Steps]:
        """A comparison with another amount, and what is done before."""
        import polars as pl

        first, second, made = self._crossed(other)
        steps = joined(first.steps, second.steps)
        if made(first).is_rounded:
            apart = abs(first - second)
            sizes = abs(first).value.cast(pl.Float64), apart.value.cast(pl.Float64)
            near = (sizes[1] > 0) & (sizes[1] <= sizes[0] * NEAR)
            cure = "write it without roots and logarithms, or leave these games out"
            unsure = Check(near, "depends on digits that floats do not have", cure)
            steps = (*joined(steps, apart.steps), unsure)
        return first.compared(act, second), steps


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


def _of_float(value: pl.Expr, *parts: Exact) -> Exact:
    """A result of floats, to fifteen digits."""
    import polars as pl

    found, step = bound(value)
    size = found.abs()
    small = (size > 0) & (size < LEAST_FLOAT)
    checks = (
        too_large(size >= float(MOST * FLOAT_STEP)),
        Check(small, "is too small", "leave these games out"),
    )
    digits = found.round_sig_figs(FLOAT_DIGITS) / float(FLOAT_STEP)
    steps = joined(*(part.steps for part in parts), (step, *checks))
    whole = Whole(digits.round(0).cast(pl.Int128, strict=False), -MOST, MOST, steps)
    return Exact(whole, FLOAT_STEP, is_rounded=True)
