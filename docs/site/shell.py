"""The shell around every page: header, navigation, and links relative to the page."""

import html
import posixpath
import re
from collections.abc import Collection

from docs.site.page import Asset, Page, asset
from docs.site.templates import render
from reports.templating import colours, markup, source

LIVE = "live/"
"""The page of live play: no part of a site, but there where a server runs."""

SECTIONS = {
    "story": ("The story", "story/"),
    "questions": ("Questions", "questions/"),
    "rules": ("Your rules", "rules/yours/"),
    "casino": ("Casino", "casino/"),
    "games": ("Games", "games/"),
    "bids": ("What to bid", "bids/"),
    "docs": ("Docs", "docs/"),
    "live": ("Play live", LIVE),
}
"""The entries of the navigation with their pages, in this order; one whose page is not part of the site is left out."""

_LINK = re.compile(r'(?<=\s)(href|src|action)="@/([^"#?]*)([^"]*)"')


def assets() -> tuple[Asset, ...]:
    """Return what every page loads."""
    sheet = "\n".join(
        [
            colours(switched=True),
            source("templates/blocks.css"),
            source("viewer/assets/site.css"),
        ]
    )
    sections = Asset("assets/sections.js", source("templates/sections.js").encode())
    return (
        Asset("assets/site.css", sheet.encode()),
        asset("theme.js"),
        asset("site.js"),
        sections,
    )


def document(page: Page, pages: Collection[str], address: str = "") -> str:
    """Return a page as an HTML document, with relative links; those of its share card need the site's address."""
    entries = [
        (name, target, page.section == key)
        for key, (name, target) in SECTIONS.items()
        if target in pages or target == LIVE
    ]
    text = render(
        "pages/shell.html.j2",
        page=page,
        body=markup(page.body),
        entries=entries,
        live=LIVE,
        top=top(page.path),
        address=address,
        searched="search/" in pages,
    )
    return _LINK.sub(
        lambda link: f'{link[1]}="{relative(link[2], page.path)}{link[3]}"', text
    )


def missing(pages: Collection[str]) -> Page:
    """Return the page that a server sends where there is none: its links begin at the top of the server."""
    body = render("pages/missing.html.j2", searched="search/" in pages, live=LIVE)
    return Page(
        "404.html", "There is no such page", "Nothing is at this address.", body, ""
    )


def top(path: str) -> str:
    """Return the way from a page to the top of the site; a page that is sent for any address begins there."""
    return "/" if path.endswith(".html") else "../" * path.count("/")


def relative(target: str, path: str) -> str:
    """Return a link from the page at a path to another page or file, both from the top of the site."""
    # A page is named by its file: without a server, the link to a directory would open a list of files.
    file = html.unescape(target)
    if not file or file.endswith("/"):
        file += "index.html"
    return html.escape(
        f"/{file}" if path.endswith(".html") else posixpath.relpath(file, path or ".")
    )
