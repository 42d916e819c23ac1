"""Prose of the documentation as HTML, with its links led into the site."""

import posixpath
import re
from collections.abc import Sequence
from html import escape
from typing import Any
from urllib.parse import urlsplit

from markdown_it import MarkdownIt

_INTERVAL = re.compile(r"(<td class=\"number\">[^<(]+) \(([^<()]+)\)</td>")
"""A cell with a number and its interval, which go below each other."""

_EMPTY = re.compile(r"<th([^>]*)></th>")


def convert(text: str, name: str, *, html: bool = False) -> str:
    """Markdown as HTML.

    Parameters
    ----------
    text
        The Markdown, without headings.
    name
        The document that it comes from, which its links start from.
    html
        Whether tags in it are tags; otherwise they are text.
    """
    parser = MarkdownIt("commonmark", {"html": html}).enable("table")
    parser.add_render_rule("fence", _listing)
    parser.add_render_rule("table_open", _table)
    parser.add_render_rule("table_close", lambda *_: "</table>\n</div>\n")
    tokens = parser.parse(text)
    for token in tokens:
        if token.attrs.pop("style", "") == "text-align:right":
            token.attrSet("class", "number")
        for child in token.children or ():
            if child.type == "link_open":
                child.attrs["href"] = leads(name, str(child.attrs["href"]))
    made = parser.renderer.render(tokens, parser.options, {})
    made = _INTERVAL.sub(r'\1<span class="interval">\2</span></td>', made)
    return _EMPTY.sub(r"<td\1></td>", made)


def leads(name: str, link: str) -> str:
    """The address in the site for a link of a document.

    >>> leads("questions.md", "casino-war.md#odds")
    '@/docs/casino-war.html#odds'
    >>> leads("statistics.md", "questions.md#how-long-does-it-last")
    '@/questions/how-long-does-it-last.html'
    """
    parts = urlsplit(link)
    if parts.scheme or not parts.path or link.startswith("@/"):
        return link
    target = posixpath.normpath(posixpath.join(posixpath.dirname(name), parts.path))
    if target == "questions.md" and parts.fragment:
        return f"@/questions/{parts.fragment}.html"
    place = f"#{parts.fragment}" if parts.fragment else ""
    return f"@/docs/{target.removesuffix('.md')}.html{place}"


def _listing(_: object, tokens: Sequence[Any], at: int, *rest: object) -> str:
    text = escape(tokens[at].content.rstrip())
    return f'<pre tabindex="0"><code>{text}</code></pre>\n'


def _table(_: object, tokens: Sequence[Any], at: int, *rest: object) -> str:
    number = sum(token.type == "table_open" for token in tokens[: at + 1])
    region = f'role="region" tabindex="0" aria-label="Table {number}"'
    return f'<div class="scroll over" {region}>\n<table>\n'
