"""Places: where files lie.

A place is a path of this machine, or a URL such as ``s3://bucket/run``, which fsspec
knows.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias, Union

from sim.errors import UserError, reason, shown

if TYPE_CHECKING:
    from upath import UPath

Place: TypeAlias = Union[Path, "UPath"]
"""A path of this machine, or a place in another file system with the methods of one."""


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
    text = path_text(where)
    if "://" not in text:
        return Path(text)
    from upath import UPath

    try:
        # Another process may write there, so what directories held is not remembered.
        found = UPath(text, use_listings_cache=False)
    except (ImportError, ValueError) as error:
        why = reason(error).rstrip(".")
        cure = "pip install 'warlab[s3]'" if text.startswith("s3:") else None
        raise UserError(
            f"no such place is known: {why}", where=text, cure=cure
        ) from None
    return Path(found.path) if found.protocol == "file" else found


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
    text = os.fspath(where) if isinstance(where, str | os.PathLike) else where
    if not isinstance(text, str) or "\0" in text or not text.strip():
        raise UserError("it is not a path", where=shown(where))
    return text
