"""Expressions over the columns of games: conditions, texts and amounts.

Amounts are floats. Those that are always whole numbers are counted as they are, others
in millionths.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any

from sim.contract.columns import Column, Role

if TYPE_CHECKING:
    import polars as pl

MINUTES = "minutes"
"""A column that can be asked about although no table has it: the plays, at the seconds
for each."""

MILLIONTHS = 1_000_000

DIGITS = 12
"""Fractions that agree in so many digits are equal: floats have three or four more."""


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
        How it is computed; null where there is none. Of an amount, a float.
    whole
        Whether it is a whole number in every game, if it is an amount.
    constant
        Whether it is the same in every game.
    texts
        The texts that it can be.
    """

    kind: Kind
    words: str
    value: Any
    whole: bool = True
    constant: bool = False
    texts: tuple[str, ...] = ()

    @property
    def units(self) -> int:
        """How many units of the counts make one."""
        return 1 if self.whole else MILLIONTHS


def of_constant(value: Any, words: str) -> Parsed:
    """A condition, a text or a number that is the same in every game."""
    import polars as pl

    if isinstance(value, bool):
        return Parsed(Kind.TRUTH, words, pl.lit(value), constant=True)
    if isinstance(value, str):
        return Parsed(Kind.TEXT, words, pl.lit(value), constant=True, texts=(value,))
    whole = value.is_integer()
    return Parsed(Kind.NUMBER, words, pl.lit(value), whole, constant=True)


def of_column(column: Column) -> Parsed:
    """A column of the table of games.

    One about the winner has no value where nobody won.
    """
    import polars as pl

    name = column.name
    value = pl.col(column.name)
    if column.categories:
        texts = tuple(column.categories)
        return Parsed(Kind.TEXT, name, value.cast(pl.String), texts=texts)
    if column.role is Role.FLAG:
        return Parsed(Kind.TRUTH, name, value)
    if column.role is Role.OF_WINNER:
        value = pl.when(value >= 0).then(value)
    amount = value.cast(pl.Float64)
    if column.per == 1:
        return Parsed(Kind.NUMBER, name, amount)
    return Parsed(Kind.NUMBER, name, amount / column.per, whole=False)


def of_minutes(seconds: Iterable[tuple[Column, float]]) -> Parsed:
    """The time of a game, of the seconds that one of each column takes."""
    import polars as pl

    paces = [(column, Fraction(str(pace)) / 60) for column, pace in seconds]
    # Divided once, so that an hour is exactly 60 minutes.
    parts = lcm(*(pace.denominator for _, pace in paces))
    total = pl.lit(0.0)
    for column, pace in paces:
        total += of_column(column).value * int(pace * parts)
    return Parsed(Kind.NUMBER, MINUTES, total / parts, whole=False)


def amount_of(words: str, value: pl.Expr, parts: Sequence[Parsed]) -> Parsed:
    """An amount made of parts, whole if all of them are."""
    constant = all(part.constant for part in parts)
    whole = all(part.whole for part in parts)
    return Parsed(Kind.NUMBER, words, value, whole, constant)


def condition_of(words: str, parts: Sequence[Parsed], value: pl.Expr) -> Parsed:
    """A condition made of parts."""
    constant = all(part.constant for part in parts)
    return Parsed(Kind.TRUTH, words, value, constant=constant)


def as_number(part: Parsed) -> Parsed:
    """A number as it is, and a condition as one: 1 where it holds, else 0."""
    import polars as pl

    if part.kind is not Kind.TRUTH:
        return part
    return amount_of(part.words, part.value.cast(pl.Float64), [part])


def compared(act: Callable[[Any, Any], Any], first: Parsed, second: Parsed) -> pl.Expr:
    """A comparison of two conditions, texts or amounts."""
    values = [first.value, second.value]
    if not (first.whole and second.whole):
        values = [value.round_sig_figs(DIGITS) for value in values]
    found: pl.Expr = act(*values)
    return found
