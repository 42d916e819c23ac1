"""The directory of a run: its record and the files that the record names, read and written whole."""

import hashlib
import io
import json
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from sim.collect.ledger import Range
from sim.contract.columns import Column
from sim.contract.game import Game
from sim.contract.policy import policies_table
from sim.contract.rules import GameRules
from sim.counts.tallies import KEY_COLUMNS, Longest, Tallies
from sim.errors import UserError, reported_at
from sim.games import find_game
from sim.runs.record import (
    GAMES,
    RECORD,
    Counted,
    Record,
    parse_record,
    part_name,
    record_text,
    slugs,
)
from sim.scenario import Scenario
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

COUNTS, SPARE = "tallies.parquet", "tallies-next.parquet"
"""The names of the counts. A new file takes the name that the record does not use, so that at any moment the record
names a whole one; at rest it is the first name."""

ROWS_AGAIN = "--resume plays its games again"
COUNTS_AGAIN = "warlab status RUN --repair plays all games again"


@dataclass(frozen=True)
class Variant:
    """A variant of a run, and what its parts say of their games."""

    name: str
    directory: str  # below that of the run
    game: Game
    rules: GameRules
    seed: int
    scenario_hash: str

    @property
    def columns(self) -> tuple[Column, ...]:
        """The outcome columns, the game's number aside."""
        return self.game.columns_under(self.rules)

    def facts(self, games: Range) -> dict[str, str]:
        """Return what the footer of a part says: enough to play every one of its games again."""
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
    """Return the variants of a run of a scenario."""
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


