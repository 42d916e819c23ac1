"""Pages of prose: Markdown as HTML, with places to link to, code in colours, and links that stay in the site."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

Where = Callable[[str], str | None]
"""The address in the site for a link of a document, such as ``@/docs/statistics/#levels``; None if it leads nowhere."""

_COMMENT = re.compile(r"^ *<!--.*?--> *\n", re.DOTALL | re.MULTILINE)
_INLINE_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_FENCE = re.compile(r"^(```.*?^```$)", re.DOTALL | re.MULTILINE)
_NUMBER = re.compile(r'(<td style="text-align:right">)([^<(]+) \(([^<()]+)\)</td>')
"""A cell with a number and its interval: they go below each other, as in reports."""

_EMPTY = re.compile(r"<th([^>]*)></th>")

_PROSE = re.compile(r"(\*\*?(?=\S))?[\w`\[\"'“]")
_SENTENCE = re.compile(r"(.+?[.?!])(?=\s+[A-Z0-9`*]|$)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of a document: its level, its text, and its place."""

    level: int
    text: str
    place: str


@dataclass(frozen=True, slots=True)
class Prose:
    """A document as HTML.

    Attributes
    ----------
    html
        The document, its first heading included.
    headings
        All headings, the title first.
    """

    html: str
    headings: tuple[Heading, ...]


@dataclass(frozen=True, slots=True)
class Chapter:
    """A part of a document under a heading of the second level: its title and its Markdown, without the heading."""

    title: str
    text: str

    @property
    def place(self) -> str:
        """The place of the heading."""
        return place(self.title)

    @property
    def gist(self) -> str:
        """The first sentence, as plain text."""
        return first_sentence(self.text)

    @property
    def commands(self) -> tuple[str, ...]:
        """What is to be typed: the lines of all listings for a shell."""
        blocks = re.findall(r"^```sh\n(.*?)^```$", self.text, re.DOTALL | re.MULTILINE)
        return tuple(line for block in blocks for line in block.splitlines() if line)


def convert(text: str, where: Where) -> Prose:
    """Return a document as HTML.

    Parameters
    ----------
    text
        The Markdown: CommonMark with tables.
    where
        What its links become.
    """
    parser = _parser()
    tokens = parser.parse(without_comments(text))
    headings = _headings(tokens)
    _lead_links(tokens, where)
    made = parser.renderer.render(tokens, parser.options, {})
    made = _NUMBER.sub(r'\1\2<span class="interval">\3</span></td>', made)
    return Prose(_EMPTY.sub(r"<td\1></td>", made), headings)


def chapters(text: str) -> tuple[str, tuple[Chapter, ...]]:
    """Return what precedes the first heading of the second level, title included, and the chapters."""
    lines = re.split(r"^## +(.+)$", _hidden(text), flags=re.MULTILINE)
    found = tuple(
        Chapter(_shown(title.strip()), _shown(part).strip())
        for title, part in zip(lines[1::2], lines[2::2], strict=True)
    )
    return _shown(lines[0]).strip(), found


def title(text: str) -> str:
    """Return the title of a document: its first heading, as plain text."""
    found = re.search(r"^# +(.+)$", text, re.MULTILINE)
    return plain(found[1]) if found else ""


def first_sentence(text: str) -> str:
    r"""Return the first sentence of Markdown, as plain text.

    Examples
    --------
    >>> first_sentence("# War\n\nIt is **long**: 289.2 rounds, see [here](a.md). And so on.")
    'It is long: 289.2 rounds, see here.'
    """
    whole = plain(" ".join(first_paragraph(text).split()))
    found = _SENTENCE.match(whole)
    return found[1] if found else whole


def first_paragraph(text: str) -> str:
    """Return the first paragraph of Markdown that is prose; headings, lists and tables are passed over."""
    parts = re.split(r"\n\s*\n", without_comments(text).strip())
    return next((part for part in parts if _PROSE.match(part)), "")


def plain(text: str) -> str:
    """Return a line of Markdown without its marks.

    Examples
    --------
    >>> plain("the `pickup` of *War*, **see** [the rules](rules/war.md)")
    'the pickup of War, see the rules'
    """
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", _INLINE_COMMENT.sub("", text))
    text = re.sub(r"`([^`]*)`", r"\1", text)
    return re.sub(r"(\*\*|\*)(\S(?:.*?\S)?)\1", r"\2", text).replace("\\", "").strip()


def place(heading: str) -> str:
    """Return the place of a heading: what follows the ``#`` of a link to it, as on GitHub.

    Examples
    --------
    >>> place("What the `[answer]` says, and when")
    'what-the-answer-says-and-when'
    """
    return re.sub(r"[^\w\- ]", "", plain(heading).lower()).strip().replace(" ", "-")


def without_comments(text: str) -> str:
    """Return Markdown without its comments; code keeps them."""
    parts = _FENCE.split(text)
    for number in range(0, len(parts), 2):
        parts[number] = _INLINE_COMMENT.sub("", _COMMENT.sub("", parts[number]))
    return "".join(parts)


def coloured(code: str, language: str) -> str:
    """Return a listing as HTML: its tokens as spans with the classes of Pygments."""
    from pygments import highlight
    from pygments.formatters import HtmlFormatter
    from pygments.lexers import get_lexer_by_name
    from pygments.util import ClassNotFound

    try:
        lexer = get_lexer_by_name(language or "text", stripnl=False)
    except ClassNotFound:
        lexer = get_lexer_by_name("text", stripnl=False)
    shown: str = highlight(code, lexer, HtmlFormatter(nowrap=True))
    return f'<pre tabindex="0"><code>{shown.rstrip()}</code></pre>\n'


def _hidden(text: str) -> str:
    """Return Markdown in which no line of a listing looks like a heading."""
    return _FENCE.sub(lambda found: found[0].replace("\n#", "\n\0#"), text)


def _shown(text: str) -> str:
    return text.replace("\0", "")


def _parser() -> Any:
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"html": False, "typographer": False}).enable("table")
    parser.add_render_rule(
        "fence", lambda _, tokens, at, *rest: coloured(tokens[at].content, tokens[at].info.strip())
    )
    parser.add_render_rule("table_open", _open_table)
    parser.add_render_rule("table_close", lambda *_: "</table>\n</div>\n")
    return parser


