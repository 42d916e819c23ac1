"""Pages of prose: Markdown as HTML, with places to link to, code in colours, and links that stay in the site."""

import itertools
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from reports.documents import place, plain, without_comments

Where = Callable[[str], str | None]
"""The address in the site for a link of a document, such as ``@/docs/statistics/#levels``; None if it leads nowhere."""

_NUMBER = re.compile(r'(<td style="text-align:right">)([^<(]+) \(([^<()]+)\)</td>')
"""A cell with a number and its interval: they go below each other, as in reports."""

_EMPTY = re.compile(r"<th([^>]*)></th>")


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of a document: its level, its text, and its place."""

    level: int
    text: str
    place: str


@dataclass(frozen=True, slots=True)
class Prose:
    """A document as HTML."""

    html: str  # the document, its first heading included
    headings: tuple[Heading, ...]  # all headings, the title first


def convert(text: str, where: Where) -> Prose:
    """Return a document as HTML."""
    parser = _parser()
    tokens = parser.parse(without_comments(text))
    headings = _headings(tokens)
    _lead_links(tokens, where)
    made = parser.renderer.render(tokens, parser.options, {})
    made = _NUMBER.sub(r'\1\2<span class="interval">\3</span></td>', made)
    return Prose(_EMPTY.sub(r"<td\1></td>", made), headings)


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


def _parser() -> Any:
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"html": False, "typographer": False}).enable(
        "table"
    )
    for listing in ("fence", "code_block"):
        parser.add_render_rule(
            listing,
            lambda _, tokens, at, *rest: coloured(
                tokens[at].content, tokens[at].info.strip()
            ),
        )
    parser.add_render_rule("table_open", _open_table)
    parser.add_render_rule("table_close", lambda *_: "</table>\n</div>\n")
    return parser


def _open_table(_: object, tokens: Sequence[Any], at: int, *rest: object) -> str:
    number = sum(token.type == "table_open" for token in tokens[: at + 1])
    over = next(
        (
            token.meta["text"]
            for token in reversed(tokens[:at])
            if token.type == "heading_open"
        ),
        "",
    )
    name = f"Table {number}: {over}" if over else f"Table {number}"
    return f'<div class="scroll over" role="region" tabindex="0" aria-label="{escape(name)}">\n<table>\n'


def _headings(tokens: Sequence[Any]) -> tuple[Heading, ...]:
    """Give every heading its place, and return them."""
    headings: list[Heading] = []
    for token, inside in itertools.pairwise(tokens):
        if token.type != "heading_open":
            continue
        text = plain(inside.content)
        wanted = spot = place(inside.content)
        again = 0
        while any(spot == heading.place for heading in headings):
            again += 1
            spot = f"{wanted}-{again}"
        token.attrSet("id", spot)
        token.meta["text"] = text
        headings.append(Heading(int(token.tag[1]), text, spot))
    return tuple(headings)


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
