"""Compiled code kept on disk, with a seal: what is damaged is compiled again, and a full disk is no reason to stop.

Numba loads what a cache file has without looking at it, so a flipped bit in it would crash a game or change a number
in silence. Here every file ends with the SHA-256 of its name and content.
"""

from __future__ import annotations

import hashlib
import pickle
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from numba.core import config, event
from numba.core.caching import FunctionCache, IndexDataCacheFile

from sim.kernels.part_code import KeptPart

_SEAL = hashlib.sha256().digest_size


class NotKeptWarning(UserWarning):
    """Compiled code cannot be kept on disk: every process compiles it again."""


class _SealedFiles(IndexDataCacheFile):  # type: ignore[misc, unused-ignore]  # Numba is untyped
    """The files with the compiled code of one function: an index, and one file for each signature."""

    def load(self, key: Any) -> Any:
        """Return the code for a signature; None if there is none, or it is damaged."""
        name = self._load_index().get(key)
        return None if name is None else _unsealed(Path(self._cache_path) / name)

    def _load_index(self) -> Any:
        found = _unsealed(Path(self._index_path))
        version, stamp, names = found if found is not None else (None, None, {})
        return names if (version, stamp) == (self._version, self._source_stamp) else {}

    def _save_index(self, overloads: Any) -> None:
        self._write(self._index_name, (self._version, self._source_stamp, overloads))

    def _save_data(self, name: str, data: Any) -> None:
        self._write(name, data)

    def _write(self, name: str, value: Any) -> None:
        data = self._dump(value)
        with self._open_for_write(str(Path(self._cache_path) / name)) as file:
            file.write(data + _seal(name, data))


class KeptCode(FunctionCache):  # type: ignore[misc, unused-ignore]
    """The compiled code of one function, kept on disk."""

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        self._cache_file = _SealedFiles(
            self._cache_path, self._impl.filename_base, self._impl.locator.get_source_stamp()
        )

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep the code for a signature; if that is not possible, say so once."""
        try:
            super().save_overload(sig, data)
        except OSError as error:
            _warn(str(getattr(config, "CACHE_DIR", "")), (error.strerror or str(error)).lower())


class _KeptPartCode(KeptCode):
    """The same for a part."""

    _impl_class: Any = KeptPart


def keep(compiled: Any) -> Any:
    """Return a function of Numba's, whose compiled code will be kept on disk."""
    compiled._cache = KeptCode(compiled.py_func)
    return compiled


def keep_part(compiled: Any) -> Any:
    """Return the same for a part that :class:`~sim.kernels.part_code.PartCompiler` compiles."""
    compiled._cache = _KeptPartCode(compiled.py_func)
    return compiled


@contextmanager
def compiling_told(tell: Callable[[], object]) -> Iterator[None]:
    """Call a function once, when something must be compiled for the first time."""
    listener = _First(tell)
    event.register("numba:compile", listener)
    try:
        yield
    finally:
        event.unregister("numba:compile", listener)


class _First(event.Listener):  # type: ignore[misc, unused-ignore]
    def __init__(self, tell: Callable[[], object]) -> None:
        self._tell: Callable[[], object] | None = tell

    def on_start(self, event: Any) -> None:
        tell, self._tell = self._tell, None
        if tell is not None:
            tell()

    def on_end(self, event: Any) -> None:
        """Say nothing: the games that follow show that it is done."""


def _seal(name: str, data: bytes) -> bytes:
    return hashlib.sha256(name.encode() + b"\0" + data).digest()


def _unsealed(path: Path) -> Any:
    """Return what a file holds; None if it cannot be read or is not as it was written."""
    try:
        content = path.read_bytes()
    except OSError:
        return None
    data, seal = content[:-_SEAL], content[-_SEAL:]
    return pickle.loads(data) if seal == _seal(path.name, data) else None


@cache
def _warn(place: str, reason: str) -> None:
    warnings.warn(
        f"{place}: compiled code cannot be kept there: {reason}; each start compiles again until there is space, "
        "or NUMBA_CACHE_DIR names another directory",
        NotKeptWarning,
        stacklevel=2,
    )
