"""Places: where the files of a run lie, a path of this machine or a URL such as ``s3://bucket/run``.

A :class:`Remote` has those methods of ``pathlib.Path`` that runs use, so the code that reads and writes runs does not
distinguish the two. What differs, writing and locking, is in :mod:`sim.files`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from typing import IO
from urllib.parse import unquote

from sim.errors import UserError
from sim.stores import Entry, Store, connect

_URL = re.compile(r"([a-zA-Z][a-zA-Z0-9+.-]*)(://|::)")
_CUT = re.compile(r"([a-zA-Z][a-zA-Z0-9+.-]+):/[^/]")
_SECRET = re.compile(r"(?<=://)[^/?@]*@")


@dataclass(frozen=True, order=True)
class Remote:
    """A file or directory in a file system that pyarrow or fsspec knows.

    Attributes
    ----------
    key
        Where it is in its store.
    store
        The file system.
    address, query, root
        How it was named: the URL without name and password, what follows its question mark, and the key of that URL.
    """

    key: str
    store: Store = field(compare=False, repr=False)
    address: str = ""
    query: str = field(compare=False, default="")
    root: str = field(compare=False, default="")

    def __str__(self) -> str:
        return self.address + self.key[len(self.root) :] + self.query

    def __truediv__(self, name: str | Path) -> Remote:
        return self._at(f"{self.key}/{name}")

    @property
    def name(self) -> str:
        """The last part of the key."""
        return self.key.rpartition("/")[2]

    @property
    def stem(self) -> str:
        """The name without its suffix."""
        return Path(self.name).stem

    def exists(self) -> bool:
        """Return whether a file or directory is there."""
        return self._found() is not None

    def is_file(self) -> bool:
        """Return whether a file is there."""
        found = self._found()
        return found is not None and found.kind == "file"

    def is_dir(self) -> bool:
        """Return whether a directory is there, or something below it."""
        found = self._found()
        return found is not None and found.kind == "directory"

    def read_bytes(self) -> bytes:
        """Return the content of the file."""
        return self.store.read(self.key)

    def read_text(self, encoding: str = "utf-8") -> str:
        """Return the content of the file as text."""
        return self.read_bytes().decode(encoding)

    def open_to_read(self) -> IO[bytes]:
        """Open the file to read some of it."""
        return self.store.open(self.key)

    def iterdir(self) -> Iterator[Remote]:
        """Yield what is in the directory."""
        return (self._at(entry.key) for entry in self.entries())

    def glob(self, pattern: str) -> Iterator[Remote]:
        """Yield the files whose path below the directory matches a pattern, name by name."""
        wanted = pattern.split("/")
        for entry in self.entries(deep=len(wanted) > 1):
            names = entry.key[len(self.key) :].strip("/").split("/")
            if len(names) == len(wanted) and all(map(fnmatchcase, names, wanted)):
                yield self._at(entry.key)

    def rglob(self, pattern: str) -> Iterator[Remote]:
        """Yield everything below the directory whose name matches a pattern."""
        for entry in self.entries(deep=True):
            if fnmatchcase(entry.key.rpartition("/")[2], pattern):
                yield self._at(entry.key)

    def unlink(self, *, missing_ok: bool = True) -> None:
        """Remove the file; there may be none."""
        self.store.remove(self.key)

    def entries(self, *, deep: bool = False) -> list[Entry]:
        """Return what is in the directory, or everything below it, with sizes and times."""
        return self.store.entries(self.key, deep=deep)

    def _found(self) -> Entry | None:
        try:
            return self.store.find(self.key)
        except OSError as error:
            raise UserError(f"cannot reach it: {error}", where=str(self)) from None

    def _at(self, key: str) -> Remote:
        return Remote(key, self.store, self.address, self.query, self.root)


Place = Path | Remote
"""A path of this machine, or a place elsewhere."""


def place(where: str | Path | Remote) -> Place:
    """Return the place that a path or URL names.

    Raises
    ------
    UserError
        If it is no path, no package here knows such URLs, or its file system cannot be reached.

    Examples
    --------
    >>> place("runs/a"), place("file:///tmp/a")
    (PosixPath('runs/a'), PosixPath('/tmp/a'))
    """
    if isinstance(where, Remote):
        return where
    if not isinstance(where, str | os.PathLike):
        raise UserError(f"a path is text or a Path, not {type(where).__name__}", where=repr(where))
    if "\0" in str(where):
        raise UserError("a path has no character of code 0", where=repr(str(where)))
    named = _URL.match(str(where))
    if named is None or (named[2] == "::" and "://" not in str(where)):
        return _local(Path(where))
    url = str(where)
    if named[1].lower() == "file":
        return Path(unquote(url.partition("://")[2]))
    shown = _SECRET.sub("", url)
    try:
        store, key = connect(url)
    except LookupError as error:
        raise UserError(f"no such place is known: {_said(error)}", where=shown) from None
    except OSError as error:
        raise UserError(f"cannot reach it: {_said(error)}", where=shown) from None
    address, _, query = shown.partition("?")
    if not key.strip("/"):
        raise UserError("it names no directory", where=shown, cure=f"add one, as in {named[1]}://bucket/run")
    return Remote(key, store, address.rstrip("/"), f"?{query}" if query else "", key)


def _local(path: Path) -> Path:
    """Return a path of this machine; a URL that was made a path has lost a slash and names nothing.

    Raises
    ------
    UserError
        If it is such a URL.
    """
    cut = _CUT.match(str(path))
    if cut and not path.exists():
        raise UserError("URLs are texts, not paths", where=str(path), cure=f"give '{cut[1]}://…' as a text")
    return path


def _said(error: Exception) -> str:
    text = str(error.args[0]) if error.args else ""
    return " ".join(text.split()).rstrip(".")[:300] or type(error).__name__
