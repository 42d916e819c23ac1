"""Read scenarios from TOML, field by field and strictly: every error names its line or its field."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from sim.errors import UserError, unknown
from sim.games import find_game
from sim.limits import check_seed, parse_count
from sim.scenario.fields import (
    read_flag,
    read_precision,
    read_report,
    read_table,
    read_text,
)
from sim.scenario.players import read_players
from sim.scenario.scenario import Scenario
from sim.scenario.shipped import find_scenario

KEYS = {
    "title": "the title of the scenario",
    "question": "the question that it answers, in one sentence",
    "game": "the game to play",
    "games": "the number of games of each variant, such as 1_000_000 or 1e6",
    "seed": "the random seed, a whole number from 0 to 2**64 - 1",
    "keep_games": "whether every game is kept as a row of Parquet (true) or only the tallies (false)",
    "rules": "the options of the game that all variants share",
    "vary": "options with a list of values each: every combination is a variant",
    "variant": "variants by name, each with its own rules",
    "chances": "chances by name: conditions over the columns of a game, in SQL",
    "means": "means by name: amounts over the columns of a game, in SQL",
    "precision": "statistics with the half widths of their intervals at which to stop",
    "answer": "what the report says first: a headline, numbers, a verdict and a picture",
    "report": "the choices of the report",
    "policies": "the policies of the players, in games of choice",
    "tournament": "the policies that play each other, in games of choice",
}
"""The keys of a scenario file and their meanings."""


def load_scenario(source: str | Path) -> Scenario:
    """Return the scenario of a file, or the bundled one of that name.

    Parameters
    ----------
    source
        A path, or a name such as ``war-length``.

    Raises
    ------
    UserError
        If there is no such file or name, or it is not a scenario; the message names the file and the line or field.
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
        The name of the text in errors.

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
    except RecursionError:
        raise UserError(
            "its tables are nested too deeply", where=where, cure="a scenario has two levels"
        ) from None
    except ValueError:  # Python reads no number of more than 4,300 digits
        raise UserError("it has a number of thousands of digits", where=where, cure="shorten it") from None
    try:
        return replace(from_dict(data), text=text)
    except UserError as error:
        raise error.at(where) from None


def from_dict(data: Mapping[str, Any]) -> Scenario:
    """Return the scenario that a TOML or JSON object describes.

    Raises
    ------
    UserError
        If it is not a scenario; the message names the field.
    """
    for key in data:
        if key not in KEYS:
            raise unknown("key", key, KEYS)
    for key in ("game", "games", "seed"):
        if key not in data:
            raise UserError(f"{key!r} is missing", cure=f"give {key!r}: {KEYS[key]}")
    try:
        game = find_game(read_text(data["game"], "game"))
    except UserError as error:
        raise error if error.where else error.at("game") from None
    for key in ("policies", "tournament"):
        if key in data and game.policies is None:
            raise UserError(f"{game.name} is not a game of choice", where=key, cure="remove it")
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
    if "chances" in data or "means" in data:
        from sim.scenario.queries import read_queries

        queries = read_queries(game, scenario.rules, data, scenario.report.seconds_per_play)
        scenario = replace(scenario, queries=queries)
    if "precision" in data:
        # The statistics are loaded only for a scenario that asks for a precision.
        from sim.counts.stopping import check_aims

        precision = read_precision(read_table(data["precision"], "precision"))
        check_aims(game, scenario.rules, scenario.mirrored, precision, scenario.queries)
        scenario = replace(scenario, precision=precision)
    if "answer" in data:
        from sim.scenario.answer_fields import Played
        from sim.scenario.answering import read_answer

        played = Played(game, scenario.rules, tournament, scenario.queries)
        scenario = replace(scenario, answer=read_answer(read_table(data["answer"], "answer"), played))
    return scenario


def _toml_error(message: str) -> tuple[str, str]:
    """Split TOML's message into what is wrong and the line."""
    match = re.fullmatch(r"(.*) \(at (line \d+), column (\d+)\)", message, re.DOTALL)
    if not match:
        return message.removesuffix(
            " (at end of document)"
        ), ", at the end" if "end of document" in message else ""
    return f"{match[1]} (column {match[3]})", f", {match[2]}"
