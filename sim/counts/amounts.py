"""Amounts and conditions of games: how they are computed with Polars, and how large they can be.

What can be done with them is in :mod:`sim.counts.functions`.

Whole numbers stay whole: they are computed in 64 bits where their range fits, else in
128, and what fits in neither is refused. A value that does not exist, such as a
quotient by zero, is null.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
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

MOST_EXACT = 2**53
"""Floats hold the multiples of a number up to so many times of it."""

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
    lost
        Conditions under which floats lack the last digits of a sum in it.
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
    lost: tuple[pl.Expr, ...] = ()

    @property
    def largest(self) -> Any:
        """The largest distance from zero."""
        return max(abs(self.low), abs(self.high))

    def is_rounded(self, unit: Fraction) -> bool:
        """Whether its values may lie between the multiples of a unit."""
        exact = self.step is not None and self.step % unit == 0
        return self.kind is Kind.NUMBER and not exact

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
        literal = pl.lit(value, dtype=integer_type(abs(value)))
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
    return made_of(Kind.WHOLE, value, condition.words, [condition], (0, 1), Fraction(1))


def condition_of(
    words: str, parts: Sequence[Parsed], act: Callable[..., pl.Expr]
) -> Parsed:
    """A condition on parts of the same kind."""
    return made_of(Kind.TRUTH, act(*alike(parts, words)), words, parts)


def made_of(
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
    lost = tuple(flag for part in parts for flag in part.lost)
    return Parsed(
        kind, value, words, *bounds, step, constant, overflows=overflows, lost=lost
    )


def kind_of(parts: Sequence[Parsed]) -> Kind:
    """What parts are together: whole numbers and others are numbers."""
    kinds = {part.kind for part in parts}
    return kinds.pop() if len(kinds) == 1 else Kind.NUMBER


def integer_type(largest: int) -> Any:
    """The type of whole numbers up to a size."""
    import polars as pl

    return pl.Int64 if largest < 2**63 else pl.Int128


def floats(parts: Sequence[Parsed]) -> list[pl.Expr]:
    """The values of parts as floats."""
    import polars as pl

    return [part.value.cast(pl.Float64) for part in parts]


def alike(parts: Sequence[Parsed], words: str) -> list[pl.Expr]:
    """The values of parts in one type."""
    kind = kind_of(parts)
    if kind is Kind.NUMBER:
        return floats(parts)
    if kind is Kind.WHOLE:
        integer = integer_type(max(part.largest for part in parts))
        return [part.value.cast(integer) for part in parts]
    return [part.value for part in parts]


def either(condition: pl.Expr, first: Any, second: Any) -> pl.Expr:
    """The first value where a condition holds, else the second.

    Null where it is null.
    """
    import polars as pl

    known = pl.when(condition).then(first).otherwise(second)
    return pl.when(condition.is_not_null()).then(known)
