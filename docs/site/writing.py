"""Writing of the site: the whole directory is replaced at once."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
from pathlib import Path

from docs.site.page import Part, together
from docs.site.shell import assets, document, missing
from sim.errors import UserError
from sim.storage.files import cannot, make_directory

LIST = "site.json"
"""The list of the files of a site with their sizes; a directory that has it may be replaced by a newer site."""

MOST_BYTES = 25_000_000
"""The largest size of a whole site."""


def render_site(*parts: Part, address: str = "") -> dict[str, bytes]:
    """Return the files of a site, by their path."""
    whole = together([*parts, Part((), assets())])
    paths = frozenset(page.path for page in whole.pages)
    pages = (*whole.pages, missing(paths))
    files = {page.file: document(page, paths, address).encode() for page in pages}
    files |= {file.path: file.content for file in whole.assets}
    size = sum(map(len, files.values()))
    if size > MOST_BYTES:
        raise ValueError(f"the site has {size:,} bytes, more than {MOST_BYTES:,}")
    sizes = {name: len(files[name]) for name in sorted(files)}
    files[LIST] = (
        json.dumps({"made by": "warlab", "files": sizes}, indent=1) + "\n"
    ).encode()
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
            "a site needs a directory of its own",
            where=str(out),
            cure="name a new one, such as site",
        )
    try:
        if out.is_dir() and any(out.iterdir()) and not (out / LIST).is_file():
            raise UserError(
                "this directory has other contents",
                where=str(out),
                cure="choose an empty one, or a new name",
            )
        if out.exists() and not out.is_dir():
            raise UserError(
                "it is not a directory", where=str(out), cure="choose another name"
            )
    except OSError as error:
        raise cannot("read", out, error) from None
