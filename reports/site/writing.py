"""Writing of the site: its links are checked, then the whole directory is replaced at once."""

from __future__ import annotations

import contextlib
import json
import os
import posixpath
import shutil
from collections.abc import Mapping
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from reports.site.page import Part, together
from reports.site.shell import LIVE, assets, document, missing
from sim.errors import UserError
from sim.storage.files import cannot, make_directory

LIST = "site.json"
"""The list of the files of a site with their sizes; a directory that has it may be replaced by a newer site."""

MOST_BYTES = 25_000_000
"""The largest size of a whole site."""

_LOADED = {"src", "srcset", "data", "poster"}
"""The attributes whose addresses a browser loads by itself; so is ``href`` of a ``<link>``."""


def render_site(*parts: Part, address: str = "") -> dict[str, bytes]:
    """Return the files of a site, by their path, after checking its links."""
    whole = together([*parts, Part((), assets())])
    paths = frozenset(page.path for page in whole.pages)
    pages = (*whole.pages, missing(paths))
    files = {page.file: document(page, paths, address).encode() for page in pages}
    files |= {file.path: file.content for file in whole.assets}
    wrong = broken_links(files)
    if wrong:
        raise ValueError("; ".join(wrong))
    size = sum(map(len, files.values()))
    if size > MOST_BYTES:
        raise ValueError(f"the site has {size:,} bytes, more than {MOST_BYTES:,}")
    sizes = {name: len(files[name]) for name in sorted(files)}
    files[LIST] = (json.dumps({"made by": "warlab", "files": sizes}, indent=1) + "\n").encode()
    return files


def write_site(out: str | Path, *parts: Part, address: str = "") -> Path:
    """Write a site into a directory, whole or not at all; an older site there is replaced."""
    out = Path(out)
    check_place(out)
    files = render_site(*parts, address=address)
    make_directory(out.parent)
    fresh = out.with_name(f".{out.name}.{os.getpid()}.new")
    former = out.with_name(f".{out.name}.{os.getpid()}.old")
    try:
        for name, content in files.items():
            path = fresh / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        if out.exists():
            out.rename(former)
        fresh.rename(out)
    except OSError as error:
        raise cannot("write", out, error) from None
    finally:
        # If the new site did not get its place, the old one gets it back.
        if former.exists() and not out.exists():
            with contextlib.suppress(OSError):
                former.rename(out)
        for left in (fresh, former):
            shutil.rmtree(left, ignore_errors=True)
    return out / "index.html"


def check_place(out: str | Path) -> None:
    """Check that a site may be written into a directory: it does not exist, is empty, or has a site already."""
    out = Path(out)
    if not out.name or out.name == "..":
        raise UserError(
            "a site needs a directory of its own", where=str(out), cure="name a new one, such as site"
        )
    try:
        if out.is_dir() and any(out.iterdir()) and not (out / LIST).is_file():
            raise UserError(
                "this directory has other contents", where=str(out), cure="choose an empty one, or a new name"
            )
        if out.exists() and not out.is_dir():
            raise UserError("it is not a directory", where=str(out), cure="choose another name")
    except OSError as error:
        raise cannot("read", out, error) from None


def broken_links(files: Mapping[str, bytes]) -> list[str]:
    """Return what is wrong with the links of a site, a sentence each."""
    pages = {name: Links(content.decode()) for name, content in files.items() if name.endswith(".html")}
    wrong = []
    for name, page in pages.items():
        wrong += [f"{name}: the id {place} is there twice" for place in sorted(page.twice)]
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
            target = target.lstrip("/")
            if target not in files and target != f"{LIVE}index.html":
                wrong.append(f"{name} links to {address}, which is not there")
            elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].ids:
                wrong.append(f"{name} links to {address}, which has no such place")
    return wrong


class Links(HTMLParser):
    """What a page links to, and what in it can be linked to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[tuple[str, bool]] = []  # each address, and whether a browser loads it by itself
        # the places in the page, and those that are not unique
        self.ids: set[str] = set()
        self.twice: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take the links and the id of an element."""
        for key, value in attrs:
            if value is None:
                continue
            if key == "id":
                if value in self.ids:
                    self.twice.add(value)
                self.ids.add(value)
            elif key in ("href", "src", "action", "srcset", "poster") or (key == "data" and tag == "object"):
                self.links.append((value, key in _LOADED or (key == "href" and tag not in ("a", "area"))))
