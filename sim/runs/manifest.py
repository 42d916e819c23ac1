"""The manifest of a run, ``manifest.json``: its scenario, its progress, and the software that made it."""

from __future__ import annotations

import json
import platform
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import metadata
from typing import Any

from sim.errors import UserError
from sim.games import find_game
from sim.limits import MOST_NUMBER, is_whole
from sim.runs.ledger import Ledger, Range, join, without
from sim.runs.seals import json_is_sound, sealed_json
from sim.scenario import Scenario, from_dict

FORMAT = 2
"""The version of the run directory, in the manifest and in the footer of the tallies."""

READABLE = (1, 2)
"""The versions that are read; files of version 1 have no seals."""

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
    fault
        Why the tallies cannot be trusted, if the files disagree: nothing may be computed from them, but the run
        can be resumed.
    """

    scenario: Scenario
    first: int
    games: int
    ledger: Ledger = ()
    stopped: str | None = None
    fault: UserError | None = field(default=None, compare=False)

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


def manifest_text(manifest: Manifest) -> str:
    """Return the text of ``manifest.json``, sealed."""
    return json.dumps(sealed_json(manifest.as_dict()), indent=2, ensure_ascii=False) + "\n"


def parse_manifest(text: str) -> Manifest:
    """Return the manifest of a text, after checking every key of it.

    Raises
    ------
    UserError
        If it is damaged, or of another format or version of the rules; the error does not name the file.
    """
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise _damaged("it is not JSON") from None
    if not isinstance(data, dict):
        raise _damaged("it is not a JSON object")
    if "format" not in data:
        raise _damaged("no 'format'")
    version = data["format"]
    if not is_whole(version) or version not in READABLE:
        raise UserError(
            f"it has format {version!r}, not {FORMAT}", cure="use the version of warlab that wrote it"
        )
    sound = json_is_sound(data)
    if sound is False or (sound is None and version != 1):
        raise _damaged("it does not agree with its checksum" if sound is False else "it has no checksum")
    return _checked(data)


def _damaged(what: str) -> UserError:
    return UserError(f"it is damaged: {what}")


def _checked(data: Mapping[str, Any]) -> Manifest:
    """Return the manifest of a JSON object whose keys may be missing or have any values."""
    for key in _KEYS:
        if key not in data:
            raise _damaged(f"no {key!r}")
    if not isinstance(data["scenario"], dict) or not isinstance(data["scenario_text"], str):
        raise _damaged("its scenario is not one")
    try:
        scenario = replace(from_dict(data["scenario"]), text=data["scenario_text"])
    except UserError as error:
        raise error.at("scenario") from None
    except (ValueError, TypeError, ArithmeticError, RecursionError):
        raise _damaged("its scenario is not one") from None
    version = find_game(scenario.game).version
    if data["rules_version"] != version:
        raise UserError(
            f"it is of version {data['rules_version']} of the rules of {scenario.game}, not {version}",
            cure="use the version of warlab that wrote it",
        )
    first, games, stopped = data["first"], data["games"], data["stopped"]
    if not is_whole(first) or not 0 <= first <= MOST_NUMBER:
        raise _damaged(f"first is {_short(first)}, not the number of a game")
    if not is_whole(games) or not 1 <= games <= MOST_NUMBER - first + 1:
        raise _damaged(f"games is {_short(games)}, not a number of games")
    if stopped is not None and not isinstance(stopped, str):
        raise _damaged(f"stopped is {_short(stopped)}, not a text")
    if games != scenario.games:
        raise _damaged("games does not agree with the scenario")
    if data["scenario_hash"] != scenario.hash:
        raise UserError(
            "it is damaged, or from another version of the rules: the scenario does not match its hash"
        )
    manifest = Manifest(scenario, first, games, _ledger(data["ledger"]), stopped)
    if without(manifest.ledger, (manifest.range,)):
        raise _damaged("its ledger has games outside of its range")
    for key, value in manifest.as_dict().items():
        if key not in ("format", "scenario", "software") and data[key] != value:
            raise _damaged(f"{key} does not agree with the scenario")
    return manifest


_KEYS = (
    "scenario",
    "scenario_hash",
    "scenario_text",
    "rules_version",
    "seed",
    "first",
    "games",
    "keep_games",
    "variants",
    "ledger",
    "stopped",
    "software",
)


def _ledger(data: object) -> Ledger:
    """Return the ledger of a manifest, which must have it as it is written: in order, apart, none empty."""
    try:
        ledger = ranges_of(data)
    except (ValueError, TypeError):
        raise _damaged("its ledger is not one") from None
    if inclusive(ledger) != data:
        raise _damaged("its ledger is not in order")
    return ledger


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:40]}…"


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


def ranges_of(data: object) -> Ledger:
    """Return the ledger that a file has; the opposite of :func:`inclusive`.

    Raises
    ------
    TypeError, ValueError
        If it is not a list of pairs of whole numbers.
    """
    if not isinstance(data, list) or not all(isinstance(pair, list) for pair in data):
        raise TypeError("not a list of pairs")
    ranges = []
    for first, last in data:
        if not is_whole(first) or not is_whole(last):
            raise TypeError("not a whole number")
        if not 0 <= first <= last <= MOST_NUMBER:
            raise ValueError("not a range of games")
        ranges.append((first, last + 1))
    return join(ranges)
