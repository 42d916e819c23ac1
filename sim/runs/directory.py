"""The directory of a run: a store of its record, its counts and its parts."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import Any

from sim.collect.ledger import Range
from sim.collect.packed import packed, unpacked
from sim.contract.columns import Column
from sim.contract.game import Game
from sim.contract.policy import policies_table
from sim.contract.rules import GameRules
from sim.counts.tallies import Tallies
from sim.errors import UserError, reported_at
from sim.games import find_game
from sim.runs.record import (
    COUNTS,
    FORMAT,
    GAMES,
    Record,
    part_name,
    record_of,
    slugs,
)
from sim.scenario import Scenario
from sim.storage.places import Place
from sim.storage.store import MANIFEST, Store

ROWS_AGAIN = "resuming plays its games again"
COUNTS_AGAIN = "resuming plays all games again"


@dataclass(frozen=True)
class Variant:
    """A variant of a run.

    Attributes
    ----------
    name
        Its name.
    directory
        That of its parts, below the directory of the run.
    game, rules, seed, scenario_hash
        What its parts say of their games.
    """

    name: str
    directory: str
    game: Game
    rules: GameRules
    seed: int
    scenario_hash: str

    @property
    def columns(self) -> tuple[Column, ...]:
        """The outcome columns, the game's number aside."""
        return self.game.columns_under(self.rules)

    def facts(self, games: Range) -> dict[str, str]:
        """The footer of a part: enough to play every one of its games again."""
        facts: dict[str, Any] = {
            "game": self.game.name,
            "variant": self.name,
            "rules": self.rules.as_dict(),
            "seed": self.seed,
            "scenario_hash": self.scenario_hash,
            "first": games[0],
            "last": games[1] - 1,
            **policies_table(self.rules),
        }
        return {
            key: value if isinstance(value, str) else json.dumps(value)
            for key, value in facts.items()
        }


def variants_of(scenario: Scenario) -> tuple[Variant, ...]:
    """The variants of a run of a scenario."""
    game = find_game(scenario.game)
    return tuple(
        Variant(
            variant.name,
            f"{GAMES}/{slug}",
            game,
            variant.rules,
            scenario.seed,
            scenario.hash,
        )
        for variant, slug in zip(scenario.variants, slugs(scenario.names), strict=True)
    )


class RunDirectory(Store):
    """A directory that is, or becomes, a run."""

    def __init__(self, path: Place) -> None:
        super().__init__(path, "a run", FORMAT, "warlab run")

    def read_record(self) -> Record:
        """The record that the manifest has."""
        entries, blobs = self.read()
        with reported_at(str(self.path / MANIFEST), within=True):
            return record_of(entries, blobs)

    def read_all(self) -> tuple[Record, Tallies]:
        """The record and the counts that it names."""
        while True:
            record = self.read_record()
            try:
                return record, self._read_counts(record)
            except UserError:
                # While a run is played, both may be replaced between two readings.
                if self.is_unchanged:
                    raise

    def write_record(self, record: Record) -> None:
        """Write the record, unless another process has written one since this one last did."""
        self.commit(record.as_dict(), record.blobs)

    def save(self, record: Record, tallies: Tallies) -> Record:
        """Save the state of the run.

        The counts are written first, under a name that is free, then the record that
        names them.
        """
        if not record.ledger:
            self.write_record(record)
            return record
        footer = {"scenario_hash": record.scenario.hash}
        counts = packed(tallies, footer)
        blobs = self.update(record.as_dict(), record.blobs, COUNTS, counts)
        return replace(record, blobs=blobs)

    def part(self, variant: Variant, games: Range) -> Place:
        """The place of a part."""
        return self.path / variant.directory / part_name(games)

    def write_block(
        self, variants: Sequence[Variant], games: Range, parts: Sequence[bytes]
    ) -> dict[str, str]:
        """Write the part of each variant, and return their names and hashes for the record."""
        blobs: dict[str, str] = {}
        for variant, content in zip(variants, parts, strict=True):
            blobs |= self.write(f"{variant.directory}/{part_name(games)}", content)
        return blobs

    def check_part(self, variant: Variant, games: Range, record: Record) -> bytes:
        """The content of a part, which must have its hash."""
        name = f"{variant.directory}/{part_name(games)}"
        return self.content(name, record.blobs, ROWS_AGAIN)

    def damages(self, record: Record) -> Iterator[tuple[Range, UserError]]:
        """Yield an error for each part that is missing or damaged, with its games."""
        variants = variants_of(record.scenario)
        for games in record.blocks:
            for variant in variants:
                try:
                    self.check_part(variant, games, record)
                except UserError as error:
                    yield games, error

    def missing_rows(self, record: Record) -> list[UserError]:
        """An error for each range of games that should have rows and have none."""
        return [
            UserError(
                f"the rows of games {first} to {stop - 1} are missing",
                where=str(self.path),
                cure="resuming plays them again",
            )
            for first, stop in record.without_rows
        ]

    def strays_of(self, record: Record) -> tuple[str, ...]:
        """The Parquet files, and links to folders, that the record does not name.

        A link is named itself, and not followed: it may lead anywhere.
        """
        found = self.strays(
            record.blobs, f"{GAMES}/**/*.parquet", f"{GAMES}/*/*.parquet"
        )
        entries = self.strays(record.blobs, f"{GAMES}/**/*")
        links = (path for path in entries if path.is_symlink() and path.is_dir())
        # A variant's folder may lie elsewhere: then its link leads to named parts.
        ours = {str(PurePath(name).parent) for name in record.blobs}
        names = {str(path.relative_to(self.path)) for path in (*found, *links)}  # type: ignore[arg-type]
        return tuple(sorted(names - ours))

    def remove_unnamed(self, record: Record) -> None:
        """Remove what killed sessions have left."""
        self.sweep(record.blobs, f"{GAMES}/*/part-*.parquet", "tallies*.parquet")

    def _read_counts(self, record: Record) -> Tallies:
        if record.counts is None:
            return Tallies()
        return unpacked(self.content(record.counts, record.blobs, COUNTS_AGAIN))
