"""Texts as they can be printed: in plain letters, in lines, and all those of an answer changed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text


PLAIN = {
    **dict.fromkeys("–—−─‐", "-"),
    **dict.fromkeys("“”„", '"'),
    **dict.fromkeys("‘’", "'"),
    **dict.fromkeys("█▉▊▋▌", "#"),
    **dict.fromkeys("▍▎▏", " "),
    **dict(zip("▁▂▃▄▅▆▇", "..::++#", strict=True)),
    **dict(zip("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789", strict=True)),
    "•": "*",
    "·": "*",
    "×": "x",
    "≤": "<=",
    "≥": ">=",
    "…": "...",
    "→": "->",
    "\N{NO-BREAK SPACE}": " ",
}
"""The text that is printed for a character that a terminal or a file lacks."""


def in_plain_letters(error: UnicodeError) -> tuple[str, int]:
    """The handler of encoding errors: characters that look alike, else a question mark."""
    assert isinstance(error, UnicodeEncodeError)
    missing = error.object[error.start : error.end]
    return "".join(PLAIN.get(letter, "?") for letter in missing), error.end


_NO_BREAK = "\ue000"
"""A character for private use, in place of a space at which no line is broken."""


def wrapped(text: str, console: Console, width: int, style: str = "") -> Text:
    """A text in lines of a width, none of which begins with the "%" of a number.

    Parameters
    ----------
    text
        What is printed.
    console
        Where it is printed.
    width
        The columns of a line.
    style
        Its style in the console's words, such as ``"bold"``.
    """
    from rich.text import Text

    lines = Text(text.replace(" %", f"{_NO_BREAK}%"), style).wrap(console, width)
    for line in lines:
        line.plain = line.plain.replace(_NO_BREAK, " ").rstrip()
    return Text("\n").join(lines)


def with_texts(
    part: Any, change: Callable[[str], str], kept: tuple[type, ...] = ()
) -> Any:
    """A part of an answer with all its texts changed.

    Parameters
    ----------
    part
        An answer, or a part of one.
    change
        Returns a text as it should be.
    kept
        The kinds of parts that stay as they are.
    """
    if isinstance(part, str):
        return change(part)
    if isinstance(part, tuple):
        return tuple(with_texts(inner, change, kept) for inner in part)
    if isinstance(part, kept) or not is_dataclass(part):
        return part
    changed = {
        item.name: with_texts(getattr(part, item.name), change, kept)
        for item in fields(part)
    }
    return replace(part, **changed)  # type: ignore[type-var]  # an instance
