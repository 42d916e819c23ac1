"""A folder for the finished parts of a solution, so that a long one can be interrupted and resumed.

There is a file of 64-bit floats for each finished layer, and for each finished piece of the layer being solved (with
its largest gap and checksum last). The manifest records the game, the finished layers, and their checksums (CRC-32).
"""

import contextlib
import json
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.errors import UserError
from sim.storage.files import (
    LOCK,
    locked,
    make_directory,
    remove_temporaries,
    write_whole,
)

MANIFEST = "manifest.json"
FORMAT = 2

_NUMBER = np.dtype("<f8")
_ANEW = "remove the folder and solve again"
_OTHER_FOLDER = "choose a new or an empty folder"


class SolutionFolder:
    """The folder of one game; refused if it has other contents."""

    def __init__(self, path: Path, game: str, rules: Mapping[str, Any]) -> None:
        self.path = path
        self._about = {"format": FORMAT, "solved": game, **rules}
        # By size of the layer: its largest gap, and the checksum of its values.
        self._layers: dict[str, tuple[float, int]] = {}
        self._checked: set[str] = set()
        make_directory(path)
        manifest = path / MANIFEST
        if manifest.exists():
            self._layers = self._read(manifest)
        elif any(entry.name != LOCK for entry in path.iterdir()):
            raise UserError(
                "this folder has other contents", where=str(path), cure=_OTHER_FOLDER
            )
        else:
            self._write()

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Lock the folder, so that no other process writes to it."""
        with locked(self.path, "solving into this folder"):
            remove_temporaries(self.path)
            for size in self._layers:
                self._drop_pieces(int(size))
            yield

    def _read(self, manifest: Path) -> dict[str, tuple[float, int]]:
        try:
            kept = json.loads(manifest.read_text("utf-8"))
            layers = {
                str(int(size)): (float(layer["gap"]), int(layer["crc32"]))
                for size, layer in kept.pop("layers").items()
            }
        except (OSError, ValueError, TypeError, AttributeError, KeyError):
            raise UserError(
                "this is not the manifest of a solution",
                where=str(manifest),
                cure=_OTHER_FOLDER,
            ) from None
        names = sorted(
            name
            for name in {*kept, *self._about}
            if kept.get(name) != self._about.get(name)
        )
        if names:
            listed = ", ".join(f"{name} is {kept.get(name)!r}" for name in names)
            raise UserError(
                f"this folder has the solution of another game ({listed})",
                where=str(self.path),
                cure="choose another folder",
            )
        return layers

    def _write(self) -> None:
        layers = {
            size: {"gap": gap, "crc32": crc}
            for size, (gap, crc) in self._layers.items()
        }
        content = json.dumps({**self._about, "layers": layers}, indent=2) + "\n"
        _write_whole(self.path / MANIFEST, content.encode())

    def finished(
        self, size: int, positions: int
    ) -> tuple[NDArray[np.float64], float] | None:
        """Return the values of a finished layer, read on demand, and its largest gap; None if it is not finished."""
        if str(size) not in self._layers:
            return None
        gap, crc = self._layers[str(size)]
        path = self._layer(size)
        _check_size(path, positions)
        values = np.asarray(np.memmap(path, _NUMBER, "c", shape=(positions,)))
        if str(size) not in self._checked:
            _check_sum(path, values, crc)
            self._checked.add(str(size))
        return values, gap

    def keep(
        self, size: int, values: NDArray[np.float64], gap: float
    ) -> NDArray[np.float64]:
        """Keep a finished layer in place of its pieces; return its values as :meth:`finished` does."""
        content = values.astype(_NUMBER, copy=False)
        _write_whole(self._layer(size), content.data.cast("B"))
        self._layers[str(size)] = gap, _sum(content)
        self._checked.add(str(size))
        self._write()
        self._drop_pieces(size)
        # The layer's memory is freed: what comes next reads the file.
        return np.asarray(
            np.memmap(self._layer(size), _NUMBER, "c", shape=values.shape)
        )

    def piece(
        self, size: int, rows: tuple[int, int], values: NDArray[np.float64]
    ) -> float | None:
        """Read the values of some rows and return their largest gap; None if they are not there."""
        path = self._piece(size, rows)
        if not path.exists():
            return None
        _check_size(path, len(values) + 2)
        content = np.fromfile(path, _NUMBER)
        _check_sum(path, content[:-1], content[-1])
        values[:] = content[:-2]
        return float(content[-2])

    def keep_piece(
        self, size: int, rows: tuple[int, int], values: NDArray[np.float64], gap: float
    ) -> None:
        """Keep the values of some rows."""
        content = np.append(values, gap).astype(_NUMBER)
        content = np.append(content, float(_sum(content))).astype(_NUMBER)
        _write_whole(self._piece(size, rows), content.data.cast("B"))

    def _drop_pieces(self, size: int) -> None:
        for piece in self.path.glob(f"layer-{size:02d}.rows-*"):
            with contextlib.suppress(OSError):
                piece.unlink()

    def _layer(self, size: int) -> Path:
        return self.path / f"layer-{size:02d}.f64"

    def _piece(self, size: int, rows: tuple[int, int]) -> Path:
        return self.path / f"layer-{size:02d}.rows-{rows[0]}-{rows[1]}.f64"


def rules_kept(path: Path, game: str) -> dict[str, Any]:
    """Return the rules of the game whose solution a folder has."""
    manifest = path / MANIFEST
    try:
        about = json.loads(manifest.read_text("utf-8"))
        solved, rules = (
            about.pop("solved"),
            {name: about[name] for name in about.keys() - {"format", "layers"}},
        )
    except (OSError, ValueError, TypeError, AttributeError, KeyError):
        cure = "give a folder that warlab solve --keep has filled"
        raise UserError(
            "no solution is kept here", where=str(path), cure=cure
        ) from None
    if solved != game:
        raise UserError(
            f"this folder has a solution of {solved}, not of {game}", where=str(path)
        )
    return rules


def _write_whole(path: Path, content: bytes | memoryview) -> None:
    try:
        write_whole(path, content)
    except UserError as error:
        cure = "remove the cause, then solve again with the same folder: finished work there is kept"
        raise UserError(error.what, where=error.where, cure=cure) from None


def _sum(values: NDArray[np.float64]) -> int:
    return zlib.crc32(np.ascontiguousarray(values).data.cast("B"))


def _check_sum(path: Path, values: NDArray[np.float64], written: float) -> None:
    if _sum(values) != written:
        raise UserError(
            "its contents have changed since it was written",
            where=str(path),
            cure=_ANEW,
        )


def _check_size(path: Path, numbers: int) -> None:
    size = path.stat().st_size if path.exists() else 0
    if size != numbers * _NUMBER.itemsize:
        raise UserError(
            f"{size:,} bytes where {numbers * _NUMBER.itemsize:,} were written",
            where=str(path),
            cure=_ANEW,
        )
