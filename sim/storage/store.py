"""Stores: directories with a manifest that names every blob with its hash.

A file that the manifest does not name is no part of the store. The manifest is written
whole, and last. A blob is compared with its SHA-256 before its content is used. Each
blob has two names, its own and a spare one: new content is written under the name that
the manifest does not use, so that at any moment the manifest names whole blobs.
"""

import hashlib
import json
from collections.abc import Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from sim.errors import UserError, reported_at, shown
from sim.storage.files import (
    locked,
    make_directory,
    read_whole,
    remove,
    remove_temporaries,
    reported,
    write_whole,
)
from sim.storage.places import Place

MANIFEST = "manifest.json"

Blobs = Mapping[str, str]
"""The SHA-256 of each blob by its name: its path below the directory."""

Content = bytes | bytearray | memoryview

_RESTORE = "restore it from a copy, or choose another directory"


class DamagedError(UserError):
    """A blob is missing, or its content is not what the manifest says."""


def current(name: str, blobs: Blobs) -> str:
    """The name under which the latest content of a blob lies: its own, or its spare one.

    Parameters
    ----------
    name
        The name of the blob.
    blobs
        The blobs that the manifest names.
    """
    return name if name in blobs else _spare(name)


def _spare(name: str) -> str:
    stem, _, suffix = name.rpartition(".")
    return f"{stem}-next.{suffix}"


