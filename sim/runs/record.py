"""The record of a run: what is played, what is done, and in which files.

The content of its manifest.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from sim.collect.ledger import Ledger, Range, join, without
from sim.errors import UserError, reported_at
from sim.games import find_game
from sim.machine.software import software
from sim.scenario import Scenario, from_dict
from sim.storage.store import Blobs, current

FORMAT = 5
"""The version of the run directory."""

GAMES = "games"

COUNTS = "tallies.parquet"
"""The name of the counts at rest."""

_RESTORE = "restore it from a copy, or choose another directory"
_PART = re.compile(r"part-(\d{12,})-(\d{12,})\.parquet")


@dataclass(frozen=True)
class Record:
    """The scenario of a run, with the seed in use, and its progress.

    Attributes
    ----------
    scenario
        What is played.
    first
        The number of the first game.
    games
        The most games that each variant plays.
    ledger
        The games that were played under every variant and are counted.
    stopped
        Why the run stopped with fewer games; None if it did not.
    blobs
        The SHA-256 of the counts and of every part, by their paths below the directory.
    """

    scenario: Scenario
    first: int
    games: int
    ledger: Ledger = ()
    stopped: str | None = None
    blobs: Blobs = field(default_factory=dict)

    @property
    def range(self) -> Range:
        """The games that are planned."""
        return self.first, self.first + self.games

    @property
    def counts(self) -> str | None:
        """The name of the file of the counts; None before there is one."""
        name = current(COUNTS, self.blobs)
        return name if name in self.blobs else None

    @cached_property
    def blocks(self) -> tuple[Range, ...]:
        """The games of the blocks that have parts, in order."""
        directory = f"{GAMES}/{slugs(self.scenario.names)[0]}/"
        return tuple(
            sorted(
                games_of(name.removeprefix(directory))
                for name in self.blobs
                if name.startswith(directory)
            )
        )

    @property
    def without_rows(self) -> Ledger:
        """The games that are counted but should have rows and have none."""
        return (
            without(self.ledger, join(self.blocks)) if self.scenario.keep_games else ()
        )

    def without_blocks(self, games: set[Range]) -> "Record":
        """The record without the parts of some blocks."""
        names = {part_name(block) for block in games}
        kept = {
            name: sha256
            for name, sha256 in self.blobs.items()
            if name.rpartition("/")[2] not in names
        }
        return replace(self, blobs=kept)

    def as_dict(self) -> dict[str, Any]:
        """The content of the manifest."""
        scenario = self.scenario
        directories = zip(scenario.names, slugs(scenario.names), strict=True)
        return {
            "scenario": scenario.as_dict(),
            "scenario_hash": scenario.hash,
            "scenario_text": scenario.text,
            "rules_version": find_game(scenario.game).version,
            "seed": scenario.seed,
            "first": self.first,
            "games": self.games,
            "keep_games": scenario.keep_games,
            "variants": [
                {"name": name, "directory": f"{GAMES}/{slug}"}
                for name, slug in directories
            ],
            "ledger": [[first, stop - 1] for first, stop in self.ledger],
            "stopped": self.stopped,
            "software": software(),
        }


def record_of(entries: Mapping[str, Any], blobs: Blobs) -> Record:
    """The record of a sound manifest, which another version of the rules may have written."""
    with reported_at("scenario", within=True):
        scenario = replace(
            from_dict(entries["scenario"]), text=entries["scenario_text"]
        )
    version = find_game(scenario.game).version
    if entries["rules_version"] != version:
        raise UserError(
            f"it is of version {entries['rules_version']} of the rules of "
            f"{scenario.game}, not {version}",
            cure="use the version of warlab that wrote it",
        )
    if entries["scenario_hash"] != scenario.hash:
        what = "it is from another version of the rules: the scenario does not match its hash"
        raise UserError(what, cure=_RESTORE)
    return Record(
        scenario,
        entries["first"],
        entries["games"],
        join((first, last + 1) for first, last in entries["ledger"]),
        entries["stopped"],
        blobs,
    )


def part_name(games: Range) -> str:
    """The name of the parts with some games, such as ``part-000000000000-000000000999.parquet``."""
    return f"part-{games[0]:012d}-{games[1] - 1:012d}.parquet"


def games_of(name: str) -> Range:
    """The games of the parts of a name."""
    numbers = _PART.fullmatch(name)
    if numbers is None:
        raise ValueError(f"{name} is not the name of a part")
    return int(numbers[1]), int(numbers[2]) + 1


def slugs(names: Sequence[str]) -> tuple[str, ...]:
    """The name of a directory for each variant.

    Names are plain, and differ from each other on any file system.
    """
    taken: list[str] = []
    for name in names:
        plain = re.sub(r"[^a-z0-9_.]+", "-", name.lower()).strip("-.")[:80] or "variant"
        slug = plain
        number = 1
        while slug in taken:
            number += 1
            slug = f"{plain}-{number}"
        taken.append(slug)
    return tuple(taken)
