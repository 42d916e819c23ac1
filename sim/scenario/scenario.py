"""Scenarios: the questions that people ask, as TOML files, read strictly.

A scenario says which game is played how often, from which seed, and under which variants of its rules, all
on the same deals. Reading it is all that is done here: nothing is played, and Numba is not loaded.
"""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from sim.contract.policy import policies_table
from sim.contract.rules import GameRules
from sim.errors import UserError, unknown
from sim.games import find_game
from sim.limits import check_seed, parse_count
from sim.scenario.fields import (
    NORMAL_REPORT,
    Report,
    Variant,
    read_flag,
    read_precision,
    read_report,
    read_table,
    read_text,
    target_value,
)
from sim.scenario.players import read_players
from sim.stats.precision import Precision

KEYS = {
    "title": "what the scenario is called",
    "question": "what it is to answer, in one sentence",
    "game": "the game that is played",
    "games": "how many games each variant plays, such as 1_000_000 or 1e6",
    "seed": "where chance comes from, a whole number from 0 to 2**64 - 1",
    "keep_games": "whether every game is kept as a row of Parquet (true) or only the tallies (false)",
    "rules": "the options of the game that all variants share",
    "vary": "options with a list of values each: every combination is a variant",
    "variant": "variants by name, each with its own rules",
    "precision": "statistics with the half width at which they are known well enough to stop",
    "report": "what the report shows",
    "policies": "how the players choose, in games of choice",
    "tournament": "the policies that all play each other, in games of choice",
}
"""The keys of a scenario file and what they say."""


@dataclass(frozen=True)
class Scenario:
    """A validated scenario.

    Attributes
    ----------
    title, question
        For people.
    game
        The name of the game.
    games
        How many games each variant plays at most.
    seed
        Where chance comes from.
    variants
        In order; the same games under each; on the same deals where their decks are the same.
    keep_games
        Whether every game is kept as a row.
    precision
        When to stop before that; None: never.
    report
        What the report shows.
    tournament
        The names of the policies that all play each other; empty where there is no tournament.
    text
        The file as it was read, "" if there was none.
    """

    title: str
    question: str
    game: str
    games: int
    seed: int
    variants: tuple[Variant, ...]
    keep_games: bool = True
    precision: Precision | None = None
    report: Report = NORMAL_REPORT
    tournament: tuple[str, ...] = ()
    text: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the variants, in order."""
        return tuple(variant.name for variant in self.variants)

    @property
    def rules(self) -> dict[str, GameRules]:
        """The rules of the variants by their names, in order."""
        return {variant.name: variant.rules for variant in self.variants}

    @property
    def mirrored(self) -> tuple[tuple[int, int], ...]:
        """In a tournament the places of variants in which the same two players have changed seats."""
        if not self.tournament:
            return ()
        return tuple((place + 1, place) for place in range(0, len(self.variants), 2))

    @property
    def sampled(self) -> dict[str, Any]:
        """What decides the outcome of game ``k``: nothing else can change it."""
        return {
            "game": self.game,
            "version": find_game(self.game).version,
            "seed": self.seed,
            "policies": list(self.tournament),
            "variants": [
                {"name": one.name, "rules": one.rules.as_dict(), **policies_table(one.rules)}
                for one in self.variants
            ],
        }

    @property
    def hash(self) -> str:
        """The SHA-256 of what is sampled, in hexadecimal: runs with the same one can be joined."""
        canonical = json.dumps(self.sampled, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
        return hashlib.sha256(canonical.encode()).hexdigest()

    def with_changes(self, *, games: int | str | float | None = None, seed: int | None = None) -> Scenario:
        """Return the scenario with another number of games or another seed.

        Raises
        ------
        UserError
            If they are not legal.
        """
        changed = self
        if games is not None:
            changed = replace(changed, games=parse_count(games, "games"))
        if seed is not None:
            changed = replace(changed, seed=check_seed(seed))
        return changed

    def as_dict(self) -> dict[str, Any]:
        """Return everything as a JSON object; :func:`from_dict` reads it."""
        precision = self.precision and {
            "level": self.precision.level,
            **{target.statistic: target_value(target) for target in self.precision.aims},
        }
        report: dict[str, Any] = {"seconds_per_play": self.report.seconds_per_play}
        if self.report.show is not None:
            report["show"] = list(self.report.show)
        played: dict[str, Any]
        if self.tournament:
            played = {"tournament": list(self.tournament), "rules": _given(self.variants[0].rules)}
        else:
            played = {
                "variant": [
                    {"name": one.name, "rules": _given(one.rules), **policies_table(one.rules)}
                    for one in self.variants
                ]
            }
        content = {
            "title": self.title,
            "question": self.question,
            "game": self.game,
            "games": self.games,
            "seed": self.seed,
            "keep_games": self.keep_games,
            **played,
            "precision": precision,
            "report": report,
        }
        return {key: value for key, value in content.items() if value is not None}


def _given(rules: GameRules) -> dict[str, object]:
    return {name: value for name, value in rules.as_dict().items() if value is not None}


def load_scenario(source: str | Path) -> Scenario:
    """Return the scenario of a file, or the one that is shipped under that name.

    Parameters
    ----------
    source
        A path, or a name such as ``war-length``.

    Raises
    ------
    UserError
        If there is none, or it is not a scenario; the message says the file and the line or field.
    """
    path = find_scenario(source)
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise UserError(
            "it is not a text file in UTF-8", where=str(source), cure="give a TOML file"
        ) from None
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise UserError(f"cannot read it: {reason}", where=str(source)) from None
    return parse_scenario(text, str(source))


def parse_scenario(text: str, where: str = "scenario") -> Scenario:
    """Return the scenario of a TOML text.

    Parameters
    ----------
    text
        The content of a scenario file.
    where
        What errors call it.

    Raises
    ------
    UserError
        If it is not a scenario.
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        what, line = _toml_error(str(error))
        raise UserError(what, where=f"{where}{line}", cure="a scenario is a TOML file") from None
    try:
        return replace(from_dict(data), text=text)
    except UserError as error:
        raise error.at(where) from None


