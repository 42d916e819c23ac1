"""The reader of an expression: the nodes of sqlglot's tree that are allowed, and what each says."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from functools import reduce
from operator import and_, eq, ge, gt, le, lt, ne, or_
from typing import Any

from sqlglot import exp

from sim.counts.amounts import (
    Kind,
    Parsed,
    as_number,
    compared,
    condition_of,
    of_constant,
)
from sim.counts.functions import FUNCTIONS, MOST_POWER, NAMED, applied, chosen
from sim.counts.sql import Words, sql_of, tree_of, words_of
from sim.errors import UserError, shown, unknown

MOST_TERMS = 200

MOST_NESTED = 6
"""The most functions inside each other: most need their values more than once."""

_COMPARISONS: Mapping[type[exp.Expr], Any] = {
    exp.LT: lt,
    exp.LTE: le,
    exp.GT: gt,
    exp.GTE: ge,
    exp.EQ: eq,
    exp.NEQ: ne,
}


_OPERATIONS: Mapping[type, str] = {
    exp.Add: "+",
    exp.Sub: "-",
    exp.Mul: "*",
    exp.Div: "/",
    exp.IntDiv: "DIV",
    exp.Mod: "MOD",
    exp.Pow: "POW",
    exp.Neg: "NEG",
}
"""The operations, by the nodes of the tree that stand for them."""


_SILENT: Mapping[type, set[str]] = {
    exp.Literal: {"is_string"},
    exp.Identifier: {"quoted"},
    exp.Div: {"typed", "safe"},
    exp.DPipe: {"safe"},
    exp.Greatest: {"ignore_nulls"},
    exp.Least: {"ignore_nulls"},
}
"""Marks of sqlglot's nodes that change nothing here; with any other a node is
refused."""


class Reader:
    """A reader of one text."""

    def __init__(
        self, text: str, columns: Mapping[str, Parsed], where: str, more: Sequence[str]
    ) -> None:
        self.text = text
        self.columns = columns
        self.where = where
        self.more = more

    def whole(self) -> Parsed:
        """The whole text as one expression."""
        tokens = Words().tokenize(sql_of(self.text))
        if not tokens or any(token.comments for token in tokens):
            raise self.wrong("a comment", "leave it out")
        tree = tree_of(self.text)
        terms = sum(
            isinstance(node, exp.Column | exp.Literal | exp.Boolean)
            for node in tree.walk()
        )
        if terms > MOST_TERMS:
            what = f"an expression of {terms:,} terms"
            raise UserError(what, where=self.where, cure=f"write at most {MOST_TERMS}")
        if _nested(tree) > MOST_NESTED:
            raise self.too_deep()
        return self._read(tree)

    def wrong(self, what: str, cure: str | None = None) -> UserError:
        """The error of a text that is no expression."""
        what = f"{shown(self.text)} is not a valid expression: {what}"
        return UserError(what, where=self.where, cure=cure)

    def too_deep(self) -> UserError:
        """The error of a text with too much inside each other."""
        what = f"{shown(self.text)} is too deeply nested"
        return UserError(what, where=self.where, cure="write it shorter")

    def _read(self, node: exp.Expr) -> Parsed:
        """What a node says."""
        self._check_marks(node)
        match node:
            case exp.Paren():
                return self._read(node.this)
            case exp.And() | exp.Or():
                parts = [self._condition(part) for part in node.flatten()]
                joint = and_ if isinstance(node, exp.And) else or_
                value = reduce(joint, [part.value for part in parts])
                return condition_of(words_of(node), parts, value)
            case exp.Not():
                part = self._condition(node.this)
                return condition_of(words_of(node), [part], ~part.value)
            case exp.Between():
                return self._between(node)
            case exp.Is(this=exp.Column(parts=[_]), expression=exp.Null()):
                return self._missing(node)
            case exp.In(args={"expressions": [_, *_]}):
                return self._among(node)
            case exp.Case(this=None) | exp.If():
                return self._chosen(node)
            case exp.Literal(is_string=True) | exp.Boolean():
                return of_constant(node.this, words_of(node))
            case exp.Literal():
                return self._literal(node.name)
            case exp.Column(parts=[_]):
                return self._column(node.name)
        if type(node) in _COMPARISONS:
            return self._compared(node)
        return self._applied(node)

    def _check_marks(self, node: exp.Expr) -> None:
        """Refuse a node with more than its parts, such as BETWEEN SYMMETRIC."""
        silent = _SILENT.get(type(node), set())
        for name, value in node.args.items():
            parts = value if isinstance(value, list) else [value]
            is_mark = value and not all(isinstance(part, exp.Expr) for part in parts)
            if is_mark and name not in silent and name != "this":
                raise self.wrong(f"{shown(words_of(node))} is not expected")
        if isinstance(node, exp.In) and not node.args.get("expressions"):
            raise self.wrong("IN names no value", "write it as IN (1, 2)")

    def _between(self, node: exp.Between) -> Parsed:
        """Whether a value lies between two others, or is one of them."""
        low, value, high = (
            self._number(self._read(node.args[name]), counts=False)
            for name in ("low", "this", "high")
        )
        return _joined(node, and_, [(le, low, value), (le, value, high)])

    def _missing(self, node: exp.Is) -> Parsed:
        """Whether a column has no value."""
        part = self._read(node.this)
        value = part.value if part.number is None else part.number.whole.value
        return condition_of(words_of(node), [part], value.is_null())

    def _among(self, node: exp.In) -> Parsed:
        """Whether a value is one of several."""
        read = [self._read(part) for part in (node.this, *node.expressions)]
        value, *others = self._comparable(read, counts=len(read) == 2)
        return _joined(node, or_, [(eq, value, other) for other in others])

    def _compared(self, node: exp.Expr) -> Parsed:
        """Comparisons; those in a row are read as ``a < b AND b < c``."""
        row = list(self._in_a_row(node))
        acts = [_COMPARISONS[type(between)] for between in row[1::2]]
        parts = [self._read(part) for part in row[::2]]
        if {*acts} <= {eq, ne}:
            parts = self._comparable(parts, counts=len(acts) == 1)
        else:
            parts = [self._number(part, counts=False) for part in parts]
        return _joined(node, and_, [*zip(acts, parts, parts[1:], strict=False)])

    def _in_a_row(self, node: exp.Expr) -> Iterator[exp.Expr]:
        """Yield what is compared, and between two of them the comparison."""
        if type(node) not in _COMPARISONS:
            yield node
            return
        yield from self._in_a_row(node.this)
        yield node
        yield from self._in_a_row(node.expression)

    def _comparable(self, parts: Sequence[Parsed], *, counts: bool) -> list[Parsed]:
        """The parts of a comparison as conditions, texts or numbers, all of one kind."""
        known = [text for part in parts if not part.constant for text in part.texts]
        for part in parts:
            if known and part.constant and part.texts and part.texts[0] not in known:
                raise unknown("text", part.texts[0], known, where=self.where)
        kinds = {part.kind for part in parts}
        if len(kinds) == 1 and kinds <= {Kind.TRUTH, Kind.TEXT}:
            return list(parts)
        return [self._number(part, counts=counts) for part in parts]

    def _chosen(self, node: exp.Case | exp.If) -> Parsed:
        """The value after the first condition that holds."""
        pairs = node.args["ifs"] if isinstance(node, exp.Case) else [node]
        otherwise = node.args.get("default" if isinstance(node, exp.Case) else "false")
        conditions = [self._condition(pair.this) for pair in pairs]
        nodes = [pair.args["true"] for pair in pairs]
        values = [self._read(value) for value in (*nodes, otherwise) if value]
        if {part.kind for part in values} != {Kind.TRUTH}:
            values = [self._number(part) for part in values]
        return chosen(words_of(node), conditions, values)

    def _applied(self, node: exp.Expr) -> Parsed:
        """A function or an operation of numbers."""
        nodes = list(node.iter_expressions())
        name = _OPERATIONS.get(type(node), "")
        if isinstance(node, exp.Anonymous):
            name = node.name.upper()
        elif isinstance(node, exp.Func) and not name:
            name = node.sql_name()
        if name not in FUNCTIONS:
            raise self._unexpected(node, name)
        parts = [self._number(self._read(part)) for part in nodes]
        least = FUNCTIONS[name].least
        most = FUNCTIONS[name].most
        if not least <= len(parts) <= most:
            cure = f"give it {least}" if least == most else f"give it {least} to {most}"
            raise self.wrong(f"{name} of {len(parts)}", cure)
        if name in ("/", "DIV", "MOD") and parts[-1].number.constant == 0:
            what = f"{shown(words_of(node))} divides by zero"
            raise UserError(what, where=self.where, cure="divide by what is not zero")
        try:
            return applied(name, words_of(node), parts)
        except ValueError:
            what = f"{shown(words_of(node))} is not a power that is computed"
            cure = f"write a whole exponent, 0 to {MOST_POWER}"
            raise UserError(what, where=self.where, cure=cure) from None

    def _unexpected(self, node: exp.Expr, name: str) -> UserError:
        if isinstance(node, exp.Alias):
            what = f"{shown(node.alias)} is not expected"
            return self.wrong(what, "join conditions by AND or OR")
        if isinstance(node, exp.ArrayOverlaps | exp.DPipe):
            sign = "||" if isinstance(node, exp.DPipe) else "&&"
            return self.wrong(f"'{sign}' is not expected", "write AND or OR")
        if not name:
            return self.wrong(f"{shown(words_of(node))} is not expected")
        names = ", ".join(sorted((*NAMED, "IF")))
        cure = f"use columns, comparisons, arithmetic and {names}"
        what = f"{name} is not a function of one game"
        return UserError(what, where=self.where, cure=cure)

    def _literal(self, word: str) -> Parsed:
        """A number as it is written."""
        try:
            exact = Decimal(word)
            size = float(word)
        except (ValueError, InvalidOperation):
            what = f"{shown(word)} is not a number"
            raise self.wrong(what, "write it as 1000 or 1e3") from None
        if math.isinf(size) or bool(exact) != bool(size):
            raise self.wrong(f"{shown(word)} is too {'large' if size else 'small'}")
        return of_constant(Fraction(exact), word)

    def _column(self, name: str) -> Parsed:
        if name not in self.columns:
            raise unknown(
                "column", name, self.columns, where=self.where, more=self.more
            )
        return self.columns[name]

    def _condition(self, node: exp.Expr) -> Parsed:
        """A node that must be a condition."""
        part = self._read(node)
        if part.kind is not Kind.TRUTH:
            words = shown(part.words)
            such_as = f"{words} > 0".replace("'", "")
            what = f"{words} is {part.kind.value}, not a condition"
            cure = f"compare it with something, such as {such_as}"
            raise UserError(what, where=self.where, cure=cure)
        return part

    def _number(self, part: Parsed, *, counts: bool = True) -> Parsed:
        """A number; a condition is 0 or 1 where it ``counts`` as one."""
        if part.kind is Kind.TEXT and part.constant:
            what = f"the text {part.words} is compared with numbers"
            raise UserError(what, where=self.where, cure="leave out the quotes")
        if part.kind is Kind.TEXT:
            texts = ", ".join(map(repr, part.texts))
            what = f"{shown(part.words)} is a text, not a number"
            cure = f"compare it by = or <> with one of {texts}"
            raise UserError(what, where=self.where, cure=cure)
        if part.kind is Kind.TRUTH and not counts:
            what = f"{shown(part.words)} is a condition, not a number"
            raise UserError(what, where=self.where, cure="join conditions by AND or OR")
        return as_number(part)


_NESTING = (exp.Anonymous, exp.Case, exp.Div, exp.If, exp.Mod)
"""What needs its values more than once, besides the functions that sqlglot knows."""


def _nested(node: exp.Expr) -> int:
    """How many functions, divisions and choices lie inside each other."""
    inner = max((_nested(part) for part in node.iter_expressions()), default=0)
    is_function = isinstance(node, exp.Func) and not isinstance(node, exp.Connector)
    return inner + (is_function or isinstance(node, _NESTING))


def _joined(
    node: exp.Expr,
    joint: Callable[[Any, Any], Any],
    pairs: Sequence[tuple[Callable[[Any, Any], Any], Parsed, Parsed]],
) -> Parsed:
    """Comparisons of two parts each, joined by AND or by OR."""
    parts = [part for _, *both in pairs for part in both]
    value = reduce(joint, [compared(*pair) for pair in pairs])
    return condition_of(words_of(node), parts, value)
