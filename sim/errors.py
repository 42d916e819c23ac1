"""The one kind of error that a user can cause.

It is reported in one line: what is wrong, where, and what would be right.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import date, time
from difflib import get_close_matches


class UserError(ValueError):
    """A mistake in the user's input, with its place and its cure.

    Parameters
    ----------
    what
        What is wrong, as a clause without a full stop.
    where
        The place: a file with its line, a field, an option.
    cure
        What would be right.
    """

    def __init__(
        self, what: str, where: str | None = None, cure: str | None = None
    ) -> None:
        self.what = what
        self.where = where
        self.cure = cure
        super().__init__(what, where, cure)

    def __str__(self) -> str:
        place = f"{' '.join(self.where.splitlines())}: " if self.where else ""
        cure = f"; {self.cure}" if self.cure else ""
        return f"{place}{self.what}{cure}"

    def at(self, place: str) -> UserError:
        """The same error with an outer place before its own.

        Parameters
        ----------
        place
            The outer place.
        """
        where = place if self.where is None else f"{place}: {self.where}"
        return type(self)(self.what, where=where, cure=self.cure)


@contextmanager
def reported_at(place: str, *, within: bool = False) -> Iterator[None]:
    """Report mistakes at another place; ``within``: in front of their own.

    Parameters
    ----------
    place
        The place to report.
    within
        Whether it stands in front of their own place, not in its stead.
    """
    try:
        yield
    except UserError as error:
        raise (
            error.at(place)
            if within
            else UserError(error.what, where=place, cure=error.cure)
        ) from None


_write: ContextVar[Callable[[object], str]] = ContextVar("write", default=repr)


@contextmanager
def read_from_toml() -> Iterator[None]:
    """Quote values in messages as TOML writes them, not as Python does."""
    before = _write.set(_in_toml)
    try:
        yield
    finally:
        _write.reset(before)


def _in_toml(value: object) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case date() | time():
            return value.isoformat()
        case list() | tuple():
            return f"[{', '.join(map(_in_toml, value))}]"
        case dict():
            pairs = (f"{key} = {_in_toml(inner)}" for key, inner in value.items())
            return f"{{{', '.join(pairs)}}}"
    return repr(value)


def shown(value: object) -> str:
    """A value as a message quotes it, the middle of a long one left out.

    Parameters
    ----------
    value
        The value.
    """
    try:
        # An array's text has several lines.
        text = " ".join(map(str.strip, _write.get()(value).splitlines()))
    except ValueError:  # Python writes no number of more than 4,300 digits
        return "a number of thousands of digits"
    if len(text) <= _LONGEST:
        return text
    return f"{text[: _LONGEST // 2]} ... {text[-_LONGEST // 4 :]}"


_LONGEST = 80
"""The most characters of a value in a message."""

_NEAR = 0.65
"""How like a known name a misspelt one is, from 0 to 1: with less, words without a
common meaning are alike."""


def reason(error: BaseException) -> str:
    """The message of an error of another library, in one line.

    Parameters
    ----------
    error
        The error.
    """
    return " ".join(str(error).split())[:300] or type(error).__name__


def check_word(
    kind: str, name: object, known: Iterable[str], *, where: str | None = None
) -> str:
    """A name that is one of the known ones; with another an error, as :func:`unknown`.

    Parameters
    ----------
    kind
        What the name is one of: "policy".
    name
        What the user gave.
    known
        The names that there are.
    where
        The place to name in an error.

    Raises
    ------
    UserError
        If it is none of them.
    """
    words = tuple(known)
    if not isinstance(name, str) or name not in words:
        raise unknown(kind, name, words, where=where)
    return name


def unknown(
    kind: str,
    name: object,
    known: Iterable[object],
    *,
    where: str | None = None,
    more: Iterable[str] = (),
) -> UserError:
    """The error for an unknown name; it suggests the nearest known one.

    Of ``more`` names the nearest one is suggested too, but they are not listed.

    Parameters
    ----------
    kind
        What the name is one of: "policy".
    name
        What the user gave.
    known
        The names that there are.
    where
        The place to name in an error.
    more
        Names that are suggested too, but not listed.
    """
    words = [str(word) for word in known]
    every = [*words, *(word for word in more if word != name)]
    folded = {word.casefold(): word for word in reversed(every)}
    written = "" if name is None else str(name).casefold()
    near = get_close_matches(written, list(folded), n=1, cutoff=_NEAR)
    if near:
        cure = f"did you mean {folded[near[0]]!r}?"
    elif words:
        # A name with a comma or a space in it would run into the next one.
        quoted = any("," in word or " " in word for word in words)
        cure = "choose from " + ", ".join(map(repr, words) if quoted else words)
    else:
        cure = f"no {kind} is available"
    return UserError(f"unknown {kind} {shown(name)}", where=where, cure=cure)


_HARMFUL = re.compile(
    # Control characters, except tab and line feed, and the marks that change the
    # direction of writing.
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]"
)

REPLACEMENT = "\N{REPLACEMENT CHARACTER}"


def harmless(text: str) -> str:
    r"""A text without commands to a terminal.

    No escape in it clears the screen or forges a line.

    Parameters
    ----------
    text
        The text.
    """
    return _HARMFUL.sub(REPLACEMENT, text)
