"""A folder for the counts so far, so that a long count can be interrupted and resumed.

It has one small file: its format, what is counted (the rules and their version), the counts of the deals 0 to
``done - 1``, and a checksum of all that (CRC-32). The file is written whole or not at all.
"""

import json
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sim.errors import UserError
from sim.games.war.odds.counts import DealCounts
from sim.storage.files import (
    LOCK,
    locked,
    make_directory,
    remove_temporaries,
    write_whole,
)

COUNTS = "counts.json"
FORMAT = 1


class CountsFolder:
    """The folder of one count."""

    def __init__(self, path: Path, identity: Mapping[str, Any]) -> None:
        self.path = path
        self._about = {"format": FORMAT, **identity}
        make_directory(path)
        ours = f".{COUNTS}."
        others = (entry.name for entry in path.iterdir() if entry.name != LOCK)
        if not self._file.exists() and not all(
            name.startswith(ours) for name in others
        ):
            raise UserError(
                "this folder has other contents",
                where=str(path),
                cure="choose a new or an empty folder",
            )

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Lock the folder, so that no other process writes to it."""
        with locked(self.path, "counting into this folder"):
            remove_temporaries(self.path)
            yield

    def read(self) -> DealCounts:
        """Return the counts so far; none of anything if the folder is new."""
        if not self._file.exists():
            return DealCounts()
        try:
            kept = json.loads(self._file.read_text("utf-8"))
            checksum = kept.pop("crc32")
            about = {name: kept.get(name) for name in self._about}
            changed = checksum != _checksum(kept)
            counts = DealCounts.of(kept["counts"])
        except (OSError, ValueError, TypeError, AttributeError, KeyError):
            raise self._damaged() from None
        if changed:
            raise self._damaged()
        if about != self._about:
            raise UserError(
                f"this folder has another count ({_differences(about, self._about)})",
                where=str(self.path),
                cure="choose another folder",
            )
        return counts

    def keep(self, counts: DealCounts) -> None:
        """Keep the counts of all deals before number ``counts.deals``."""
        content: dict[str, Any] = {**self._about, "counts": counts.as_dict()}
        text = json.dumps({**content, "crc32": _checksum(content)}, indent=1) + "\n"
        try:
            write_whole(self._file, text.encode())
        except UserError as error:
            cure = "remove the cause, then count again with the same folder: the counts there are kept"
            raise UserError(error.what, where=error.where, cure=cure) from None

    @property
    def _file(self) -> Path:
        return self.path / COUNTS

    def _damaged(self) -> UserError:
        return UserError(
            "its contents have changed since it was written",
            where=str(self._file),
            cure="remove the folder and count again",
        )


def _checksum(content: Mapping[str, Any]) -> int:
    return zlib.crc32(json.dumps(content, sort_keys=True).encode())


def _differences(kept: Mapping[str, Any], wanted: Mapping[str, Any]) -> str:
    """Return in words how the count in a folder differs from the one wanted."""
    flat = [
        {**about, **(about["rules"] if isinstance(about["rules"], dict) else {})}
        for about in (kept, wanted)
    ]
    names = sorted(
        name
        for name in flat[1]
        if name not in ("rules", "deals") and flat[0].get(name) != flat[1][name]
    )
    return ", ".join(f"{name} is {flat[0].get(name)!r}" for name in names)
