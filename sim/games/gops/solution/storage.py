"""A folder for the finished parts of a solution, so that a long one can be interrupted and resumed.

There is one file of 64-bit floating-point numbers for each finished layer, and one for each finished piece of the layer
that is being solved (its largest gap and its checksum are the last numbers). The manifest records the game, the
finished layers, and their checksums (CRC-32). Every file is written whole or not at all.
"""

from __future__ import annotations

import contextlib
import json
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sim.errors import UserError
from sim.games.gops.solution.layers import GopsLayer
from sim.games.gops.solution.problem import GopsProblem
from sim.storage.files import make_directory, remove_temporaries, write_whole
from sim.storage.lock import LOCK, locked

MANIFEST = "manifest.json"
FORMAT = 2

_NUMBER = np.dtype("<f8")


class GopsFolder:
    """The folder of one problem.

    Parameters
    ----------
    path
        Its path; the folder is created if necessary.
    problem
        The game to solve.

    Raises
    ------
    UserError
        If the folder has other contents.
    """

    def __init__(self, path: Path, problem: GopsProblem) -> None:
        self.path = path
        self._about = {"format": FORMAT, "solved": "gops", **problem.as_dict()}
        self._gaps: dict[str, float] = {}
        self._sums: dict[str, int] = {}
        self._checked: set[str] = set()
        make_directory(path)
        manifest = path / MANIFEST
        if manifest.exists():
            self._read(manifest)
        elif any(entry.name != LOCK for entry in path.iterdir()):
            raise UserError(
                "this folder has other contents", where=str(path), cure="choose a new or an empty folder"
            )
        else:
            self._write()

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Lock the folder, so that no other process writes to it.

        Raises
        ------
        UserError
            If another process has locked it.
        """
        with locked(self.path, "solving into this folder"):
            remove_temporaries(self.path)
            for size in self._gaps:
                self._drop_pieces(int(size))
            yield

    def _read(self, manifest: Path) -> None:
        try:
            kept = json.loads(manifest.read_text("utf-8"))
            layers = kept.pop("layers")
            gaps = {str(int(size)): float(layer["gap"]) for size, layer in layers.items()}
            sums = {str(int(size)): int(layer["crc32"]) for size, layer in layers.items()}
        except (OSError, ValueError, TypeError, AttributeError, KeyError):
            raise UserError(
                "this is not the manifest of a solution",
                where=str(manifest),
                cure="choose a new or an empty folder",
            ) from None
        if kept != self._about:
            names = sorted(name for name in {*kept, *self._about} if kept.get(name) != self._about.get(name))
            listed = ", ".join(f"{name} is {kept.get(name)!r}" for name in names)
            raise UserError(
                f"this folder has the solution of another game ({listed})",
                where=str(self.path),
                cure="choose another folder",
            )
        self._gaps, self._sums = gaps, sums

    def _write(self) -> None:
        layers = {size: {"gap": gap, "crc32": self._sums[size]} for size, gap in self._gaps.items()}
        content = json.dumps({**self._about, "layers": layers}, indent=2) + "\n"
        _write_whole(self.path / MANIFEST, content.encode())

    def finished(self, layer: GopsLayer) -> tuple[NDArray[np.float64], float] | None:
        """Return the values of a finished layer, read on demand, and its largest gap; None if it is not finished.

        Raises
        ------
        UserError
            If its file has changed since it was written.
        """
        size_of_layer = str(layer.size)
        gap = self._gaps.get(size_of_layer)
        if gap is None:
            return None
        path = self._layer(layer.size)
        _check_size(path, layer.positions)
        values = np.asarray(np.memmap(path, _NUMBER, "c", shape=(layer.positions,)))
        if size_of_layer not in self._checked:
            _check_sum(path, values, self._sums[size_of_layer])
            self._checked.add(size_of_layer)
        return values, gap

    def keep(self, layer: GopsLayer, values: NDArray[np.float64], gap: float) -> NDArray[np.float64]:
        """Keep a finished layer in place of its pieces; return its values as :meth:`finished` does."""
        content = values.astype(_NUMBER, copy=False)
        _write_whole(self._layer(layer.size), content.data.cast("B"))
        self._gaps[str(layer.size)], self._sums[str(layer.size)] = gap, _sum(content)
        self._checked.add(str(layer.size))
        self._write()
        self._drop_pieces(layer.size)
        found = self.finished(layer)
        assert found is not None
        return found[0]

    def piece(self, layer: GopsLayer, rows: tuple[int, int], values: NDArray[np.float64]) -> float | None:
        """Read the values of some rows and return their largest gap; None if they are not there."""
        path = self._piece(layer.size, rows)
        if not path.exists():
            return None
        _check_size(path, len(values) + 2)
        content = np.fromfile(path, _NUMBER)
        _check_sum(path, content[:-1], content[-1])
        values[:] = content[:-2]
        return float(content[-2])

    def keep_piece(
        self, layer: GopsLayer, rows: tuple[int, int], values: NDArray[np.float64], gap: float
    ) -> None:
        """Keep the values of some rows."""
        content = np.append(values, gap).astype(_NUMBER)
        content = np.append(content, float(_sum(content))).astype(_NUMBER)
        _write_whole(self._piece(layer.size, rows), content.data.cast("B"))

    def _drop_pieces(self, size: int) -> None:
        for piece in self.path.glob(f"layer-{size:02d}.rows-*"):
            with contextlib.suppress(OSError):
                piece.unlink()

    def _layer(self, size: int) -> Path:
        return self.path / f"layer-{size:02d}.f64"

    def _piece(self, size: int, rows: tuple[int, int]) -> Path:
        return self.path / f"layer-{size:02d}.rows-{rows[0]}-{rows[1]}.f64"


def _write_whole(path: Path, content: bytes | memoryview) -> None:
    try:
        write_whole(path, content)
    except UserError as error:
        cure = "remove the cause, then solve again with the same folder: finished work there is kept"
        raise UserError(error.what, where=error.where, cure=cure) from None


def _sum(values: NDArray[np.float64]) -> int:
    return zlib.crc32(np.ascontiguousarray(values).data.cast("B"))


def _check_sum(path: Path, values: NDArray[np.float64], wanted: float) -> None:
    if _sum(values) != wanted:
        raise UserError(
            "its contents have changed since it was written",
            where=str(path),
            cure="remove the folder and solve again",
        )


def _check_size(path: Path, numbers: int) -> None:
    size = path.stat().st_size if path.exists() else 0
    if size != numbers * _NUMBER.itemsize:
        raise UserError(
            f"{size:,} bytes where {numbers * _NUMBER.itemsize:,} were written",
            where=str(path),
            cure="remove the folder and solve again",
        )
