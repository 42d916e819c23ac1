"""The directory of a run: its manifest and its tallies, read and written whole, and its lock.

The state of a run is in two files. ``tallies.parquet`` holds the counts together with the ledger of the games that
they cover, so that the two can never disagree; ``manifest.json`` says what is played, for people and other programs,
with a copy of the ledger. Nothing here plays a game.
"""

from __future__ import annotations

import json
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from pathlib import Path

from sim.errors import UserError
from sim.files import cannot, locked, make_directory, write_whole
from sim.games import find_game
from sim.runs import dataset
from sim.runs.ledger import Ledger
from sim.runs.manifest import FORMAT, GAMES, MANIFEST, Manifest, inclusive, ranges_of, slugs
from sim.scenario import Scenario, from_dict
from sim.tallies.counts import Tallies

TALLIES = "tallies.parquet"
"""The name of the file with the counts and the ledger of the games that they cover."""


@dataclass(frozen=True)
class RunDirectory:
    """A directory that is, or becomes, a run."""

    path: Path

    @property
    def is_run(self) -> bool:
        """Whether the directory has a manifest."""
        return (self.path / MANIFEST).is_file()

    def make(self) -> None:
        """Make the directory for a new run.

        Raises
        ------
        UserError
            If it cannot be made, or is not empty.
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
        """Return the manifest and the tallies of the run.

        Raises
        ------
        UserError
            If it is not a run, is damaged, or has another format.
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
        """Save the state of the run; a crash at any moment leaves one that can be resumed.

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
        """Return the variants, with the directories of their parts."""
        game = find_game(scenario.game)
        return tuple(
            dataset.Variant(
                variant.name, self.path / GAMES / slug, game, variant.rules, scenario.seed, scenario.hash
            )
            for variant, slug in zip(scenario.variants, slugs(scenario.names), strict=True)
        )

    def _read_manifest(self) -> Manifest:
        path = self.path / MANIFEST
        cure = f"without a valid {MANIFEST} the run cannot be used: choose another --out"
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
            if not isinstance(data, dict):
                raise TypeError("not an object")
            if data["format"] != FORMAT:
                raise UserError(
                    f"it has format {data['format']!r}, not {FORMAT}",
                    where=str(path),
                    cure="use the version of warlab that wrote it",
                )
            scenario = replace(from_dict(data["scenario"]), text=str(data["scenario_text"]))
            manifest = Manifest(
                scenario, int(data["first"]), int(data["games"]), ranges_of(data["ledger"]), data["stopped"]
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
                "it is damaged, or from another version of the rules: the scenario does not match its hash",
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
            ledger = ranges_of(json.loads(footer[b"ledger"]))
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
            "ledger": json.dumps(inclusive(manifest.ledger)),
        }
        table = tallies.frame().to_arrow(compat_level=pl.CompatLevel.oldest()).replace_schema_metadata(footer)
        content = pa.BufferOutputStream()
        pq.write_table(table, content, compression="zstd")
        write_whole(self.path / TALLIES, memoryview(content.getvalue()))