class RunDirectory:
    """A directory that is, or becomes, a run."""

    def __init__(self, path: Place) -> None:
        self.path = path
        self._record = b""  # the record as this process last read or wrote it

    @property
    def is_run(self) -> bool:
        """Whether the directory has a record."""
        with reported("read", self.path):
            return (self.path / RECORD).is_file()

    def make(self) -> None:
        """Make the directory for a new run; it must not have other contents."""
        with reported("read", self.path):
            if self.path.exists() and not self.path.is_dir():
                raise UserError(
                    "it is a file", where=str(self.path), cure="choose another --out"
                )
            make_directory(self.path)
            taken = self.path.exists() and any(
                not entry.name.startswith(".") for entry in self.path.iterdir()
            )
        if taken:
            raise UserError(
                "it is not empty and not a run",
                where=str(self.path),
                cure="choose another --out, or an empty one",
            )

    def locked(self) -> AbstractContextManager[None]:
        """Lock the directory, so that no other process of this machine writes to it."""
        return locked(self.path, "writing this run")

    def read(self) -> tuple[Record, Tallies]:
        """Return the record and the counts that it names."""
        while True:
            record = self.read_record()
            try:
                return record, self._read_counts(record)
            except UserError:
                # While a run is played, both may be replaced between two readings.
                if read_whole(self.path / RECORD) == self._record:
                    raise

    def read_record(self) -> Record:
        """Return the record."""
        path = self.path / RECORD
        if not self.is_run:
            with reported("read", self.path):
                is_there = self.path.exists()
            if not is_there:
                raise UserError(
                    "there is no such directory",
                    where=str(self.path),
                    cure="warlab run makes one",
                )
            raise UserError(
                f"it is not a run: no {RECORD}",
                where=str(self.path),
                cure="give a run's directory",
            )
        self._record = read_whole(path)
        with reported_at(str(path), within=True):
            return parse_record(self._record.decode(errors="replace"))

    def write_record(self, record: Record) -> None:
        """Write the record, unless another process has written one since this one last did."""
        path = self.path / RECORD
        if self._record and read_whole(path) != self._record:
            raise UserError(
                "another process has begun to write this run",
                where=str(self.path),
                cure="wait for it, or stop it and --resume",
            )
        content = record_text(record).encode()
        write_whole(path, content)
        self._record = content

    def commit(self, record: Record, tallies: Tallies) -> Record:
        """Save the state of the run: the counts under a name that is free, then the record that names them."""
        before = record.counted
        if not record.ledger:
            record = replace(record, counted=None)
        else:
            name = SPARE if before is not None and before.file == COUNTS else COUNTS
            content = _counts_content(record.scenario, tallies)
            write_whole(self.path / name, content)
            record = replace(record, counted=Counted(name, _sha256(content)))
        self.write_record(record)
        if before is not None and before != record.counted:
            remove(self.path / before.file)
        return record

    def part(self, variant: Variant, games: Range) -> Place:
        """Return the place of a part."""
        return self.path / variant.directory / part_name(games)

    def write_block(
        self, variants: Sequence[Variant], games: Range, parts: Sequence[bytes]
    ) -> tuple[str, ...]:
        """Write the part of each variant, and return their hashes for the record."""
        for variant, content in zip(variants, parts, strict=True):
            path = self.part(variant, games)
            make_directory(path.parent)
            write_whole(path, content)
        return tuple(map(_sha256, parts))

    def check_part(self, variant: Variant, games: Range, sha256: str) -> bytes:
        """Return the content of a part, which must have its hash."""
        path = self.part(variant, games)
        content = read_whole(path, cure=ROWS_AGAIN)
        if _sha256(content) != sha256:
            raise UserError("it is damaged", where=str(path), cure=ROWS_AGAIN)
        return content

    def damages(self, record: Record) -> Iterator[tuple[Range, UserError]]:
        """Yield an error for each part that is missing or damaged, with its games."""
        variants = variants_of(record.scenario)
        for games, hashes in sorted(record.blocks.items()):
            for variant, sha256 in zip(variants, hashes, strict=True):
                try:
                    self.check_part(variant, games, sha256)
                except UserError as error:
                    yield games, error

    def missing_rows(self, record: Record) -> list[UserError]:
        """Return an error for each range of games that should have rows and have none."""
        return [
            UserError(
                f"the rows of games {first} to {stop - 1} are missing",
                where=str(self.path),
                cure="--resume plays them again",
            )
            for first, stop in record.without_rows
        ]

    def remove_unnamed(self, record: Record) -> None:
        """Remove what killed sessions have left; other file systems are not searched, and nothing there is read."""
        if not isinstance(self.path, Path):
            return
        remove_temporaries(self.path)
        named = {
            self.part(variant, games)
            for variant in variants_of(record.scenario)
            for games in record.blocks
        }
        for path in set(self.path.glob(f"{GAMES}/*/part-*.parquet")) - named:
            remove(path)
        for name in {COUNTS, SPARE} - {record.counted.file if record.counted else ""}:
            remove(self.path / name)

    def _read_counts(self, record: Record) -> Tallies:
        if record.counted is None:
            return Tallies()
        import pyarrow as pa
        import pyarrow.parquet as pq

        path = self.path / record.counted.file
        content = read_whole(path, cure=COUNTS_AGAIN)
        if _sha256(content) != record.counted.sha256:
            raise UserError("it is damaged", where=str(path), cure=COUNTS_AGAIN)
        table = pq.read_table(
            pa.BufferReader(content), read_dictionary=list(KEY_COLUMNS)
        )
        longest = json.loads(table.schema.metadata[b"longest"])
        return replace(
            Tallies.from_arrow(table),
            longest={name: game and Longest(*game) for name, game in longest.items()},
        )


def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _counts_content(scenario: Scenario, tallies: Tallies) -> bytes:
    """Return the file of the counts; its footer has the longest game of each variant."""
    import polars as pl
    import pyarrow.parquet as pq

    longest = {
        name: game and [game.length, game.game]
        for name, game in tallies.longest.items()
    }
    footer = {"scenario_hash": scenario.hash, "longest": json.dumps(longest)}
    table = (
        tallies.frame()
        .to_arrow(compat_level=pl.CompatLevel.oldest())
        .replace_schema_metadata(footer)
    )
    file = io.BytesIO()
    pq.write_table(table, file, compression="zstd")
    return file.getvalue()
