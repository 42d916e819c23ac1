"""Expressions in the words of SQL: what they say, as types and as computations on the columns of games.

Their words are translated into an expression of Python, which Python's own parser reads; nothing is executed. What a
game does not have, such as a quotient by zero, is null.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import partial, reduce
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from sim.contract.columns import Column, Role
from sim.counts import series
from sim.errors import UserError, shown, unknown

if TYPE_CHECKING:
    import polars as pl

MOST_CHARACTERS = 2000
MOST_TERMS = 200
MOST_NESTED = MOST_TERMS + 20
"""Terms that are added up stand inside of each other."""


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


_TOKEN = re.compile(
    r"""\s*(?:(?P<comment>--|/\*|\#)|(?P<number>(?:\d[\d_]*(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?(?!\w))
    |(?P<text>'(?:[^']|'')*')|(?P<name>"[^"]*"|[^\W\d]\w*)|(?P<sign><=|>=|<>|!=|==|[-+*/%(),<>=]))""",
    re.VERBOSE,
)
_COMPARISONS: Mapping[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
}
_ARITHMETIC: Mapping[type[ast.operator], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.Mod: "MOD",
}
_IN_PYTHON = {"AND": "and", "OR": "or", "NOT": "not", "IN": "in", "=": "==", "<>": "!="}
_AFTER = {"CASE": ("WHEN",), "WHEN": ("THEN",), "THEN": ("WHEN", "ELSE", "END"), "ELSE": ("END",)}
"""The words of a CASE, each with those that can come next."""

_ENDS_A_SUM = ("AND", "OR", "WHEN", "THEN", "ELSE", "END", ")", ",", "")
_TRUTHS = ("TRUE", "FALSE")
_KEYWORDS = frozenset((*_IN_PYTHON, *_AFTER, *_TRUTHS, "BETWEEN", "END"))

_ARGUMENTS = {
    **dict.fromkeys(series.OF_ONE, (1, 1)),
    **dict.fromkeys(series.OF_TWO, (2, 2)),
    **dict.fromkeys(series.OF_MANY, (2, MOST_TERMS)),
    "IF": (3, 3),
}
"""The functions that an expression can use, with how many values they take at least and at most."""


def names_in(text: str) -> set[str]:
    """Return the words of an expression that are neither functions, nor keywords, nor in quotes."""
    tokens = [(match.lastgroup, match[match.lastgroup or 0]) for match in _TOKEN.finditer(text)]
    return {
        word.strip('"')
        for place, (kind, word) in enumerate(tokens)
        if kind == "name"
        and word.upper() not in _KEYWORDS
        and ("sign", "(") not in tokens[place + 1 : place + 2]
    }


def parsed(text: str, columns: Mapping[str, Column], where: str) -> Parsed:
    """Return an expression over some columns; what says nothing is refused with its place."""
    if not text.strip():
        cure = "write a condition, such as rounds > 500"
        raise UserError("the expression is empty", where=where, cure=cure)
    if len(text) > MOST_CHARACTERS:
        what = f"an expression of {len(text):,} characters"
        raise UserError(what, where=where, cure=f"write at most {MOST_CHARACTERS:,}")
    try:
        whole = _Reader(text, columns, where).whole()
    except (RecursionError, MemoryError):
        raise UserError(f"{shown(text)} is too deeply nested", where=where, cure="write it shorter") from None
    if whole.constant:
        cure = f"choose from {', '.join(columns)}"
        raise UserError(f"{text!r} names no column", where=where, cure=cure)
    return whole