def _open_table(_: object, tokens: Sequence[Any], at: int, *rest: object) -> str:
    number = sum(token.type == "table_open" for token in tokens[: at + 1])
    over = next((token.meta["text"] for token in reversed(tokens[:at]) if token.type == "heading_open"), "")
    name = f"Table {number}: {over}" if over else f"Table {number}"
    return f'<div class="scroll over" role="region" tabindex="0" aria-label="{escape(name)}">\n<table>\n'


def _headings(tokens: Sequence[Any]) -> tuple[Heading, ...]:
    """Give every heading its place, and return them."""
    found: list[Heading] = []
    for token, inside in itertools.pairwise(tokens):
        if token.type != "heading_open":
            continue
        text = plain(inside.content)
        wanted = spot = place(inside.content)
        again = 0
        while any(spot == one.place for one in found):
            again += 1
            spot = f"{wanted}-{again}"
        token.attrSet("id", spot)
        token.meta["text"] = text
        found.append(Heading(int(token.tag[1]), text, spot))
    return tuple(found)


def _lead_links(tokens: Sequence[Any], where: Where) -> None:
    """Replace the addresses of links and pictures; a link that leads nowhere becomes text."""
    for token in tokens:
        kept = []
        open_links: list[bool] = []
        for child in token.children or ():
            if child.type == "link_open":
                address = where(child.attrs["href"])
                open_links.append(address is not None)
                if address is None:
                    continue
                child.attrs["href"] = address
            elif child.type == "link_close" and not open_links.pop():
                continue
            elif child.type == "image":
                child.attrs["src"] = where(child.attrs["src"]) or ""
            kept.append(child)
        if token.children:
            token.children = kept
