"""Expressions over the columns of games: conditions, texts and amounts.

Amounts are counted in units.

What can be done with them is in :mod:`sim.counts.exact` and
:mod:`sim.counts.functions`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from sim.contract.columns import Column, Role
from sim.counts.exact import Exact
from sim.counts.whole import Whole
from sim.errors import UserError, shown

if TYPE_CHECKING:
    import polars as pl

MINUTES = "minutes"
"""A column that can be asked about although no table has it: the plays, at the seconds
for each."""

MILLIONTH = Fraction(1, 1_000_000)
DIGITS = 13
"""The significant digits of the largest value that an amount keeps in the counts."""

MOST_EXPONENT = 280
"""Amounts of more digits before or after the point are not counted: floats have none
there."""

MOST_COUNTED = 2**53
"""Amounts in the counts are smaller than this, so that floats hold them."""


class Kind(Enum):
    """The kinds of expressions; the values are their names in messages."""

    TRUTH = "a condition"
    NUMBER = "a number"
    TEXT = "a text"


@dataclass(frozen=True)
class Parsed:
    """An expression.

    Attributes
    ----------
    kind
        What it is.
    words
        How it is written.
    value
        How a condition or a text is computed; null where there is none.
    number
        The amount, if it is one.
    constant
        Whether it is the same in every game.
    texts
        The texts that it can be.
    """

    kind: Kind
    words: str
    value: Any = None
    number: Any = None
    constant: bool = False
    texts: tuple[str, ...] = ()

    def unit(self, where: str) -> Fraction:
        """The amount that one unit in the counts stands for."""
        if self.kind is not Kind.NUMBER:
            return Fraction(1)
        number: Exact = self.number
        largest = number.largest
        unit = MILLIONTH
        if largest and abs(_exponent(largest)) > MOST_EXPONENT:
            size = "large" if largest > 1 else "small"
            what = f"{shown(self.words)} is too {size} to be counted"
            cure = "divide it" if largest > 1 else "multiply it"
            raise UserError(what, where=where, cure=cure)
        if not number.over and number.step.denominator == 1:
            unit = Fraction(1)
        elif largest and (number.over or number.step % MILLIONTH):
            unit = min(MILLIONTH, Fraction(10) ** (_exponent(largest) + 1 - DIGITS))
        large = largest >= MOST_COUNTED * unit and number.step >= 1
        if not number.over and (large or number.step < unit):
            return number.step
        return unit

    def may_be_coarse(self, unit: Fraction) -> bool:
        """Whether its values may differ by less than a unit."""
        if self.kind is not Kind.NUMBER or self.constant:
            return False
        return bool(self.number.over or self.number.step < unit)

    def counted(self, where: str) -> pl.Expr:
        """The amount in whole units; what is not zero stays so (:mod:`sim.counts.digits`)."""
        import polars as pl

        unit = self.unit(where)
        try:
            number: Exact = as_number(self).number
            amount = number / Exact.of(unit)
            units = amount.round().whole.value
        except OverflowError:
            what = f"{shown(self.words)} is too large to be counted"
            raise UserError(what, where=where, cure="divide it") from None
        return pl.when(units == 0).then(amount.whole.value.sign()).otherwise(units)


def _exponent(size: Fraction) -> int:
    """The power of ten of the first digit of a number."""
    return math.floor(math.log10(size.numerator) - math.log10(size.denominator))


def of_constant(value: Any, words: str) -> Parsed:
    """A condition, a text or a number that is the same in every game."""
    import polars as pl

    if isinstance(value, bool):
        return Parsed(Kind.TRUTH, words, pl.lit(value), constant=True)
    if isinstance(value, str):
        return Parsed(Kind.TEXT, words, pl.lit(value), constant=True, texts=(value,))
    return Parsed(Kind.NUMBER, words, number=Exact.of(value), constant=True)


def of_column(column: Column) -> Parsed:
    """A column of the table of games, with the range of its type."""
    import polars as pl

    name = column.name
    value = pl.col(column.name)
    if column.categories:
        texts = tuple(column.categories)
        return Parsed(Kind.TEXT, name, value.cast(pl.String), texts=texts)
    if column.role is Role.FLAG:
        return Parsed(Kind.TRUTH, name, value)
    return Parsed(Kind.NUMBER, name, number=_number_of(column))


def _number_of(column: Column) -> Exact:
    """A column of numbers.

    A column about the winner has no value where nobody won.
    """
    import polars as pl

    value = pl.col(column.name)
    if column.role is Role.OF_WINNER:
        value = pl.when(value >= 0).then(value)
    whole = Whole(value, *range_of(column))
    return Exact(whole, Fraction(1, column.per))


def range_of(column: Column) -> tuple[int, int]:
    """The range of a column in whole units: that of its type, from 0 on if it is an amount."""
    ends = np.iinfo(column.dtype)
    amount = column.role in (Role.COUNT, Role.HELD, Role.LARGEST, Role.LENGTH)
    low = 0 if amount and not column.signed else int(ends.min)
    return low, int(ends.max)


def of_minutes(seconds: Iterable[tuple[Column, float]]) -> Parsed:
    """The time of a game, of the seconds that one of each column takes."""
    number = Exact.of(Fraction(0))
    for column, pace in seconds:
        number += _number_of(column) * Exact.of(Fraction(str(pace)) / 60)
    return Parsed(Kind.NUMBER, MINUTES, number=number)


def amount_of(words: str, number: Exact, parts: Sequence[Parsed]) -> Parsed:
    """An amount made of parts."""
    constant = all(part.constant for part in parts)
    return Parsed(Kind.NUMBER, words, number=number, constant=constant)


def condition_of(words: str, parts: Sequence[Parsed], value: pl.Expr) -> Parsed:
    """A condition made of parts."""
    constant = all(part.constant for part in parts)
    return Parsed(Kind.TRUTH, words, value, constant=constant)


def as_number(part: Parsed) -> Parsed:
    """A number as it is, and a condition as one: 1 where it holds, else 0."""
    import polars as pl

    if part.kind is not Kind.TRUTH:
        return part
    number = Exact(Whole(part.value.cast(pl.Int64), 0, 1))
    return amount_of(part.words, number, [part])


def compared(act: Callable[[Any, Any], Any], first: Parsed, second: Parsed) -> pl.Expr:
    """A comparison of two conditions, texts or amounts."""
    if first.kind is not Kind.NUMBER:
        found: pl.Expr = act(first.value, second.value)
        return found
    number: Exact = first.number
    return number.compared(act, second.number)