class Store:
    """A directory that is, or becomes, a store.

    Parameters
    ----------
    path
        The directory.
    kind
        What it holds, with the article: "a run".
    version
        The version of its format; one of another version is refused.
    command
        What makes one: "warlab run".

    Attributes
    ----------
    path
        The directory.
    """

    def __init__(self, path: Place, kind: str, version: int, command: str) -> None:
        self.path = path
        self._kind = kind
        self._version = version
        self._command = command
        self._manifest = b""  # as this process last read or wrote it

    @property
    def exists(self) -> bool:
        """Whether the directory has a manifest."""
        with reported("read", self.path):
            return (self.path / MANIFEST).is_file()

    def make(self) -> None:
        """Make the directory for a new store; it must be empty but for hidden files."""
        with reported("read", self.path):
            if self.path.exists() and not self.path.is_dir():
                raise UserError(
                    "it is a file",
                    where=str(self.path),
                    cure="choose another directory",
                )
            make_directory(self.path)
            taken = self.path.exists() and any(
                not entry.name.startswith(".") for entry in self.path.iterdir()
            )
        if taken:
            raise UserError(
                f"it is not empty and not {self._kind}",
                where=str(self.path),
                cure="choose another directory, or an empty one",
            )

    def locked(self) -> AbstractContextManager[None]:
        """Lock the directory, so that no other process of this machine writes to it."""
        return locked(self.path, f"writing {self._kind} here")

    def read(self) -> tuple[dict[str, Any], Blobs]:
        """The entries of the manifest, and the blobs that it names.

        Raises
        ------
        UserError
            If there is none, it is damaged, or of another format.
        """
        if not self.exists:
            with reported("read", self.path):
                is_there = self.path.exists()
            if not is_there:
                raise UserError(
                    "there is no such directory",
                    where=str(self.path),
                    cure=f"{self._command} makes one",
                )
            raise UserError(
                f"it is not {self._kind}: no {MANIFEST}",
                where=str(self.path),
                cure="give the directory of one",
            )
        path = self.path / MANIFEST
        self._manifest = read_whole(path)
        with reported_at(str(path), within=True):
            entries = self._parsed(self._manifest)
        return entries, entries.pop("blobs")

    def refuse_other(
        self, kept: Mapping[str, Any], wanted: Mapping[str, Any], what: str
    ) -> None:
        """Refuse the store if something else is kept here than is wanted.

        Parameters
        ----------
        kept
            What is kept here, by name.
        wanted
            The same as it should be.
        what
            What is here otherwise: "another count".

        Raises
        ------
        UserError
            If they differ, with the differences.
        """
        differ = sorted(name for name in wanted if kept.get(name) != wanted[name])
        if differ:
            listed = ", ".join(f"{name} is {kept.get(name)!r}" for name in differ)
            raise UserError(
                f"this folder has {what} ({listed})",
                where=str(self.path),
                cure="choose another folder",
            )

    @property
    def is_unchanged(self) -> bool:
        """Whether the manifest is what this process last read or wrote."""
        return read_whole(self.path / MANIFEST) == self._manifest

    def commit(self, entries: Mapping[str, Any], blobs: Blobs) -> None:
        """Write the manifest, unless another process has written one meanwhile.

        Parameters
        ----------
        entries
            The entries of the manifest.
        blobs
            The blobs that it names.

        Raises
        ------
        UserError
            If another process has written here.
        """
        if self._manifest and not self.is_unchanged:
            raise UserError(
                f"another process has begun to write {self._kind} here",
                where=str(self.path),
                cure="wait for it, or stop it and resume",
            )
        whole = {
            "format": self._version,
            **entries,
            "blobs": dict(sorted(blobs.items())),
        }
        whole["sha256"] = _checksum(whole)
        text = json.dumps(whole, indent=2, ensure_ascii=False) + "\n"
        write_whole(self.path / MANIFEST, text.encode())
        self._manifest = text.encode()

    def write(self, name: str, content: Content) -> dict[str, str]:
        """Write a blob that no manifest names, and return its name with its hash.

        Parameters
        ----------
        name
            The name of the blob.
        content
            Its content.
        """
        path = self.path / name
        make_directory(path.parent)
        write_whole(path, content)
        return {name: hashlib.sha256(content).hexdigest()}

    def update(
        self, entries: Mapping[str, Any], blobs: Blobs, name: str, content: Content
    ) -> Blobs:
        """Commit with a new content of one blob, and return all blobs.

        The content takes the one of the blob's two names that no manifest names.

        Parameters
        ----------
        entries
            The entries of the manifest.
        blobs
            The blobs that it names.
        name
            The name of the blob.
        content
            Its new content.
        """
        before = current(name, blobs)
        after = {other: blobs[other] for other in blobs if other != before}
        # A blob that is replaced is written under another name: until the manifest is
        # whole, it names the old one.
        after |= self.write(_spare(name) if before == name else name, content)
        self.commit(entries, after)
        remove(self.path / before)
        return after

    def content(self, name: str, blobs: Blobs, cure: str) -> bytes:
        """The content of a blob, which must have its hash.

        Parameters
        ----------
        name
            The name of the blob.
        blobs
            The blobs that the manifest names.
        cure
            What to do if it is damaged.
        """
        path = self.path / name
        with reported("read", path, cure=cure):
            if not path.is_file():
                raise DamagedError("it is missing", where=str(path), cure=cure)
        content = read_whole(path, cure=cure)
        if hashlib.sha256(content).hexdigest() != blobs[name]:
            raise DamagedError("it is damaged", where=str(path), cure=cure)
        return content

    def sweep(self, blobs: Blobs, *patterns: str) -> None:
        """Remove temporary files, and those that fit a pattern and are no blobs.

        Parameters
        ----------
        blobs
            The blobs that the manifest names.
        patterns
            Patterns of paths below the directory.
        """
        if isinstance(self.path, Path):
            remove_temporaries(self.path)
            for path in self.strays(blobs, *patterns):
                remove(path)

    def strays(self, blobs: Blobs, *patterns: str) -> list[Path]:
        """The files that fit a pattern and are no blobs, sorted.

        Other file systems are not searched, and nothing there is read.

        Parameters
        ----------
        blobs
            The blobs that the manifest names.
        patterns
            Patterns of paths below the directory.
        """
        if not isinstance(self.path, Path):
            return []
        named = {self.path / name for name in blobs}
        found = {path for pattern in patterns for path in self.path.glob(pattern)}
        return sorted(found - named)

    def _parsed(self, text: bytes) -> dict[str, Any]:
        try:
            entries: dict[str, Any] = json.loads(text)
            version = entries.pop("format")
            found = entries.pop("sha256", None)
            if version != self._version:
                raise UserError(
                    f"it has format {shown(version)}, not {self._version}",
                    cure="use the version of warlab that wrote it",
                )
            if found != _checksum({"format": version, **entries}):
                raise UserError(
                    "it is damaged: it does not agree with its checksum", cure=_RESTORE
                )
        except UserError:
            raise
        except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
            raise UserError(
                f"it is damaged: it is not the manifest of {self._kind}", cure=_RESTORE
            ) from None
        return entries


def _checksum(entries: Mapping[str, Any]) -> str:
    """The SHA-256 of a JSON object, which does not depend on spaces or the order of its keys."""
    canonical = json.dumps(
        entries, sort_keys=True, separators=(",", ":"), ensure_ascii=True
    )
    return hashlib.sha256(canonical.encode()).hexdigest()