def from_dict(data: Mapping[str, Any]) -> Scenario:
    """Return the scenario that a TOML or JSON object describes.

    Raises
    ------
    UserError
        If it is not a scenario; the message says the field.
    """
    for key in data:
        if key not in KEYS:
            raise unknown("key", key, KEYS)
    for key in ("game", "games", "seed"):
        if key not in data:
            raise UserError(f"there is no {key!r}", cure=f"a scenario has {key!r}: {KEYS[key]}")
    try:
        game = find_game(read_text(data["game"], "game"))
    except UserError as error:
        raise error if error.where else error.at("game") from None
    for key in ("policies", "tournament"):
        if key in data and game.policies is None:
            raise UserError(f"{game.name} has no choices to make", where=key, cure="leave it out")
    tournament, variants = read_players(game, data)
    scenario = Scenario(
        title=read_text(data.get("title", game.title), "title"),
        question=read_text(data.get("question", ""), "question"),
        game=game.name,
        games=parse_count(data["games"], "games"),
        seed=check_seed(data["seed"]),
        variants=variants,
        tournament=tournament,
        keep_games=read_flag(data.get("keep_games", True), "keep_games"),
        report=read_report(read_table(data.get("report", {}), "report")),
    )
    if "precision" in data:
        # The statistics are loaded only for a scenario that asks for a precision.
        from sim.tallies.stopping import check_aims

        precision = read_precision(read_table(data["precision"], "precision"))
        check_aims(game, scenario.rules, scenario.mirrored, precision)
        scenario = replace(scenario, precision=precision)
    return scenario


def difference(there: Scenario, wanted: Scenario) -> str:
    """Return in words what is sampled otherwise; "" if nothing is."""
    if there.hash == wanted.hash:
        return ""
    if there.game != wanted.game:
        return f"the game is {there.game}, not {wanted.game}"
    if there.seed != wanted.seed:
        return f"the seed is {there.seed}, not {wanted.seed}"
    if there.names != wanted.names:
        return f"the variants are {'; '.join(there.names)}, not {'; '.join(wanted.names)}"
    for one, other in zip(there.variants, wanted.variants, strict=True):
        mine, new = one.rules.as_dict(), other.rules.as_dict()
        for option in mine:
            if mine[option] != new.get(option):
                return f"under {one.name!r} {option} is {mine[option]}, not {new.get(option)}"
        if policies_table(one.rules) != policies_table(other.rules):
            there_play, wanted_play = policies_table(one.rules), policies_table(other.rules)
            return (
                f"under {one.name!r} the policies are {there_play['policies']}, not {wanted_play['policies']}"
            )
    return f"its hash is {there.hash[:12]}, not {wanted.hash[:12]}"


def shipped_directory() -> Path:
    """Return where the scenarios lie that come with the program: in the wheel, else beside the package."""
    inside = Path(__file__).parents[1] / "_scenarios"
    return inside if inside.is_dir() else Path(__file__).parents[2] / "scenarios"


def shipped_scenarios() -> dict[str, Path]:
    """Return the scenarios that come with the program, by name."""
    return {
        path.stem: path for path in sorted(shipped_directory().glob("*.toml"), key=lambda path: path.stem)
    }


def find_scenario(source: str | Path) -> Path:
    """Return the path of a scenario given by its path or, if shipped, by its name.

    Raises
    ------
    UserError
        If there is none; it names the nearest shipped one.
    """
    path = Path(source)
    if path.is_file():
        return path
    shipped = shipped_scenarios()
    if str(source) in shipped:
        return shipped[str(source)]
    if path.is_dir():
        raise UserError(
            "it is a directory", where=str(source), cure="give a TOML file or the name of a scenario"
        )
    if path.suffix or len(path.parts) > 1:
        raise UserError(
            "there is no such file", where=str(source), cure="give a TOML file or the name of a scenario"
        )
    raise unknown("scenario", str(source), shipped)


def _toml_error(message: str) -> tuple[str, str]:
    """Split TOML's message into what is wrong and the line."""
    match = re.fullmatch(r"(.*) \(at (line \d+), column (\d+)\)", message, re.DOTALL)
    if not match:
        return message.removesuffix(
            " (at end of document)"
        ), ", at the end" if "end of document" in message else ""
    return f"{match[1]} (column {match[3]})", f", {match[2]}"
