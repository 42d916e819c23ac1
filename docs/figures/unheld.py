"""Numbers in the texts that nothing holds to a run.

None may be left but those on a short list, ``free.toml``. Numbers in code, headings,
addresses, the heads of tables, the first cell of a row, which names it, the year of a
publication in brackets, and powers of ten and two are not looked at. The comments in
code are, since they say what comes out.
"""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from docs.figures.said import NUMBER, entries, words_of

LIST = Path(__file__).parent / "free.toml"

KINDS = {
    "level": "of an interval or a quantile",
    "rule": "of a game, or what the rules make of it without playing",
    "formula": "of statistics, or a definition",
    "size": "of a sample or a question, as it was chosen",
    "measured": "times and sizes on some machine",
    "software": "versions, addresses and the like",
    "name": "of a player, a thing or a power of ten",
    "published": "and in a test of the game, which names the source",
}
"""What a number can be that needs no run."""

_NUMBER = re.compile(rf"(?<![\w.,])(?<!\d[+−-]){NUMBER}(?:e-?\d+)?")
_FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
_COMMENT = re.compile(r"(?:^|(?<=\s))#\s.*$", re.MULTILINE)
_UNSEEN = (
    re.compile(r"^#.*$", re.MULTILINE),
    re.compile(r"^\|.*\|\n(?=\|[\s:|-]+\|$)", re.MULTILINE),
    re.compile(r"`[^`\n]*`"),
    re.compile(r"\]\([^)\s]*\)"),
    re.compile(r"^\|[^|\n]*\|", re.MULTILINE),
    re.compile(r"\b(?:19|20)\d\d(?=[;)])"),
    re.compile(r"\b(?:10|2)[⁰¹²³⁴-⁹]+"),
)


@dataclass(frozen=True, slots=True)
class Free:
    """Words of a page whose numbers need no run, and why.

    Attributes
    ----------
    page
        The document.
    kind
        Why: one of :data:`KINDS`.
    words
        The words, ``#`` for any number, such as a speed that is measured again now and
        then.
    """

    page: str
    kind: str
    words: str

    @property
    def pattern(self) -> re.Pattern[str]:
        """What finds the words: lines may be broken anywhere."""
        return words_of(self.words, NUMBER)


@cache
def free() -> tuple[Free, ...]:
    """Return the list."""
    listed = tomllib.loads(LIST.read_text(encoding="utf-8"))["free"]
    return tuple(
        Free(entry["page"], entry["kind"], words)
        for entry in listed
        for words in entry["words"]
    )


@dataclass(frozen=True, slots=True)
class PageNumber:
    """A number on a page.

    Attributes
    ----------
    number
        The number, as it is written.
    line, place
        The number of its line, and where in it the number begins.
    held
        Whether an entry of ``said.toml`` says what it is.
    free
        The words that say why it needs no run; None if nothing does.
    """

    number: str
    line: int
    place: int
    held: bool
    free: Free | None


def numbers_of(page: str, text: str) -> Iterator[PageNumber]:
    """Yield every number of a page that is looked at."""
    held = {
        place
        for said in entries()
        if said.page == page
        for words in said.pattern.finditer(text)
        for group in range(1, len(words.groups()) + 1)
        for place in range(*words.span(group))
    }
    excused = {
        place: excuse
        for excuse in free()
        if excuse.page == page
        for words in excuse.pattern.finditer(text)
        for place in range(*words.span())
    }
    for number in _NUMBER.finditer(_prose(text)):
        last = number.end() - 1
        line = text.count("\n", 0, last) + 1
        yield PageNumber(
            number[0], line, number.start(), last in held, excused.get(last)
        )


def unheld(page: str, text: str) -> list[str]:
    """A sentence for each number of a page that no entry holds and the list does not excuse."""
    return [
        f"{page}, line {number.line}: no entry of said.toml or free.toml has {number.number}"
        for number in numbers_of(page, text)
        if not number.held and number.free is None
    ]


def _prose(text: str) -> str:
    """Return a page with spaces in place of all that is not looked at."""
    text = _FENCE.sub(lambda fence: _comments(fence[0]), text)
    for unseen in _UNSEEN:
        text = unseen.sub(lambda words: _blank(words[0]), text)
    return text


def _comments(code: str) -> str:
    kept = ""
    end = 0
    for comment in _COMMENT.finditer(code):
        kept += _blank(code[end : comment.start()]) + " " + comment[0][1:]
        end = comment.end()
    return kept + _blank(code[end:])


def _blank(text: str) -> str:
    return re.sub(r"[^\n]", " ", text)
