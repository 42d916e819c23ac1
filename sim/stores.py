"""File systems that are not the machine's own: what a run needs of them, through pyarrow or fsspec.

A store reads and writes whole files by keys such as ``bucket/run/manifest.json``. Every failure is an ``OSError``.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import IO, Any, Literal, Protocol

Kind = Literal["file", "directory"]

BY_PYARROW = ("s3", "gs", "gcs", "abfs", "abfss", "hdfs", "viewfs")
"""The file systems for which pyarrow needs no other package."""

_OBJECTS = ("s3", "s3a", "gs", "gcs", "abfs", "abfss", "az", "adl", "oss", "oci", "memory")
"""Stores of objects: each appears as a whole when its last byte has arrived, and there are no directories to make."""

TEMPORARY = ".tmp"
"""The suffix of files that are being written."""

_CHANGED = ("mtime", "LastModified", "last_modified", "modified", "updated", "created")
"""Where the file systems of fsspec say when a file was written."""


@dataclass(frozen=True)
class Entry:
    """A file or directory in a store.

    Attributes
    ----------
    key, kind, size
        Where it is, what it is, and its bytes.
    changed
        When it was written, in seconds by the store's own clock; None if the store does not say.
    """

    key: str
    kind: Kind
    size: int = 0
    changed: float | None = None


class Store(Protocol):
    """A file system; keys are separated by slashes."""

    def read(self, key: str) -> bytes:
        """Return the content of a file; FileNotFoundError if there is none."""

    def open(self, key: str) -> IO[bytes]:
        """Open a file to read some of it."""

    def write(self, key: str, content: bytes) -> None:
        """Write a file whole: it has the old content, or none, until it has all of the new."""

    def find(self, key: str) -> Entry | None:
        """Return what is at a key; None if nothing is."""

    def entries(self, key: str, *, deep: bool = False) -> list[Entry]:
        """Return what is below a key, which need not exist, sorted; all of it, or one level."""

    def remove(self, key: str) -> None:
        """Remove a file if it exists."""

    def make(self, key: str) -> None:
        """Make a directory and its parents, where the store has directories."""


def connect(url: str) -> tuple[Store, str]:
    """Return the store of a URL, and the key in it.

    Raises
    ------
    LookupError
        If neither pyarrow nor fsspec knows such file systems; its text says what is missing.
    OSError
        If it cannot be reached.
    """
    protocol = url.partition("://")[0].rpartition("::")[2].lower()
    if protocol in BY_PYARROW and "::" not in url:
        fs = import_module("pyarrow.fs")
        if protocol == "s3" and "allow_delayed_open" not in url:
            # A small object is then sent in one request instead of three.
            url += ("&" if "?" in url else "?") + "allow_delayed_open=true"
        try:
            system, key = fs.FileSystem.from_uri(url)
        except (ValueError, NotImplementedError) as error:
            raise LookupError(str(error)) from None
        return ArrowStore(system, objects=protocol in _OBJECTS), key.strip("/")
    if not find_spec("fsspec"):
        raise LookupError(f"{protocol}:// needs fsspec: pip install fsspec, and its package for {protocol}")
    try:
        system, key = import_module("fsspec.core").url_to_fs(url)
    except (ImportError, ValueError) as error:
        raise LookupError(str(error)) from None
    return FsspecStore(system, objects=protocol in _OBJECTS), key.rstrip("/")


@dataclass(frozen=True)
class ArrowStore:
    """A file system of pyarrow."""

    system: Any
    objects: bool

    def read(self, key: str) -> bytes:
        with _as_os_errors(), self.system.open_input_stream(key) as file:
            return bytes(file.read())

    def open(self, key: str) -> IO[bytes]:
        with _as_os_errors():
            file: IO[bytes] = self.system.open_input_file(key)
            return file

    def write(self, key: str, content: bytes) -> None:
        target = key if self.objects else _beside(key)
        with _as_os_errors():
            with self.system.open_output_stream(target) as file:
                file.write(content)
            if target != key:
                self.system.move(target, key)

    def find(self, key: str) -> Entry | None:
        with _as_os_errors():
            return self._entry(self.system.get_file_info(key))

    def entries(self, key: str, *, deep: bool = False) -> list[Entry]:
        selector = import_module("pyarrow.fs").FileSelector(key, allow_not_found=True, recursive=deep)
        with _as_os_errors():
            found = [self._entry(info) for info in self.system.get_file_info(selector)]
        return sorted((one for one in found if one is not None), key=lambda one: one.key)

    def remove(self, key: str) -> None:
        with _as_os_errors():
            if self.find(key) is not None:
                self.system.delete_file(key)

    def make(self, key: str) -> None:
        if not self.objects:
            with _as_os_errors():
                self.system.create_dir(key, recursive=True)

    @staticmethod
    def _entry(info: Any) -> Entry | None:
        kinds: dict[str, Kind] = {"File": "file", "Directory": "directory"}
        kind = kinds.get(info.type.name)
        changed = info.mtime.timestamp() if info.mtime is not None else None
        return None if kind is None else Entry(info.path.rstrip("/"), kind, info.size or 0, changed)


@dataclass(frozen=True)
class FsspecStore:
    """A file system of fsspec."""

    system: Any
    objects: bool

    def read(self, key: str) -> bytes:
        with _as_os_errors():
            return bytes(self.system.cat_file(key))

    def open(self, key: str) -> IO[bytes]:
        with _as_os_errors():
            file: IO[bytes] = self.system.open(key, "rb")
            return file

    def write(self, key: str, content: bytes) -> None:
        target = key if self.objects else _beside(key)
        with _as_os_errors():
            self.system.pipe_file(target, bytes(content))
            if target != key:
                self.system.mv(target, key)

    def find(self, key: str) -> Entry | None:
        self._forget()
        with _as_os_errors():
            try:
                return self._entry(self.system.info(key))
            except FileNotFoundError:
                return None

    def entries(self, key: str, *, deep: bool = False) -> list[Entry]:
        self._forget()
        with _as_os_errors():
            try:
                found = self.system.find(key, detail=True) if deep else self.system.ls(key, detail=True)
            except (FileNotFoundError, NotADirectoryError):
                return []
            rows = found.values() if deep else found
            return sorted(map(self._entry, rows), key=lambda one: one.key)

    def remove(self, key: str) -> None:
        with _as_os_errors():
            try:
                self.system.rm_file(key)
            except FileNotFoundError:
                return

    def make(self, key: str) -> None:
        if not self.objects:
            with _as_os_errors():
                self.system.makedirs(key, exist_ok=True)

    def _forget(self) -> None:
        # Another process may have written since; fsspec remembers what directories held.
        self.system.invalidate_cache()

    @staticmethod
    def _entry(info: Any) -> Entry:
        when: Any = next((info[name] for name in _CHANGED if info.get(name) is not None), None)
        changed = when.timestamp() if hasattr(when, "timestamp") else when
        kind: Kind = "directory" if info["type"] == "directory" else "file"
        return Entry(
            str(info["name"]).rstrip("/"),
            kind,
            int(info.get("size") or 0),
            float(changed) if isinstance(changed, int | float) else None,
        )


def _beside(key: str) -> str:
    """Return the key of a temporary file in the same directory."""
    parent, _, name = key.rpartition("/")
    return f"{parent}/.{name}.{uuid.uuid4().hex}{TEMPORARY}"


@contextmanager
def _as_os_errors() -> Iterator[None]:
    """Turn whatever a file system's package raises into an ``OSError`` with its text."""
    try:
        yield
    except OSError:
        raise
    except Exception as error:  # each package has errors of its own
        raise OSError(" ".join(str(error).split()) or type(error).__name__) from None