def condition(text: str, columns: Mapping[str, Column], where: str, such_as: str) -> Parsed:
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
        self.tokens = self._split()
        self.depth = 0
        self.starts: list[int] = []  # where each token stands in the expression of Python

    def whole(self) -> Parsed:
        """Return the whole text as one expression."""
        translated = self._translated()
        try:
            tree = ast.parse(translated, mode="eval").body
        except SyntaxError as error:
            # Of a span of words, the last one does not fit.
            raise self._unexpected(
                self._token_at(max(error.end_offset or 0, error.offset or 1) - 1)
            ) from None
        return self._read(tree)

    # Words.

    def _split(self) -> list[tuple[str, str, int]]:
        """Return the words with their kinds and places."""
        tokens: list[tuple[str, str, int]] = []
        at, end = 0, len(self.text.rstrip())
        while at < end:
            match = _TOKEN.match(self.text, at)
            if match is None:
                rest = self.text[at:].lstrip()
                raise self._wrong(f"{shown(rest.split()[0][:20])} cannot be read", len(self.text) - len(rest))
            kind = str(match.lastgroup)
            if kind == "comment":
                raise self._wrong("a comment", match.start(kind), "leave it out")
            tokens.append((kind, match[kind], match.start(kind)))
            at = match.end()
        terms = sum(kind != "sign" for kind, _, _ in tokens)
        if terms > MOST_TERMS:
            what = f"an expression of {terms:,} terms"
            raise UserError(what, where=self.where, cure=f"write at most {MOST_TERMS}")
        return tokens

    def _translated(self) -> str:
        """Return the expression in Python, in which every name, number and text is a name with its number."""
        # BETWEEN becomes a list of its ends and CASE a call; both end where their last word does.
        python, open_words = "", ["("]
        for place, (kind, written, _) in enumerate((*self.tokens, ("sign", "", 0))):
            word = written.upper() if kind in ("name", "sign") else ""
            if open_words[-1] == "AND" and word in _ENDS_A_SUM and kind != "number" and kind != "text":
                python += "] "
                open_words.pop()
            if place == len(self.tokens):
                break
            self.starts.append(len(python))
            python += self._in_python(place, word, open_words) + " "
        return python

    def _in_python(self, place: int, word: str, open_words: list[str]) -> str:
        """Return a word in Python, and note what it opens or closes."""
        last = open_words[-1]
        if word in ("CASE", "BETWEEN", "("):
            open_words.append(word)
            return {"CASE": f"n{place} (", "BETWEEN": "in ["}.get(word, word)
        if word in ("WHEN", "THEN", "ELSE", "END"):
            if word not in _AFTER.get(last, ()):
                raise self._unexpected(place)
            open_words[-1] = word
            if word == "END":
                open_words.pop()
            return ")" if word == "END" else "" if last == "CASE" else ","
        if word == "AND" and last == "BETWEEN":
            open_words[-1] = word
            return ","
        if word == "," and last in _AFTER:
            raise self._unexpected(place)
        if word == ")" and len(open_words) > 1:
            open_words.pop()
        if word in _IN_PYTHON:
            return _IN_PYTHON[word]
        return word if self.tokens[place][0] == "sign" else f"n{place}"

    def _token_at(self, column: int) -> int:
        """Return the place of the word that stands at a column of the expression in Python."""
        return max(sum(start <= column for start in self.starts) - 1, 0)

    def _words(self, node: ast.expr) -> str:
        """Return what was written for a part of the expression."""
        _, _, start = self.tokens[self._token_at(node.col_offset)]
        _, word, last = self.tokens[self._token_at((node.end_col_offset or 1) - 1)]
        return self.text[start : last + len(word)]

    def _unexpected(self, place: int) -> UserError:
        kind, word, start = self.tokens[place]
        term = kind != "sign" and place and self.tokens[place - 1][0] in ("number", "text", "name")
        cure = "join conditions by AND or OR" if term else None
        if place == len(self.tokens) - 1 and (kind == "sign" or word.upper() in _KEYWORDS):
            cure = "something is missing there"
        return self._wrong(f"{shown(word)} is not expected", start, cure)

    def _wrong(self, what: str, start: int, cure: str | None = None) -> UserError:
        what = f"{shown(self.text)} is not a valid expression: {what} at character {start + 1}"
        return UserError(what, where=self.where, cure=cure)

    # Meanings.

    def _read(self, node: ast.expr) -> Parsed:
        self.depth += 1
        if self.depth > MOST_NESTED:
            raise RecursionError
        part = self._part(node)
        self.depth -= 1
        return part

    def _part(self, node: ast.expr) -> Parsed:
        match node:
            case ast.BoolOp():
                joint = operator.and_ if isinstance(node.op, ast.And) else operator.or_
                parts = [self._truth(self._read(part)) for part in node.values]
                return self._made(Kind.TRUTH, node, lambda *own: reduce(joint, own), *parts)
            case ast.UnaryOp(op=ast.Not()):
                return self._made(Kind.TRUTH, node, operator.invert, self._truth(self._read(node.operand)))
            case ast.UnaryOp():
                number, negative = self._number(self._read(node.operand)), isinstance(node.op, ast.USub)
                return self._made(number.kind, node, lambda own: -own if negative else own, number)
            case ast.BinOp() if type(node.op) in _ARITHMETIC:
                parts = [self._read(node.left), self._read(node.right)]
                return self._applied(_ARITHMETIC[type(node.op)], node, parts)
            case ast.Compare():
                return self._compared(node)
            case ast.Call(func=ast.Name(id=name)):
                return self._called(node, int(name[1:]))
            case ast.Name():
                return self._term(*self.tokens[int(node.id[1:])])
        raise self._unexpected(self._token_at(node.col_offset))

    def _compared(self, node: ast.Compare) -> Parsed:
        """Return comparisons, those in a row as ``a < b AND b < c``; BETWEEN is one of them."""
        acts: Sequence[Callable[[Any, Any], Any]]
        others, negated = node.comparators, False
        if len(node.ops) == 1 and isinstance(node.ops[0], ast.In | ast.NotIn):
            negated, listed = isinstance(node.ops[0], ast.NotIn), isinstance(others[0], ast.List)
            others = others[0].elts if isinstance(others[0], ast.List | ast.Tuple) else others
            parts = [self._read(part) for part in (node.left, *others)]
            if listed:
                parts, acts = [parts[1], parts[0], parts[2]], (operator.le, operator.le)
            else:
                acts = (operator.eq,) * len(others)
        else:
            listed = True
            acts = [_COMPARISONS[type(op)] for op in node.ops if type(op) in _COMPARISONS]
            parts = [self._read(part) for part in (node.left, *others)]
        if len(acts) < len(parts) - 1:
            raise self._unexpected(self._token_at(node.col_offset))
        equal = all(act in (operator.eq, operator.ne) for act in acts) and (len(acts) == 1 or not listed)
        if not (equal and self._same(parts)):
            # A condition is a number where it is counted: as 0 or 1 beside a single =, and in arithmetic.
            parts = [self._number(part, counted=equal and len(acts) == 1) for part in parts]

        def compare(*own: pl.Series) -> Any:
            pairs = pairwise(own) if listed else ((own[0], other) for other in own[1:])
            held = [act(*pair) for act, pair in zip(acts, pairs, strict=True)]
            result = reduce(operator.and_ if listed else operator.or_, held)
            return ~result if negated else result

        return self._made(Kind.TRUTH, node, compare, *parts)

    def _same(self, parts: Sequence[Parsed]) -> bool:
        """Return whether all are conditions or all are texts; a text that a column cannot be is refused."""
        known = [text for part in parts if not part.constant for text in part.texts]
        for part in parts:
            if known and part.constant and part.texts and part.texts[0] not in known:
                raise unknown("text", part.texts[0], known, where=self.where)
        kinds = {part.kind for part in parts}
        return len(kinds) == 1 and kinds <= {Kind.TRUTH, Kind.TEXT}

    def _called(self, node: ast.Call, place: int) -> Parsed:
        _, word, start = self.tokens[place]
        name, parts = word.upper(), [self._read(part) for part in node.args]
        if name == "CASE":
            return self._chosen(node, parts[: len(parts) - len(parts) % 2], parts[len(parts) & ~1 :])
        if name not in _ARGUMENTS:
            cure = f"use columns, comparisons, arithmetic and {', '.join(sorted(_ARGUMENTS))}"
            raise UserError(f"{word} is not a function of one game", where=self.where, cure=cure)
        least, most = _ARGUMENTS[name]
        if not least <= len(parts) <= most:
            raise self._wrong(
                f"{name} of {len(parts)}", start, f"give it {least}{' or more' * (least < most)}"
            )
        return self._chosen(node, parts[:2], parts[2:]) if name == "IF" else self._applied(name, node, parts)

    def _chosen(self, node: ast.Call, pairs: Sequence[Parsed], otherwise: Sequence[Parsed]) -> Parsed:
        """Return the value after the first condition that holds, from conditions and values in turn."""
        conditions, results = [self._truth(part) for part in pairs[::2]], [*pairs[1::2], *otherwise]
        if {part.kind for part in results} != {Kind.TRUTH}:
            results = [self._number(part) for part in results]
        kinds = {part.kind for part in results}
        kind = kinds.pop() if len(kinds) == 1 else Kind.NUMBER
        return self._made(
            kind, node, partial(series.first_that_holds, len(conditions)), *conditions, *results
        )

    def _applied(self, name: str, node: ast.expr, parts: Sequence[Parsed]) -> Parsed:
        """Return a function or an operation of numbers."""
        import polars as pl

        numbers = [self._number(part) for part in parts]
        divisor = numbers[-1]
        if (
            name in ("/", "DIV", "MOD")
            and divisor.constant
            and not divisor.values(pl.DataFrame({"": [0]}))[0]
        ):
            cure = "divide by what is not zero"
            raise UserError(f"{shown(self._words(node))} divides by zero", where=self.where, cure=cure)
        whole = all(part.kind is Kind.WHOLE for part in numbers) and name not in series.FRACTIONS
        kind = Kind.WHOLE if whole or name == "DIV" else Kind.NUMBER
        return self._made(kind, node, series.FUNCTIONS[name], *numbers)

    def _term(self, kind: str, word: str, start: int) -> Parsed:
        """Return a number, a text or a column."""
        if kind == "number":
            digits = word.replace("_", "")
            if digits.isdigit() and int(digits) < 2**63:
                return Parsed(Kind.WHOLE, series.constant(int(digits)), word, constant=True)
            return Parsed(Kind.NUMBER, series.constant(float(digits)), word, constant=True)
        if kind == "text":
            text = word[1:-1].replace("''", "'")
            return Parsed(Kind.TEXT, series.constant(text), word, constant=True, texts=(text,))
        if word.upper() in _TRUTHS:
            return Parsed(Kind.TRUTH, series.constant(word.upper() == "TRUE"), word, constant=True)
        name = word.strip('"')
        if name not in self.columns:
            raise unknown("column", name, self.columns, where=self.where)
        column = self.columns[name]
        if column.categories:
            return Parsed(Kind.TEXT, lambda rows: rows[name].cast(str), word, texts=tuple(column.categories))
        whole = column.per == 1 and not column.dtype.startswith("float")
        own = Kind.TRUTH if column.role is Role.FLAG else Kind.WHOLE if whole else Kind.NUMBER
        return Parsed(own, lambda rows: rows[name], word)

    def _truth(self, part: Parsed) -> Parsed:
        if part.kind is not Kind.TRUTH:
            cure = f"compare it with something, such as {shown(part.words)} > 0".replace("'", "")
            what = f"{shown(part.words)} is {part.kind.value}, not a condition"
            raise UserError(what, where=self.where, cure=cure)
        return part

    def _number(self, part: Parsed, *, counted: bool = True) -> Parsed:
        """Return a number; a condition is 0 or 1 where it is counted."""
        if part.kind is Kind.TEXT and part.constant:
            what = f"the text {part.words} is compared with numbers"
            raise UserError(what, where=self.where, cure="leave out the quotes")
        if part.kind is Kind.TEXT:
            cure = f"compare it by = or <> with one of {', '.join(map(repr, part.texts))}"
            raise UserError(f"{shown(part.words)} is a text, not a number", where=self.where, cure=cure)
        if part.kind is Kind.TRUTH and not counted:
            what = f"{shown(part.words)} is a condition, not a number"
            raise UserError(what, where=self.where, cure="join conditions by AND or OR")
        if part.kind is Kind.TRUTH:
            return replace(part, kind=Kind.WHOLE, values=lambda rows: series.whole(part.values(rows)))
        return part

    def _made(self, kind: Kind, node: ast.expr, act: Callable[..., Any], *parts: Parsed) -> Parsed:
        """Return what a function makes of parts."""

        def values(rows: pl.DataFrame) -> Any:
            return act(*[part.values(rows) for part in parts])

        return Parsed(kind, values, self._words(node), all(part.constant for part in parts))
