"""Links of the site: what is wrong with them, since no page may lead nowhere or load anything from elsewhere."""

import posixpath
from html.parser import HTMLParser
from urllib.parse import unquote, urlsplit

DOCUMENTATION = "docs/"
"""What is written by another program into the same folder."""

_LOADED = {"src", "srcset", "data", "poster"}
"""The attributes whose addresses a browser loads by itself; so is ``href`` of a ``<link>``."""


def broken_links(files):
    """Return what is wrong with the links of a site, a sentence each."""
    pages = {
        name: Links(content.decode())
        for name, content in files.items()
        if name.endswith(".html")
    }
    wrong = []
    for name, page in pages.items():
        wrong += [
            f"{name}: the id {place} is there twice" for place in sorted(page.twice)
        ]
        for address, loaded in page.links:
            parts = urlsplit(address)
            if parts.scheme or parts.netloc:
                if loaded and parts.scheme != "data":
                    wrong.append(f"{name} would load {address}")
                continue
            target = (
                posixpath.normpath(posixpath.join(posixpath.dirname(name), parts.path))
                if parts.path
                else name
            )
            if target.startswith(DOCUMENTATION):
                continue
            if target not in files:
                wrong.append(f"{name} links to {address}, which is not there")
            elif (
                parts.fragment
                and "=" not in parts.fragment
                and target in pages
                and unquote(parts.fragment) not in pages[target].ids
            ):
                wrong.append(f"{name} links to {address}, which has no such place")
    return wrong


class Links(HTMLParser):
    """What a page links to, and what in it can be linked to."""

    def __init__(self, text):
        super().__init__()
        self.links = []  # each address, and whether a browser loads it by itself
        # the places in the page, and those that are not unique
        self.ids = set()
        self.twice = set()
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        """Take the links and the id of an element."""
        for key, value in attrs:
            if value is None:
                continue
            if key == "id":
                if value in self.ids:
                    self.twice.add(value)
                self.ids.add(value)
            elif key in ("href", "src", "action", "srcset", "poster") or (
                key == "data" and tag == "object"
            ):
                self.links.append(
                    (
                        value,
                        key in _LOADED or (key == "href" and tag not in ("a", "area")),
                    )
                )
