"""The search: an index of all pages, made when the site is, and the page that shows what was found."""

import json
import re
from collections.abc import Iterable
from html.parser import HTMLParser

from docs.site.page import Asset, Page, Part, asset
from docs.site.templates import render

INDEX = "data/search.js"
"""The file of the index."""

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")


def part(parts: Iterable[Part]) -> Part:
    """Return the page of the search, and the index of the pages of all other parts."""
    # The index is a list of pages: path, title, description, the headings with their places, and all further
    # words.
    pages = [page for other in parts for page in other.pages]
    index = []
    for page in pages:
        read = _Reader()
        read.feed(page.body)
        rest = words(" ".join([*read.text, page.words])) - words(
            f"{page.title} {page.description}"
        )
        index.append(
            [
                page.path,
                page.title,
                page.description,
                read.headings,
                " ".join(sorted(rest)),
            ]
        )
    content = f'warlab.data("{INDEX}", {json.dumps(index, ensure_ascii=False, separators=(",", ":"))});\n'
    body = render("pages/search.html.j2")
    about = "Every page of this site, found by its words."
    return Part(
        (Page("search/", "Search", about, body, "", words="find"),),
        (Asset(INDEX, content.encode()), asset("search.js")),
    )


def words(text: str) -> set[str]:
    """Return the words of a text that can be searched for: letters and digits, in lower case, at least two."""
    return {
        word.lower().replace("’", "'") for word in _WORD.findall(text) if len(word) > 1
    }


class _Reader(HTMLParser):
    """Reads the text of a page, and its headings that can be linked to; drawings and listings of files are left out."""

    def __init__(self) -> None:
        super().__init__()
        self.text: list[str] = []
        self.headings: list[tuple[str, str]] = []
        self._place = ""
        self._heading: list[str] | None = None
        self._skipped = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("svg", "style", "script"):
            self._skipped += 1
        elif tag in ("h2", "h3"):
            self._heading = []
            self._place = dict(attrs).get("id") or ""

    def handle_endtag(self, tag: str) -> None:
        if tag in ("svg", "style", "script"):
            self._skipped -= 1
        elif tag in ("h2", "h3") and self._heading is not None:
            self.headings.append(
                (self._place, " ".join("".join(self._heading).split()))
            )
            self._heading = None

    def handle_data(self, data: str) -> None:
        if self._skipped:
            return
        if self._heading is not None:
            self._heading.append(data)
        self.text.append(data)
