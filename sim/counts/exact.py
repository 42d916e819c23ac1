"""Amounts of games: quotients of whole numbers, times a fixed step.

Arithmetic on them is exact. Roots, logarithms and the like are floats of fifteen
digits, with a bound of their error that goes through all that is computed of them. What
an error within its bound could decide otherwise is refused: a comparison, a step or a
sign, and an amount without enough digits to be counted.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import reduce
from operator import mul
from typing import TYPE_CHECKING, Any

from sim.counts.floats import (
    CONVERSION,
    FLOAT_STEP,
    MOST_WHOLE,
    check_of_counts,
    error_of_function,
    error_of_power,
    in_steps,
    unsure,
)
from sim.counts.whole import Steps, Whole, bound, either, joined

if TYPE_CHECKING:
    import polars as pl

MOST_POWER = 127
"""The largest exponent of a power that is computed as a product."""

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
    error
        The largest distance of the true amount, as a float, if a root, a logarithm or
        the like is part of it.
    """

    whole: Whole
    step: Fraction = ONE
    over: Whole | None = None
    error: pl.Expr | None = None

    @classmethod
    def of(cls, number: Fraction) -> Exact:
        """The same number in every game."""
        sign = (number > 0) - (number < 0)
        return cls(Whole.of(sign), abs(number) or ONE)

    @property
    def steps(self) -> Steps:
        """The steps that its expressions need."""
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

    @property
    def is_rounded(self) -> bool:
        """Whether a root, a logarithm or the like is part of it."""
        return self.error is not None

    def _errors(self, other: Exact) -> tuple[pl.Expr, pl.Expr] | None:
        """The errors of two amounts; None if neither has one."""
        import polars as pl

        if self.error is None and other.error is None:
            return None
        none = pl.lit(0.0)
        return (
            none if self.error is None else self.error,
            none if other.error is None else other.error,
        )

    def _crossed(self, other: Exact) -> tuple[Whole, Whole, Callable[[Whole], Exact]]:
        """Two amounts as whole numbers of one unit, and a function back to an amount."""
        step = _common(self.step, other.step)
        first = _times(self.whole * Whole.of(int(self.step / step)), other.over)
        second = _times(other.whole * Whole.of(int(other.step / step)), self.over)
        over = _product(self.over, other.over)
        errors = self._errors(other)
        error = errors[0] + errors[1] if errors else None
        return first, second, lambda whole: Exact(whole, step, over, error)

    def __add__(self, other: Exact) -> Exact:
        first, second, made = self._crossed(other)
        return made(first + second)

    def __sub__(self, other: Exact) -> Exact:
        first, second, made = self._crossed(other)
        return made(first - second)

    def __mul__(self, other: Exact) -> Exact:
        error = None
        errors = self._errors(other)
        if errors:
            first = self._float()
            second = other._float()
            error = first.abs() * errors[1] + (second.abs() + errors[1]) * errors[0]
            if self.is_rounded and other.is_rounded:
                steps = joined(self.steps, other.steps)
                return _of_float(first * second, error, steps)
        over = _product(self.over, other.over)
        return Exact(self.whole * other.whole, self.step * other.step, over, error)

    def __truediv__(self, other: Exact) -> Exact:
        """The quotient; null where the divisor is zero."""
        if other.constant is not None:
            return self * Exact.of(1 / other.constant)
        divisor = other.whole.not_zero()
        if other.error is not None:
            divided = replace(other, whole=divisor)
            below = divided._float()
            found = self._float() / below
            error = found.abs() * other.error
            if self.error is not None:
                error += self.error
            error /= (below.abs() - other.error).clip(0)
            return _of_float(found, error, joined(self.steps, divided.steps))
        top = _times(divisor.sign(), other.over)
        return self * Exact(top, 1 / other.step, abs(divisor))

    def __neg__(self) -> Exact:
        return replace(self, whole=self.whole * Whole.of(-1))

    def __abs__(self) -> Exact:
        return replace(self, whole=abs(self.whole))

    def __mod__(self, other: Exact) -> Exact:
        """What remains of a division, with the sign of what is divided."""
        if self.is_rounded or other.is_rounded:
            number = self.bound()
            divisor = other.bound()
            return number - divisor * number.divided(divisor)
        first, second, made = self._crossed(other)
        first = first.bound()
        return made(abs(first) % abs(second.not_zero()) * first.sign())

    def __pow__(self, other: Exact) -> Exact:
        exponent = other.constant
        if exponent not in range(MOST_POWER + 1):
            return self._float_power(other)
        start = Exact(self.whole * Whole.of(0) + Whole.of(1))
        return reduce(mul, [self] * int(exponent or 0), start)

    def _float_power(self, other: Exact) -> Exact:
        base, base_error, base_steps = self._as_float()
        power, power_error, power_steps = other._as_float()
        found = base.pow(power)
        error, known = error_of_power(base, base_error, power, power_error)
        return _of_float(found, error, joined(base_steps, power_steps), known)

    def divided(self, other: Exact) -> Exact:
        """The quotient without its fraction."""
        if self.is_rounded or other.is_rounded:
            quotient = (self / other).bound()
            return quotient.sign() * abs(quotient).floor()
        first, second, _ = self._crossed(other)
        first = first.bound()
        divisor = second.not_zero()
        return Exact(abs(first) // abs(divisor) * (first.sign() * divisor.sign()))

    def applied(
        self,
        act: Callable[[pl.Expr], pl.Expr],
        known: Callable[[pl.Expr, pl.Expr], pl.Expr],
    ) -> Exact:
        """A function that is computed in floats.

        Parameters
        ----------
        act
            The function: one that rises, or has no value.
        known
            Of a float and its result, whether the result has no error.
        """
        value, reach, steps = self._as_float()
        found = act(value)
        error = error_of_function(act, value, reach)
        return _of_float(found, error, steps, (reach == 0) & known(value, found))

    def _as_float(self) -> tuple[pl.Expr, pl.Expr, Steps]:
        """The amount as a float, its largest error, and the steps of both."""
        import polars as pl

        value, step = bound(self._float())
        reach = value.abs() * CONVERSION
        if self.over is None and self.step.denominator == 1:
            reach = pl.when(value.abs() >= MOST_WHOLE).then(reach).otherwise(0.0)
        if self.error is not None:
            reach += self.error
        reach, reach_step = bound(reach)
        return value, reach, joined(self.steps, (step, reach_step))

    def _settled(self, act: Callable[[pl.Expr], pl.Expr], found: Whole) -> Exact:
        """The result of a step function, refused where an error could change it."""
        if self.error is None:
            return Exact(found)
        value, reach, steps = self._as_float()
        differs = act(value - reach) != act(value + reach)
        steps = joined(found.steps, steps, (unsure((self.error > 0) & differs),))
        return Exact(replace(found, steps=steps))

    def _float(self) -> pl.Expr:
        import polars as pl

        value = self.whole.value.cast(pl.Float64) * float(self.step.numerator)
        value /= float(self.step.denominator)
        return value / self.over.value.cast(pl.Float64) if self.over else value

    def sign(self) -> Exact:
        """1 above zero, -1 below."""
        return self._settled(lambda value: value.sign(), self.whole.sign())

    def floor(self) -> Exact:
        """The amount rounded down."""
        top = self.whole * Whole.of(self.step.numerator)
        bottom = _times(Whole.of(self.step.denominator), self.over)
        return self._settled(lambda value: value.floor(), top // bottom)

    def ceil(self) -> Exact:
        """The amount rounded up."""
        return -(-self).floor()

    def round(self) -> Exact:
        """The nearest whole number; of two, the one further away from zero."""
        number = self.bound()
        return number.sign() * (abs(number) + Exact.of(Fraction(1, 2))).floor()

    def bound(self) -> Exact:
        """The amount, computed once."""
        over = self.over
        whole = self.whole.bound()
        error = self.error
        if error is not None:
            error, step = bound(error)
            whole = replace(whole, steps=joined(whole.steps, self.steps, (step,)))
        return Exact(whole, self.step, over.bound() if over else None, error)

    def countable(self, unit: Fraction) -> Steps:
        """The check that an error does not show in the counts, with its steps."""
        if self.error is None:
            return ()
        value, error, steps = self._as_float()
        rounded = self.error > 0
        return joined(steps, (check_of_counts(value, error, rounded, float(unit)),))

    def if_holds(self, condition: pl.Expr, other: Exact) -> Exact:
        """The amount where a condition holds, else another."""
        step = _common(self.step, other.step)
        first = self.whole * Whole.of(int(self.step / step))
        second = other.whole * Whole.of(int(other.step / step))
        over = None
        if self.over or other.over:
            unit = Whole.of(1)
            over = (self.over or unit).if_holds(condition, other.over or unit)
        errors = self._errors(other)
        error = either(condition, *errors) if errors else None
        return Exact(first.if_holds(condition, second), step, over, error)

    def extreme(self, better: Callable[[Any, Any], Any], other: Exact) -> Exact:
        """The better of two amounts."""
        import polars as pl

        first = self.bound()
        second = other.bound()
        left, right, _ = first._crossed(second)
        found = first.if_holds(left.compared(better, right), second)
        errors = first._errors(second)
        if errors and found.error is not None:
            near = abs(first - second)._float() <= errors[0] + errors[1]
            error = either(near, pl.max_horizontal(*errors), found.error)
            found = replace(found, error=error)
        return found

    def compared(
        self, act: Callable[[Any, Any], Any], other: Exact
    ) -> tuple[pl.Expr, Steps]:
        """A comparison with another amount, and its steps."""
        first, second, made = self._crossed(other)
        steps = joined(first.steps, second.steps)
        apart = made(first - second)
        if apart.error is not None:
            near = (apart.error > 0) & (apart._float().abs() <= apart.error)
            steps = joined(steps, apart.steps, (unsure(near),))
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


def _of_float(
    value: pl.Expr, error: pl.Expr, steps: Steps, known: pl.Expr | None = None
) -> Exact:
    whole, error = in_steps(value, error, steps, known)
    return Exact(whole, FLOAT_STEP, error=error)
