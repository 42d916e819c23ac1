"""Markup as a browser reads it: elements, texts and links, and what is wrong with the links of a site."""

import posixpath
from collections import Counter
from html.parser import HTMLParser
from urllib.parse import unquote, urlsplit

DOCUMENTATION = "docs/"
"""What is written by another program into the folder of the site."""

EMPTY = ("meta", "path", "line", "rect")
"""Elements that need no end."""

ADDRESSES = {"href", "src", "srcset", "action", "poster", "data"}
"""The attributes with an address."""


class Markup(HTMLParser):
    """Reads a whole text, and notes whether its elements close in order."""

    def __init__(self, text):
        super().__init__()
        self.tags = []
        self.texts = []
        self._open = []
        self.is_in_order = True
        self.feed(text)
        self.is_in_order &= self._open == []

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag not in EMPTY:
            self._open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        self.is_in_order &= self._open[-1:] == [tag]
        del self._open[-1:]

    def handle_data(self, data):
        self.texts.append(data)

    def count(self, tag):
        """Return how often an element occurs."""
        return sum(name == tag for name, _ in self.tags)

    @property
    def ids(self):
        """How often each place in the page is there."""
        return Counter(about["id"] for _, about in self.tags if "id" in about)

    @property
    def links(self):
        """Each address in the page, and whether a browser loads it by itself."""
        return [
            (about[key], tag not in ("a", "area", "form"))
            for tag, about in self.tags
            for key in ADDRESSES & about.keys()
        ]


def broken_links(files):
    """Return what is wrong with the links of a site, a sentence each: it may lead nowhere and load nothing."""
    pages = {
        name: Markup(content.decode())
        for name, content in files.items()
        if name.endswith(".html")
    }
    wrong = []
    for name, page in pages.items():
        wrong += [
            f"{name}: the id {place} is there twice"
            for place, times in page.ids.items()
            if times > 1
        ]
        for address, loaded in page.links:
            parts = urlsplit(address)
            path = posixpath.normpath(
                posixpath.join(posixpath.dirname(name), parts.path)
            )
            target = path if parts.path else name
            if parts.scheme or parts.netloc:
                if loaded and parts.scheme != "data":
                    wrong.append(f"{name} would load {address}")
            elif target.startswith(DOCUMENTATION):
                continue
            elif target not in files:
                wrong.append(f"{name} links to {address}, which is not there")
            elif (
                parts.fragment
                and "=" not in parts.fragment
                and target in pages
                and unquote(parts.fragment) not in pages[target].ids
            ):
                wrong.append(f"{name} links to {address}, which has no such place")
    return wrong
