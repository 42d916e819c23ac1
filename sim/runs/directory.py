"""The directory of a run: its manifest, its tallies, and who may write to it.

What is known of a run is in two files. ``tallies.parquet`` holds the counts together with the ledger of the
games that they cover, so that they can never disagree; ``manifest.json`` says what is played, for people and
other programs, with a copy of the ledger. Nothing here plays.
"""

from __future__ import annotations

import json
import platform
import re
from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any

from sim.runs import dataset
from sim.files import cannot, locked, make_directory, write_whole
from sim.errors import UserError
from sim.games import find_game
from sim.runs.ledger import Ledger, Range, join
from sim.scenario.scenario import Scenario, from_dict
from sim.tallies.counts import Tallies

FORMAT = 1
"""The version of the run directory."""

MANIFEST = "manifest.json"
TALLIES = "tallies.parquet"
GAMES = "games"

_PACKAGES = ("warlab", "numpy", "numba", "polars", "pyarrow")


@dataclass(frozen=True)
class Manifest:
    """What a run plays, and how far it is.

    Attributes
    ----------
    scenario
        With the seed that is used.
    first, games
        The number of the first game, and how many games each variant plays at most.
    ledger
        The games that have been played under every variant and are in the tallies.
    stopped
        Why the run was content with fewer games; None if it was not.
    """

    scenario: Scenario
    first: int
    games: int
    ledger: Ledger = ()
    stopped: str | None = None

    @property
    def range(self) -> Range:
        """The games that are planned."""
        return self.first, self.first + self.games

    @property
    def directories(self) -> dict[str, str]:
        """The name of the directory of each variant's parts."""
        return dict(zip(self.scenario.names, slugs(self.scenario.names), strict=True))

    def as_dict(self) -> dict[str, Any]:
        """Return the content of ``manifest.json``."""
        directories = self.directories
        return {
            "format": FORMAT,
            "scenario": self.scenario.as_dict(),
            "scenario_hash": self.scenario.hash,
            "scenario_text": self.scenario.text,
            "rules_version": find_game(self.scenario.game).version,
            "seed": self.scenario.seed,
            "first": self.first,
            "games": self.games,
            "keep_games": self.scenario.keep_games,
            "variants": [{"name": name, "directory": f"{GAMES}/{directories[name]}"} for name in directories],
            "ledger": _inclusive(self.ledger),
            "stopped": self.stopped,
            "software": software(),
        }


