"""The words of SQL that expressions are written in: their tree, and what can be read off it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import ClassVar

from sqlglot import ParseError, TokenError, exp, parse_one
from sqlglot.dialects.duckdb import DuckDB


class Words(DuckDB):
    """DuckDB's words, with DIV as a function."""

    class Tokenizer(DuckDB.Tokenizer):
        """DuckDB's tokens without that of DIV."""

        KEYWORDS: ClassVar = {
            word: kind
            for word, kind in DuckDB.Tokenizer.KEYWORDS.items()
            if word != "DIV"
        }


OF_MATHEMATICS = str.maketrans({"≥": ">=", "≤": "<=", "≠": "<>", "−": "-", "×": "*"})
"""Signs that people copy from a text, as SQL writes them."""

_SIGN_AFTER_POWER = re.compile(r"(?i)(\de\d+)(?=[+-])")


def sql_of(text: str) -> str:
    """An expression in the signs of SQL.

    Apart from it comes what its reader takes for one word, as in 1e3+1.
    """
    return _SIGN_AFTER_POWER.sub(r"\1 ", text.translate(OF_MATHEMATICS))


@lru_cache(maxsize=256)
def tree_of(text: str) -> exp.Expr:
    """The tree of an expression, read as SQL."""
    tree: exp.Expr = parse_one(sql_of(text), dialect=Words)
    return tree


def names_in(text: str) -> set[str]:
    """The columns that an expression names; none if it cannot be read."""
    try:
        return {column.name for column in tree_of(text).find_all(exp.Column)}
    except (ParseError, TokenError, RecursionError):
        return set()


_SIGNS: Mapping[type[exp.Expr], str] = {
    exp.LT: "<",
    exp.LTE: "<=",
    exp.GT: ">",
    exp.GTE: ">=",
}


_MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


def compared_with_number(text: str) -> tuple[str, str, Fraction] | None:
    """The amount, the sign and the number of ``amount < number``, in either order.

    None if the text, which must be an expression, is none of that form.
    """
    node = tree_of(text).unnest()
    sign = _SIGNS.get(type(node))
    if sign is None:
        return None
    first = node.this.unnest()
    second = node.expression.unnest()
    if not _is_number(second):
        first, second, sign = second, first, _MIRRORED[sign]
    if not _is_number(second) or _is_number(first):
        return None
    return words_of(first), sign, Fraction(words_of(second).replace(" ", ""))


def _is_number(node: exp.Expr) -> bool:
    """Whether a node is a number, possibly below zero."""
    bare = node.this if isinstance(node, exp.Neg) else node
    return isinstance(bare, exp.Literal) and not bare.is_string


def words_of(node: exp.Expr) -> str:
    """A part of an expression as it is written."""
    return node.sql(Words)
