"""The record of a run, ``manifest.json``: its one truth, of what is played, what is done, and in which files.

The record is written whole, and last. It names the parts and the counts with the SHA-256 of each; a file that it does
not name does not exist for it, and a file is compared with its hash before its content is used.
"""

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sim.collect.ledger import Ledger, Range, join, without
from sim.errors import UserError, reported_at, shown
from sim.games import find_game
from sim.machine.software import software
from sim.scenario import Scenario, from_dict

FORMAT = 4
"""The version of the run directory."""

RECORD = "manifest.json"
GAMES = "games"

Blocks = Mapping[Range, tuple[str, ...]]
"""The SHA-256 of the part of each variant, by the games of a block."""

_RESTORE = "restore it from a copy, or choose another --out"
_PART = re.compile(r"part-(\d{12,})-(\d{12,})\.parquet")


@dataclass(frozen=True)
class Counted:
    """The file of the counts, and its SHA-256."""

    file: str
    sha256: str


@dataclass(frozen=True)
class Record:
    """The scenario of a run, with the seed in use, and its progress."""

    scenario: Scenario
    first: int  # the number of the first game
    games: int  # the most games that each variant plays
    ledger: Ledger = ()  # the games that were played under every variant and are counted
    stopped: str | None = None  # why the run stopped with fewer games
    blocks: Blocks = field(default_factory=dict)
    counted: Counted | None = None

    @property
    def range(self) -> Range:
        """The games that are planned."""
        return self.first, self.first + self.games

    @property
    def without_rows(self) -> Ledger:
        """The games that are counted but should have rows and have none."""
        return (
            without(self.ledger, join(self.blocks)) if self.scenario.keep_games else ()
        )

    def as_dict(self) -> dict[str, Any]:
        """Return the content of ``manifest.json``, its own checksum aside."""
        scenario = self.scenario
        directories = zip(scenario.names, slugs(scenario.names), strict=True)
        return {
            "format": FORMAT,
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
            "counts": None if self.counted is None else vars(self.counted),
            "parts": {
                part_name(games): list(self.blocks[games])
                for games in sorted(self.blocks)
            },
            "software": software(),
        }


def record_text(record: Record) -> str:
    """Return the text of ``manifest.json``."""
    content = record.as_dict()
    return (
        json.dumps(
            {**content, "sha256": _checksum(content)}, indent=2, ensure_ascii=False
        )
        + "\n"
    )


def parse_record(text: str) -> Record:
    """Return the record of a text, which must agree with its checksum; the error does not name the file."""
    try:
        data = json.loads(text)
        version = data["format"]
        if version != FORMAT:
            raise UserError(
                f"it has format {shown(version)}, not {FORMAT}",
                cure="use the version of warlab that wrote it",
            )
        if data.pop("sha256") != _checksum(data):
            raise UserError(
                "it is damaged: it does not agree with its checksum", cure=_RESTORE
            )
        return _record_of(data)
    except UserError:
        raise
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
        raise UserError(
            "it is damaged: it is not the record of a run", cure=_RESTORE
        ) from None


def _record_of(data: Mapping[str, Any]) -> Record:
    """Return the record of a sound JSON object, which another version of the rules may have written."""
    with reported_at("scenario", within=True):
        scenario = replace(from_dict(data["scenario"]), text=data["scenario_text"])
    version = find_game(scenario.game).version
    if data["rules_version"] != version:
        raise UserError(
            f"it is of version {data['rules_version']} of the rules of {scenario.game}, not {version}",
            cure="use the version of warlab that wrote it",
        )
    if data["scenario_hash"] != scenario.hash:
        what = "it is from another version of the rules: the scenario does not match its hash"
        raise UserError(what, cure=_RESTORE)
    return Record(
        scenario,
        data["first"],
        data["games"],
        join((first, last + 1) for first, last in data["ledger"]),
        data["stopped"],
        {games_of(name): tuple(hashes) for name, hashes in data["parts"].items()},
        data["counts"] and Counted(**data["counts"]),
    )


def _checksum(content: Mapping[str, Any]) -> str:
    """Return the SHA-256 of a JSON object, which does not depend on spaces or the order of its keys."""
    canonical = json.dumps(
        content, sort_keys=True, separators=(",", ":"), ensure_ascii=True
    )
    return hashlib.sha256(canonical.encode()).hexdigest()


def part_name(games: Range) -> str:
    """Return the name of the parts with some games, such as ``part-000000000000-000000000999.parquet``."""
    return f"part-{games[0]:012d}-{games[1] - 1:012d}.parquet"


def games_of(name: str) -> Range:
    """Return the games of the parts of a name."""
    numbers = _PART.fullmatch(name)
    if numbers is None:
        raise ValueError(f"{name} is not the name of a part")
    return int(numbers[1]), int(numbers[2]) + 1


def slugs(names: Sequence[str]) -> tuple[str, ...]:
    """Return the name of a directory for each variant: plain, and different from the others on any file system."""
    taken: list[str] = []
    for name in names:
        plain = re.sub(r"[^a-z0-9_.]+", "-", name.lower()).strip("-.")[:80] or "variant"
        slug, number = plain, 1
        while slug in taken:
            number += 1
            slug = f"{plain}-{number}"
        taken.append(slug)
    return tuple(taken)
