"""Expressions in the words of SQL.

These nodes of sqlglot's tree are allowed, each with what it says.

Nothing is executed as SQL. What is not listed here is refused; nothing is read
otherwise than SQL or mathematics reads it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlglot import ParseError, TokenError

from sim.counts.amounts import Kind, Parsed
from sim.counts.reader import Reader
from sim.errors import UserError, shown

MOST_CHARACTERS = 2000


def parsed(
    text: str, columns: Mapping[str, Parsed], where: str, more: Sequence[str] = ()
) -> Parsed:
    """An expression over some columns; what says nothing is refused with its place.

    For a name misspelt, ``more`` columns can be suggested.
    """
    if not text.strip():
        cure = "write a condition, such as rounds > 500"
        raise UserError("the expression is empty", where=where, cure=cure)
    if len(text) > MOST_CHARACTERS:
        what = f"an expression of {len(text):,} characters"
        raise UserError(what, where=where, cure=f"write at most {MOST_CHARACTERS:,}")
    reader = Reader(text, columns, where, more)
    try:
        whole = reader.whole()
    except ParseError as error:
        if not error.errors:
            raise reader.wrong("something is missing") from None
        word = error.errors[0]["highlight"]
        end = error.errors[0]["col"]
        if "Unexpected token" not in error.errors[0]["description"] and end >= len(
            text.rstrip()
        ):
            raise reader.wrong(f"something is missing after {shown(word)}") from None
        raise reader.wrong(
            f"{shown(word)} is not expected at character {end - len(word) + 1}"
        ) from None
    except TokenError:
        raise reader.wrong("a quote is not closed") from None
    except RecursionError:
        raise reader.too_deep() from None
    except OverflowError:
        what = f"{shown(text)} has numbers that can be too large, or too small"
        cure = "leave out such numbers, or bound a column by LEAST"
        raise UserError(what, where=where, cure=cure) from None
    if whole.constant:
        cure = f"choose from {', '.join(columns)}"
        raise UserError(f"{text!r} names no column", where=where, cure=cure)
    return whole


def condition(
    text: str,
    columns: Mapping[str, Parsed],
    where: str,
    such_as: str,
    more: Sequence[str] = (),
) -> Parsed:
    """An expression that must be a condition."""
    whole = parsed(text, columns, where, more)
    if whole.kind is not Kind.TRUTH:
        cure = f"compare it with something, such as {such_as}"
        raise UserError(f"{text!r} is not a condition", where=where, cure=cure)
    return whole
