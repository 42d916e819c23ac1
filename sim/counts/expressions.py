"""Expressions in the words of SQL: what they say, as types and as computations on the columns of games.

sqlglot reads them; nothing is executed as SQL. What a game does not have, such as a quotient by zero, is null.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache, partial, reduce
from operator import and_, eq, ge, gt, invert, le, lt, ne, neg, or_
from typing import TYPE_CHECKING, Any, ClassVar

from sqlglot import ParseError, TokenError, exp, parse_one
from sqlglot.dialects.duckdb import DuckDB

from sim.contract.columns import Column, Role
from sim.counts import series
from sim.errors import UserError, shown, unknown

if TYPE_CHECKING:
    import polars as pl

MOST_CHARACTERS = 2000
MOST_TERMS = 200


class Kind(Enum):
    """What an expression is; the value says it in a message."""

    TRUTH = "a condition"
    WHOLE = "a whole number"
    NUMBER = "a number"
    TEXT = "a text"


@dataclass(frozen=True)
class Parsed:
    """An expression: what it is, how it is computed, and how it is written."""

    kind: Kind
    values: Callable[[pl.DataFrame], pl.Series]  # one for each row
    words: str
    constant: bool = False  # whether it is the same in every game
    texts: tuple[str, ...] = ()  # the texts that it can be


class _Words(DuckDB):
    """DuckDB's words, with DIV as a function."""

    class Tokenizer(DuckDB.Tokenizer):
        KEYWORDS: ClassVar = {
            word: kind
            for word, kind in DuckDB.Tokenizer.KEYWORDS.items()
            if word != "DIV"
        }


_COMPARISONS: Mapping[type[exp.Expr], Callable[[Any, Any], Any]] = {
    exp.LT: lt,
    exp.LTE: le,
    exp.GT: gt,
    exp.GTE: ge,
    exp.EQ: eq,
    exp.NEQ: ne,
}
_AMONG = {"this", "low", "high", "expressions"}
_NAMES: Mapping[type[exp.Expr], str] = {
    exp.Add: "+",
    exp.Sub: "-",
    exp.Mul: "*",
    exp.Div: "/",
    exp.IntDiv: "DIV",
    exp.Mod: "MOD",
    exp.Pow: "POW",
}
"""The functions whose name sqlglot does not give."""


@lru_cache(maxsize=256)
def _tree(text: str) -> exp.Expr:
    tree: exp.Expr = parse_one(text, dialect=_Words)
    return tree


def names_in(text: str) -> set[str]:
    """Return the columns that an expression names; none if it cannot be read."""
    try:
        return {column.name for column in _tree(text).find_all(exp.Column)}
    except (ParseError, TokenError, RecursionError):
        return set()


def parsed(text: str, columns: Mapping[str, Column], where: str) -> Parsed:
    """Return an expression over some columns; what says nothing is refused with its place."""
    if not text.strip():
        cure = "write a condition, such as rounds > 500"
        raise UserError("the expression is empty", where=where, cure=cure)
    if len(text) > MOST_CHARACTERS:
        what = f"an expression of {len(text):,} characters"
        raise UserError(what, where=where, cure=f"write at most {MOST_CHARACTERS:,}")
    reader = _Reader(text, columns, where)
    try:
        whole = reader.whole()
    except ParseError as error:
        if not error.errors:
            raise reader.wrong("a comment", "leave it out") from None
        word, end = error.errors[0]["highlight"], error.errors[0]["col"]
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
        raise UserError(
            f"{shown(text)} is too deeply nested", where=where, cure="write it shorter"
        ) from None
    if whole.constant:
        cure = f"choose from {', '.join(columns)}"
        raise UserError(f"{text!r} names no column", where=where, cure=cure)
    return whole


def condition(
    text: str, columns: Mapping[str, Column], where: str, such_as: str
) -> Parsed:
    """Return an expression that must be a condition."""
    whole = parsed(text, columns, where)
    if whole.kind is not Kind.TRUTH:
        cure = f"compare it with something, such as {such_as}"
        raise UserError(f"{text!r} is not a condition", where=where, cure=cure)
    return whole