@dataclass(frozen=True)
class RunDirectory:
    """A directory that is, or becomes, a run."""

    path: Path

    @property
    def is_run(self) -> bool:
        """Whether there is a manifest."""
        return (self.path / MANIFEST).is_file()

    def make(self) -> None:
        """Make the directory for a new run.

        Raises
        ------
        UserError
            If it cannot be made, or holds anything else.
        """
        if self.path.exists() and not self.path.is_dir():
            raise UserError("it is a file", where=str(self.path), cure="choose another --out")
        make_directory(self.path)
        try:
            taken = any(not entry.name.startswith(".") for entry in self.path.iterdir())
        except OSError as error:
            raise cannot("read", self.path, error) from None
        if taken:
            raise UserError(
                "it is not empty and not a run",
                where=str(self.path),
                cure="choose another --out, or an empty one",
            )

    def locked(self) -> AbstractContextManager[None]:
        """Lock the directory, so that no other process writes to it.

        Raises
        ------
        UserError
            If another process has locked it.
        """
        return locked(self.path, "writing this run")

    def read(self) -> tuple[Manifest, Tallies]:
        """Return what is known of the run.

        Raises
        ------
        UserError
            If it is no run, damaged, or of another format.
        """
        if not self.path.exists():
            raise UserError("there is no such directory", where=str(self.path), cure="warlab run makes one")
        if not self.is_run:
            raise UserError(
                f"it is not a run: no {MANIFEST}", where=str(self.path), cure="give a run's directory"
            )
        manifest = self._read_manifest()
        ledger, tallies = self._read_tallies(manifest.scenario)
        return replace(manifest, ledger=ledger), tallies

    def write(self, manifest: Manifest, tallies: Tallies) -> None:
        """Save how far the run is; a crash at any moment leaves a state that can be resumed.

        Raises
        ------
        UserError
            If it cannot be written.
        """
        if manifest.ledger:
            self._write_tallies(manifest, tallies)
        text = json.dumps(manifest.as_dict(), indent=2, ensure_ascii=False) + "\n"
        write_whole(self.path / MANIFEST, text.encode())

    def variants(self, scenario: Scenario) -> tuple[dataset.Variant, ...]:
        """Return the variants with the places of their parts."""
        game = find_game(scenario.game)
        return tuple(
            dataset.Variant(
                variant.name, self.path / GAMES / slug, game, variant.rules, scenario.seed, scenario.hash
            )
            for variant, slug in zip(scenario.variants, slugs(scenario.names), strict=True)
        )

    def _read_manifest(self) -> Manifest:
        path = self.path / MANIFEST
        cure = f"without a sound {MANIFEST} it cannot be used: choose another --out"
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
            if not isinstance(data, dict):
                raise TypeError("no object")
            if data["format"] != FORMAT:
                raise UserError(
                    f"it has format {data['format']!r}, not {FORMAT}",
                    where=str(path),
                    cure="use the version of warlab that wrote it",
                )
            scenario = replace(from_dict(data["scenario"]), text=str(data["scenario_text"]))
            manifest = Manifest(
                scenario, int(data["first"]), int(data["games"]), _ranges(data["ledger"]), data["stopped"]
            )
        except OSError as error:
            raise cannot("read", path, error) from None
        except KeyError as error:
            raise UserError(f"it is damaged: no {error.args[0]!r}", where=str(path), cure=cure) from None
        except UserError as error:
            raise error.at(str(path)) if error.where != str(path) else error from None
        except (ValueError, TypeError):
            raise UserError("it is damaged", where=str(path), cure=cure) from None
        if data["scenario_hash"] != scenario.hash:
            raise UserError(
                "it is damaged, or of another version of the rules: the scenario does not have its hash",
                where=str(path),
                cure=cure,
            )
        return manifest

    def _read_tallies(self, scenario: Scenario) -> tuple[Ledger, Tallies]:
        path = self.path / TALLIES
        if not path.exists():
            return (), Tallies()
        import polars as pl
        import pyarrow as pa
        import pyarrow.parquet as pq

        try:
            table = pq.read_table(path, memory_map=False)
            footer = table.schema.metadata or {}
            ledger = _ranges(json.loads(footer[b"ledger"]))
            owner = footer[b"scenario_hash"].decode()
            tallies = Tallies.from_frame(pl.DataFrame(pl.from_arrow(table)))
        except (pa.ArrowInvalid, KeyError, ValueError, TypeError):
            raise UserError(
                "it is damaged", where=str(path), cure="remove it; --resume then plays all games again"
            ) from None
        except OSError as error:
            raise cannot("read", path, error) from None
        if owner != scenario.hash:
            raise UserError(
                "it belongs to another run", where=str(path), cure="restore the right one, or remove it"
            )
        return ledger, tallies

    def _write_tallies(self, manifest: Manifest, tallies: Tallies) -> None:
        import polars as pl
        import pyarrow as pa
        import pyarrow.parquet as pq

        footer = {
            "warlab_format": str(FORMAT),
            "game": manifest.scenario.game,
            "seed": str(manifest.scenario.seed),
            "scenario_hash": manifest.scenario.hash,
            "first": str(manifest.ledger[0][0]),
            "last": str(manifest.ledger[-1][1] - 1),
            "ledger": json.dumps(_inclusive(manifest.ledger)),
        }
        table = tallies.frame().to_arrow(compat_level=pl.CompatLevel.oldest()).replace_schema_metadata(footer)
        content = pa.BufferOutputStream()
        pq.write_table(table, content, compression="zstd")
        write_whole(self.path / TALLIES, memoryview(content.getvalue()))


def slugs(names: Sequence[str]) -> tuple[str, ...]:
    """Return a name of a directory for each variant: plain, and no two alike on any file system.

    Examples
    --------
    >>> slugs(["face_down=3, run_out=lose", "Rank!", "rank"])
    ('face_down-3-run_out-lose', 'rank', 'rank-2')
    """
    found: list[str] = []
    for name in names:
        plain = re.sub(r"[^a-z0-9_.]+", "-", name.lower()).strip("-.")[:80] or "variant"
        slug, number = plain, 1
        while slug in found:
            number += 1
            slug = f"{plain}-{number}"
        found.append(slug)
    return tuple(found)


@cache
def software() -> dict[str, str]:
    """Return the versions of what plays and writes."""
    versions = {"python": platform.python_version()}
    for package in _PACKAGES:
        try:
            versions[package] = metadata.version(package)
        except metadata.PackageNotFoundError:
            versions[package] = "unknown"
    return versions


def _inclusive(ledger: Ledger) -> list[list[int]]:
    return [[first, stop - 1] for first, stop in ledger]


def _ranges(data: Sequence[Sequence[int]]) -> Ledger:
    return join((int(first), int(last) + 1) for first, last in data)
