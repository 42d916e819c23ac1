"""A folder for the finished parts of a solution, so that a long one can be interrupted and resumed.

It is a store (:mod:`sim.storage.store`) with a blob of 64-bit floats for each finished
layer. The manifest has the game, and the largest gap of each layer.
"""

import hashlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.errors import UserError
from sim.storage.store import DamagedError, Store

FORMAT = 3

_NUMBER = np.dtype("<f8")
_ANEW = "remove the folder and solve again"
_FILES = "layer-*.f64"


def _store(path: Path) -> Store:
    return Store(path, "a solution", FORMAT, "warlab solve --keep")


class SolutionFolder:
    """The folder of one game; refused if it has other contents.

    Parameters
    ----------
    path
        The folder.
    game, rules
        What is solved.
    """

    def __init__(self, path: Path, game: str, rules: Mapping[str, Any]) -> None:
        self.path = path
        self._store = _store(path)
        self._about = {"solved": game, "rules": dict(rules)}
        self._gaps: dict[str, float] = {}
        self._blobs: dict[str, str] = {}
        self._checked: set[str] = set()
        if not self._store.exists:
            self._store.make()
            self._commit()
            return
        entries, blobs = self._store.read()
        kept = {"solved": entries["solved"], **entries["rules"]}
        asked = {"solved": game, **rules}
        self._store.refuse_other(kept, asked, "the solution of another game")
        self._gaps = entries["gaps"]
        self._blobs = dict(blobs)

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Lock the folder, so that no other process writes to it."""
        with self._store.locked():
            self._store.sweep(self._blobs, _FILES)
            yield

    def finished(
        self, size: int, positions: int
    ) -> tuple[NDArray[np.float64], float] | None:
        """The values of a finished layer, read on demand, and its largest gap.

        None if it is not finished.
        """
        name = _layer(size)
        if name not in self._blobs:
            return None
        if name not in self._checked:
            self._check(name)
        return self._values(name, positions), self._gaps[name]

    def keep(
        self, size: int, values: NDArray[np.float64], gap: float
    ) -> NDArray[np.float64]:
        """Keep a finished layer; return its values as :meth:`finished` does."""
        name = _layer(size)
        content = np.ascontiguousarray(values, _NUMBER)
        self._blobs |= self._store.write(name, content.data.cast("B"))
        self._gaps[name] = gap
        self._commit()
        self._checked.add(name)
        # The layer's memory is freed: what comes next reads the file.
        return self._values(name, len(values))

    def _commit(self) -> None:
        self._store.commit({**self._about, "gaps": self._gaps}, self._blobs)

    def _check(self, name: str) -> None:
        """Compare a layer with its hash, without a copy of it in memory."""
        path = self.path / name
        if not path.is_file():
            raise DamagedError("it is missing", where=str(path), cure=_ANEW)
        with path.open("rb") as file:
            found = hashlib.file_digest(file, "sha256").hexdigest()
        if found != self._blobs[name]:
            raise DamagedError("it is damaged", where=str(path), cure=_ANEW)
        self._checked.add(name)

    def _values(self, name: str, positions: int) -> NDArray[np.float64]:
        return np.asarray(np.memmap(self.path / name, _NUMBER, "c", shape=(positions,)))


def rules_kept(path: Path, game: str) -> dict[str, Any]:
    """The rules of the game whose solution a folder has."""
    store = _store(path)
    if not store.exists:
        raise UserError(
            "no solution is kept here",
            where=str(path),
            cure="give a folder that sim.exact.gops(keep=...) has filled",
        )
    entries, _ = store.read()
    if entries["solved"] != game:
        raise UserError(
            f"this folder has a solution of {entries['solved']}, not of {game}",
            where=str(path),
        )
    rules: dict[str, Any] = entries["rules"]
    return rules


def _layer(size: int) -> str:
    return f"layer-{size:02d}.f64"
