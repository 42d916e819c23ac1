"""The directory of a run: its manifest and its tallies, read and written whole, and its lock.

The state of a run is in two files. ``tallies.parquet`` holds the counts together with the ledger of the games that
they cover, so that the two can never disagree; ``manifest.json`` says what is played, for people and other programs,
with a copy of the ledger. Nothing here plays a game.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from dataclasses import dataclass, replace

from sim.counts.tallies import Tallies
from sim.errors import UserError
from sim.games import find_game
from sim.runs import dataset
from sim.runs.manifest import GAMES, MANIFEST, Manifest, manifest_text, parse_manifest, slugs
from sim.runs.stored import TALLIES, Stored, check_counts, fault, read_tallies, write_tallies
from sim.scenario import Scenario
from sim.storage.files import cannot, make_directory, write_whole
from sim.storage.lock import locked
from sim.storage.places import Place

RESTORE = "warlab status RUN --repair restores it if the tallies are sound; otherwise choose another --out"
"""What to do about a damaged manifest."""


@dataclass(frozen=True)
class RunDirectory:
    """A directory that is, or becomes, a run."""

    path: Place

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
            taken = self.path.exists() and any(
                not entry.name.startswith(".") for entry in self.path.iterdir()
            )
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
        manifest, stored = self._consistent()
        if stored is None:
            return replace(manifest, ledger=(), fault=fault(self.path / TALLIES, manifest, None)), Tallies()
        check_counts(self.path / TALLIES, stored, manifest.scenario)
        wrong = fault(self.path / TALLIES, manifest, stored)
        return replace(manifest, ledger=stored.ledger, fault=wrong), stored.tallies

    def _consistent(self) -> tuple[Manifest, Stored | None]:
        """Return the manifest and the tallies; while a run is played, both may be replaced between two readings."""
        text = self._manifest_text()
        while True:
            manifest = self._parsed(text)
            stored = read_tallies(self.path / TALLIES)
            before, text = text, self._manifest_text()
            if text == before:
                return manifest, stored

    def write(self, manifest: Manifest, tallies: Tallies) -> None:
        """Save the state of the run; a crash at any moment leaves one that can be resumed.

        Raises
        ------
        UserError
            If it cannot be written.
        """
        if manifest.ledger:
            write_tallies(self.path / TALLIES, manifest, tallies)
        write_whole(self.path / MANIFEST, manifest_text(manifest).encode())

    def variants(self, scenario: Scenario) -> tuple[dataset.Variant, ...]:
        """Return the variants, with the directories of their parts."""
        game = find_game(scenario.game)
        return tuple(
            dataset.Variant(
                variant.name, self.path / GAMES / slug, game, variant.rules, scenario.seed, scenario.hash
            )
            for variant, slug in zip(scenario.variants, slugs(scenario.names), strict=True)
        )

    def read_manifest(self) -> Manifest:
        """Return the manifest as it is in its file.

        Raises
        ------
        UserError
            If it is damaged, or has another format.
        """
        return self._parsed(self._manifest_text())

    def _manifest_text(self) -> str:
        """Return the text of the manifest."""
        path = self.path / MANIFEST
        try:
            return path.read_text(encoding="utf-8")
        except OSError as error:
            raise cannot("read", path, error) from None
        except UnicodeDecodeError:
            raise UserError("it is damaged: it is not UTF-8", where=str(path), cure=RESTORE) from None

    def _parsed(self, text: str) -> Manifest:
        """Return the manifest of its text."""
        try:
            return parse_manifest(text)
        except UserError as error:
            where = _place(self.path / MANIFEST, error)
            raise UserError(error.what, where=where, cure=error.cure or RESTORE) from None


def _place(path: Place, error: UserError) -> str:
    return str(path) if error.where is None else f"{path}: {error.where}"