class _Reader:
    """A reader of one text."""

    def __init__(self, text: str, columns: Mapping[str, Column], where: str) -> None:
        self.text, self.columns, self.where = text, columns, where

    def whole(self) -> Parsed:
        """Return the whole text as one expression."""
        tree = _tree(self.text)
        terms = sum(
            isinstance(node, exp.Column | exp.Literal | exp.Boolean)
            for node in tree.walk()
        )
        if terms > MOST_TERMS:
            what = f"an expression of {terms:,} terms"
            raise UserError(what, where=self.where, cure=f"write at most {MOST_TERMS}")
        if any(node.comments for node in tree.walk()):
            raise self.wrong("a comment", "leave it out")
        return self._read(tree)

    def wrong(self, what: str, cure: str | None = None) -> UserError:
        """Return the error of a text that is no expression."""
        what = f"{shown(self.text)} is not a valid expression: {what}"
        return UserError(what, where=self.where, cure=cure)

    def _read(self, node: exp.Expr) -> Parsed:
        match node:
            case exp.Paren():
                return self._read(node.this)
            case exp.And() | exp.Or():
                parts = [self._truth(self._read(part)) for part in node.flatten()]
                joint = and_ if isinstance(node, exp.And) else or_
                return self._made(
                    Kind.TRUTH, node, lambda *own: reduce(joint, own), *parts
                )
            case exp.Not():
                return self._made(
                    Kind.TRUTH, node, invert, self._truth(self._read(node.this))
                )
            case exp.Neg():
                number = self._number(self._read(node.this))
                return self._made(number.kind, node, neg, number)
            case exp.Between() | exp.In() if {
                name for name, own in node.args.items() if own
            } <= _AMONG:
                return self._among(node)
            case exp.Case(this=None) | exp.If():
                return self._chosen(node)
            case exp.Literal() | exp.Boolean() | exp.Column(parts=[_]):
                return self._term(node)
        if type(node) in _COMPARISONS:
            return self._compared(node)
        return self._applied(node)

    def _among(self, node: exp.Expr) -> Parsed:
        """Return whether a value lies between two others, or is one of several."""
        value, *others = [self._read(part) for part in node.iter_expressions()]
        if not others:
            raise self.wrong("IN names no value", "write it as IN (1, 2)")
        if isinstance(node, exp.Between):
            low, own, high = (
                self._number(part, counted=False)
                for part in (others[0], value, others[1])
            )
            return self._made(
                Kind.TRUTH, node, lambda a, b, c: (a <= b) & (b <= c), low, own, high
            )
        parts = self._alike([value, *others], counted=len(others) == 1)
        return self._made(
            Kind.TRUTH,
            node,
            lambda own, *each: reduce(or_, [own == other for other in each]),
            *parts,
        )

    def _compared(self, node: exp.Expr) -> Parsed:
        """Return comparisons; those in a row are read as ``a < b AND b < c``."""
        acts: list[type] = []
        nodes: list[exp.Expr] = []
        for part in self._in_a_row(node):
            (acts if isinstance(part, type) else nodes).append(part)
        parts = [self._read(part) for part in nodes]
        if {*acts} <= {exp.EQ, exp.NEQ}:
            parts = self._alike(parts, counted=len(acts) == 1)
        else:
            parts = [self._number(part, counted=False) for part in parts]

        def compare(*own: pl.Series) -> Any:
            pairs = zip(acts, own, own[1:], strict=False)
            return reduce(and_, [_COMPARISONS[act](a, b) for act, a, b in pairs])

        return self._made(Kind.TRUTH, node, compare, *parts)

    def _in_a_row(self, node: exp.Expr) -> Iterator[Any]:
        """Yield what is compared, and between two of them how."""
        if type(node) not in _COMPARISONS:
            yield node
            return
        yield from self._in_a_row(node.this)
        yield type(node)
        yield from self._in_a_row(node.expression)

    def _alike(self, parts: Sequence[Parsed], *, counted: bool) -> list[Parsed]:
        """Return what may be equal: all conditions, all texts, or all numbers; a text that cannot be is refused."""
        known = [text for part in parts if not part.constant for text in part.texts]
        for part in parts:
            if known and part.constant and part.texts and part.texts[0] not in known:
                raise unknown("text", part.texts[0], known, where=self.where)
        kinds = {part.kind for part in parts}
        if len(kinds) == 1 and kinds <= {Kind.TRUTH, Kind.TEXT}:
            return list(parts)
        return [self._number(part, counted=counted) for part in parts]

    def _chosen(self, node: exp.Expr) -> Parsed:
        """Return the value after the first condition that holds."""
        pairs = node.args["ifs"] if isinstance(node, exp.Case) else [node]
        values = [pair.args["true"] for pair in pairs]
        otherwise = node.args.get("default" if isinstance(node, exp.Case) else "false")
        conditions = [self._truth(self._read(pair.this)) for pair in pairs]
        results = [
            self._read(value) for value in (*values, otherwise) if value is not None
        ]
        if {part.kind for part in results} != {Kind.TRUTH}:
            results = [self._number(part) for part in results]
        kinds = {part.kind for part in results}
        kind = kinds.pop() if len(kinds) == 1 else Kind.NUMBER
        choose = partial(series.first_that_holds, len(conditions))
        return self._made(kind, node, choose, *conditions, *results)

    def _applied(self, node: exp.Expr) -> Parsed:
        """Return a function or an operation of numbers."""
        own, name = list(node.iter_expressions()), _NAMES.get(type(node), "")
        if isinstance(node, exp.Log) and len(own) == 2:
            name, own = f"LOG{own[0].name}", own[1:]
        elif isinstance(node, exp.Func) and not name:
            name = (
                node.name.upper()
                if isinstance(node, exp.Anonymous)
                else node.sql_name()
            )
        if name not in series.FUNCTIONS:
            raise self._unexpected(node, name)
        numbers = [self._number(self._read(part)) for part in own]
        least, most = series.arguments(name)
        if not least <= len(numbers) <= most:
            raise self.wrong(
                f"{name} of {len(numbers)}",
                f"give it {least}{' or more' * (least < most)}",
            )
        divisor = numbers[-1]
        if (
            name in ("/", "DIV", "MOD")
            and divisor.constant
            and not series.only(divisor.values)
        ):
            cure = "divide by what is not zero"
            raise UserError(
                f"{shown(_words(node))} divides by zero", where=self.where, cure=cure
            )
        whole = (
            all(part.kind is Kind.WHOLE for part in numbers)
            and name not in series.FRACTIONS
        )
        kind = Kind.WHOLE if whole or name == "DIV" else Kind.NUMBER
        return self._made(kind, node, series.FUNCTIONS[name], *numbers)

    def _unexpected(self, node: exp.Expr, name: str) -> UserError:
        if isinstance(node, exp.Alias):
            return self.wrong(
                f"{shown(node.alias)} is not expected", "join conditions by AND or OR"
            )
        if not name:
            return self.wrong(f"{shown(_words(node))} is not expected")
        cure = f"use columns, comparisons, arithmetic and {', '.join(sorted(series.NAMED))}"
        return UserError(
            f"{name} is not a function of one game", where=self.where, cure=cure
        )

    def _term(self, node: exp.Expr) -> Parsed:
        """Return a number, a text or a column."""
        word = node.name
        if isinstance(node, exp.Boolean):
            return Parsed(
                Kind.TRUTH, series.constant(node.this), _words(node), constant=True
            )
        if node.is_string:
            return Parsed(
                Kind.TEXT,
                series.constant(word),
                _words(node),
                constant=True,
                texts=(word,),
            )
        if isinstance(node, exp.Literal):
            whole = word.isdigit() and int(word) < 2**63
            try:
                value = int(word) if whole else float(word)
            except ValueError:
                raise self.wrong(
                    f"{shown(word)} is not a number", "write it as 1000 or 1e3"
                ) from None
            return Parsed(
                Kind.WHOLE if whole else Kind.NUMBER,
                series.constant(value),
                word,
                constant=True,
            )
        if word not in self.columns:
            raise unknown("column", word, self.columns, where=self.where)
        column = self.columns[word]
        if column.categories:
            return Parsed(
                Kind.TEXT,
                lambda rows: rows[word].cast(str),
                word,
                texts=tuple(column.categories),
            )
        counts = column.per == 1 and not column.dtype.startswith("float")
        kind = (
            Kind.TRUTH
            if column.role is Role.FLAG
            else Kind.WHOLE
            if counts
            else Kind.NUMBER
        )
        return Parsed(kind, lambda rows: rows[word], word)

    def _truth(self, part: Parsed) -> Parsed:
        if part.kind is not Kind.TRUTH:
            cure = (
                f"compare it with something, such as {shown(part.words)} > 0".replace(
                    "'", ""
                )
            )
            what = f"{shown(part.words)} is {part.kind.value}, not a condition"
            raise UserError(what, where=self.where, cure=cure)
        return part

    def _number(self, part: Parsed, *, counted: bool = True) -> Parsed:
        """Return a number; a condition is 0 or 1 where it is counted."""
        if part.kind is Kind.TEXT and part.constant:
            what = f"the text {part.words} is compared with numbers"
            raise UserError(what, where=self.where, cure="leave out the quotes")
        if part.kind is Kind.TEXT:
            cure = (
                f"compare it by = or <> with one of {', '.join(map(repr, part.texts))}"
            )
            raise UserError(
                f"{shown(part.words)} is a text, not a number",
                where=self.where,
                cure=cure,
            )
        if part.kind is Kind.TRUTH and not counted:
            what = f"{shown(part.words)} is a condition, not a number"
            raise UserError(what, where=self.where, cure="join conditions by AND or OR")
        if part.kind is Kind.TRUTH:
            return replace(
                part,
                kind=Kind.WHOLE,
                values=lambda rows: series.whole(part.values(rows)),
            )
        return part

    def _made(
        self, kind: Kind, node: exp.Expr, act: Callable[..., Any], *parts: Parsed
    ) -> Parsed:
        """Return what a function makes of parts."""

        def values(rows: pl.DataFrame) -> Any:
            return act(*[part.values(rows) for part in parts])

        return Parsed(kind, values, _words(node), all(part.constant for part in parts))


def _words(node: exp.Expr) -> str:
    return node.sql(_Words)
