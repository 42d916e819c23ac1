"""Places: where files lie.

A place is a path of this machine, or a URL such as ``s3://bucket/run``, which fsspec
knows.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias, Union
from urllib.parse import unquote

from sim.errors import UserError, reason, shown

if TYPE_CHECKING:
    from upath import UPath

Place: TypeAlias = Union[Path, "UPath"]
"""A path of this machine, or a place in another file system with the methods of one."""

_URL = re.compile(r"([a-zA-Z][a-zA-Z0-9+.-]*)(?:::.*)?://")
_CUT = re.compile(r"([a-zA-Z][a-zA-Z0-9+.-]+):/[^/]")


def place(where: str | Place) -> Place:
    """The place that a path or URL names, after finding its file system.

    Parameters
    ----------
    where
        The path or URL, or a place already.

    Raises
    ------
    UserError
        If it is none, or its file system is not known.
    """
    if hasattr(where, "fs"):  # it is one already, and elsewhere
        return where  # type: ignore[return-value]
    url = _URL.match(path_text(where))
    if url is None:
        return _local(Path(str(where)))
    if url[1].lower() == "file":
        path = Path(unquote(str(where).partition("://")[2]))
        if not path.is_absolute():
            raise UserError(
                "it names no file of this machine",
                where=str(where),
                cure=f"write file:///{path}",
            )
        return path
    return _remote(str(where), url[1])


def path_text(where: object) -> str:
    """The text of a path; what cannot be one is refused.

    Parameters
    ----------
    where
        The path.

    Raises
    ------
    UserError
        If it is none.
    """
    if not isinstance(where, str | os.PathLike):
        raise UserError(
            f"a path is text or a Path, not {type(where).__name__}", where=shown(where)
        )
    text = os.fspath(where)
    if not isinstance(text, str):
        raise UserError("a path is text or a Path, not bytes", where=shown(where))
    if "\0" in text or not text.strip():
        raise UserError(
            "a path is not empty and has no character of code 0", where=shown(text)
        )
    return text


def _local(path: Path) -> Path:
    """A path of this machine that other programs can open."""
    cut = _CUT.match(str(path))
    if cut and not path.exists():
        raise UserError(
            "URLs are texts, not paths",
            where=str(path),
            cure=f"give '{cut[1]}://…' as a text",
        )
    try:
        same = str(path).encode() == os.fsencode(path)
    except UnicodeEncodeError:
        same = False
    if not same:  # Parquet's readers take names in UTF-8 only
        raise UserError(
            "its path is not in UTF-8",
            where=str(path),
            cure="rename it, or choose another; PYTHONUTF8=1 helps if only the locale differs",
        )
    return path


def _remote(url: str, protocol: str) -> Place:
    """A place of another file system, which must be known and name a directory."""
    from fsspec import get_filesystem_class
    from upath import UPath

    try:
        get_filesystem_class(protocol)
    except (ImportError, ValueError) as error:
        why = reason(error).rstrip(".")
        cure = "pip install 'warlab[s3]'" if protocol == "s3" else None
        raise UserError(
            f"no such place is known: {why}", where=url, cure=cure
        ) from None
    if (
        not url.partition("://")[2].strip("/").partition("/")[2]
        and protocol != "memory"
    ):
        raise UserError(
            "it names no directory",
            where=url,
            cure=f"add one, as in {protocol}://bucket/run",
        )
    # Another process may write there, so what directories held is not remembered.
    return UPath(url, use_listings_cache=False)
