"""Expressions in the words of SQL: their allowed words, the columns that they name, and their parsing by Polars.

They are evaluated on columns alone; nothing in them is executed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from sim.contract.columns import Column
from sim.errors import UserError, unknown

if TYPE_CHECKING:
    import polars as pl

_ARITHMETIC = [
    "ABS",
    "CEIL",
    "DIV",
    "EXP",
    "FLOOR",
    "LN",
    "LOG10",
    "LOG2",
    "MOD",
    "POW",
    "ROUND",
    "SIGN",
    "SQRT",
]
FUNCTIONS = frozenset((*_ARITHMETIC, "CAST", "GREATEST", "IF", "LEAST"))
"""The functions that an expression can use: each has one value for one game."""

_TYPES = ["BIGINT", "BOOLEAN", "DOUBLE", "FLOAT", "INT", "INTEGER"]
_LOGIC = [
    "AND",
    "BETWEEN",
    "CASE",
    "ELSE",
    "END",
    "FALSE",
    "IN",
    "IS",
    "NOT",
    "OR",
    "THEN",
    "TRUE",
    "WHEN",
    "XOR",
]
_KEYWORDS = frozenset((*_LOGIC, "AS", *_TYPES))
_NUMBER = re.compile(r"\b\d+(?:\.\d*)?(?:[eE][+-]?\d+)?")
_TEXT = re.compile(r"'((?:[^']|'')*)'")
_WORD = re.compile(r'"[^"]*"|[^\W\d]\w*')


def names_in(text: str) -> set[str]:
    """Return the words of an expression that are neither functions, nor keywords, nor in quotes."""
    bare = _bare(text)
    names = set()
    for match in _WORD.finditer(bare):
        word = match[0]
        called = bare[match.end() :].lstrip().startswith("(")
        if not called and word.upper() not in _KEYWORDS:
            names.add(word.strip('"'))
    return names


def check_words(text: str, known: Mapping[str, Column], where: str) -> None:
    """Refuse words that are not columns, functions of one game, or texts of a column."""
    if not text.strip():
        raise UserError(
            "the expression is empty", where=where, cure="write a condition, such as rounds > 500"
        )
    bare = _bare(text)
    for match in _WORD.finditer(bare):
        word = match[0].upper()
        if bare[match.end() :].lstrip().startswith("(") and word not in FUNCTIONS | _KEYWORDS:
            raise UserError(
                f"{match[0]} is not a function of one game",
                where=where,
                cure="use columns, comparisons, arithmetic and " + ", ".join(sorted(FUNCTIONS)),
            )
    names = names_in(text)
    if not names:
        raise UserError(f"{text!r} names no column", where=where, cure=f"choose from {', '.join(known)}")
    for name in sorted(names):
        if name not in known:
            raise unknown("column", name, known, where=where)
    texts = [word for name in names for word in known[name].categories]
    for match in _TEXT.finditer(text):
        if not texts:
            raise UserError(
                f"the text {match[0]} is compared with numbers", where=where, cure="leave out the quotes"
            )
        if match[1] not in texts:
            raise unknown("text", match[1], texts, where=where)


def parsed(text: str, sample: pl.DataFrame, where: str) -> tuple[pl.Expr, Any]:
    """Return an expression and the type of its values."""
    import polars as pl
    from polars.exceptions import PolarsError

    try:
        expression = pl.sql_expr(text)
        sampled = sample.select(expression.alias("value"))
    except PolarsError as error:
        raise UserError(f"{text!r} is not a valid expression: {_first_line(error)}", where=where) from None
    if sampled.height != sample.height:
        raise UserError(f"{text!r} names no column", where=where, cure="write something that games decide")
    return expression.alias("value"), sampled.schema["value"]


def _first_line(error: Exception) -> str:
    line = str(error).strip().splitlines()[0]
    return line[:1].lower() + line[1:]


def _bare(text: str) -> str:
    """Return an expression without its texts and numbers."""
    return _NUMBER.sub("0", _TEXT.sub(" ", text))
