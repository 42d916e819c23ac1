"""The manifest of a run, ``manifest.json``: its scenario, its progress, and the software that made it."""

from __future__ import annotations

import platform
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import metadata
from typing import Any

from sim.games import find_game
from sim.runs.ledger import Ledger, Range, join
from sim.scenario import Scenario

FORMAT = 1
"""The version of the run directory."""

MANIFEST = "manifest.json"
GAMES = "games"

_PACKAGES = ("warlab", "numpy", "numba", "polars", "pyarrow")


@dataclass(frozen=True)
class Manifest:
    """The scenario of a run, and its progress.

    Attributes
    ----------
    scenario
        The scenario, with the seed in use.
    first, games
        The number of the first game, and the most games that each variant plays.
    ledger
        The games that have been played under every variant and are in the tallies.
    stopped
        Why the run stopped with fewer games; None if it did not.
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
            "ledger": inclusive(self.ledger),
            "stopped": self.stopped,
            "software": software(),
        }


def slugs(names: Sequence[str]) -> tuple[str, ...]:
    """Return the name of a directory for each variant: plain, and different from the others on any file system.

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
    """Return the versions of the programs that play and write the games."""
    versions = {"python": platform.python_version()}
    for package in _PACKAGES:
        try:
            versions[package] = metadata.version(package)
        except metadata.PackageNotFoundError:
            versions[package] = "unknown"
    return versions


def inclusive(ledger: Ledger) -> list[list[int]]:
    """Return the ranges of a ledger as files have them: the first game and the last."""
    return [[first, stop - 1] for first, stop in ledger]


def ranges_of(data: Sequence[Sequence[int]]) -> Ledger:
    """Return the ledger that a file has; the opposite of :func:`inclusive`."""
    return join((int(first), int(last) + 1) for first, last in data)
