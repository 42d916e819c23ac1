"""Documents in parts: their chapters, first sentences and plain text, as the site shows them."""

import re
from dataclasses import dataclass

_COMMENT = re.compile(r"^ *<!--.*?--> *\n", re.DOTALL | re.MULTILINE)
_INLINE_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_FENCE = re.compile(r"^(```.*?^```$)", re.DOTALL | re.MULTILINE)
_PROSE = re.compile(r"(\*\*?(?=\S))?[\w`\[\"'“]")
_SENTENCE = re.compile(r"(.+?[.?!])(?=\s+[A-Z0-9`*]|$)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Chapter:
    """A part of a document under a heading of the second level.

    It has a title, and its Markdown without the heading.
    """

    title: str
    text: str

    @property
    def place(self) -> str:
        """The place of the heading."""
        return place(self.title)

    @property
    def commands(self) -> tuple[str, ...]:
        """The commands in a document: the lines of all listings for a shell."""
        blocks = re.findall(r"^```sh\n(.*?)^```$", self.text, re.DOTALL | re.MULTILINE)
        return tuple(line for block in blocks for line in block.splitlines() if line)


def chapters(text: str) -> tuple[str, tuple[Chapter, ...]]:
    """What precedes the first heading of the second level, title included, and the chapters.

    No line of a listing may look like a heading.
    """
    hidden = _FENCE.sub(lambda listing: listing[0].replace("\n#", "\n\0#"), text)
    lines = re.split(r"^## +(.+)$", hidden, flags=re.MULTILINE)
    parts = tuple(
        Chapter(_shown(title.strip()), _shown(part).strip())
        for title, part in zip(lines[1::2], lines[2::2], strict=True)
    )
    return _shown(lines[0]).strip(), parts


def first_sentence(text: str) -> str:
    r"""The first sentence of Markdown, as plain text."""
    whole = plain(" ".join(first_paragraph(text).split()))
    sentence = _SENTENCE.match(whole)
    return sentence[1] if sentence else whole


def first_paragraph(text: str) -> str:
    """The first paragraph of Markdown that is prose.

    Headings, lists and tables are passed over.
    """
    parts = re.split(r"\n\s*\n", without_comments(text).strip())
    return next((part for part in parts if _PROSE.match(part)), "")


def plain(text: str) -> str:
    """A line of Markdown without its marks."""
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", _INLINE_COMMENT.sub("", text))
    text = re.sub(r"`([^`]*)`", r"\1", text)
    return re.sub(r"(\*\*|\*)(\S(?:.*?\S)?)\1", r"\2", text).replace("\\", "").strip()


def summary(text: str) -> str:
    """What sets a game apart, without the names of commands and of Python in it."""
    return plain(re.sub(r" \(`[^`]*`\)|: `.*", "", text))


def place(heading: str) -> str:
    """The place of a heading.

    It is what follows the ``#`` of a link to it, as on GitHub.
    """
    return re.sub(r"[^\w\- ]", "", plain(heading).lower()).strip().replace(" ", "-")


def without_comments(text: str) -> str:
    """Markdown without its comments; code keeps them."""
    parts = _FENCE.split(text)
    for number in range(0, len(parts), 2):
        parts[number] = _INLINE_COMMENT.sub("", _COMMENT.sub("", parts[number]))
    return "".join(parts)


def _shown(text: str) -> str:
    return text.replace("\0", "")
