"""Reading of scenarios from TOML, field by field and strictly.

Every error names its line or its field.
"""

import os
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from sim.counts.queries import SHUFFLES, named_on_request
from sim.errors import UserError, read_from_toml, reported_at, shown, unknown
from sim.games import find_game
from sim.scenario.answer_checks import checked_answer
from sim.scenario.models import FILE, ScenarioFile
from sim.scenario.precision import precision_of
from sim.scenario.queries import queries_of, texts_of
from sim.scenario.scenario import Scenario
from sim.scenario.tables import checked
from sim.scenario.variants import variants_of


def shipped_directory() -> Path:
    """The directory of the bundled scenarios: in the wheel, else beside the package."""
    inside = Path(__file__).parents[1] / "_scenarios"
    return inside if inside.is_dir() else Path(__file__).parents[2] / "scenarios"


def shipped_scenarios() -> dict[str, Path]:
    """The bundled scenarios by name."""
    return {
        path.stem: path
        for path in sorted(
            shipped_directory().glob("*.toml"), key=lambda path: path.stem
        )
    }


def find_scenario(source: str | Path) -> Path:
    """The path of a scenario given by its path or, if bundled, by its name.

    Parameters
    ----------
    source
        The path of a file, or the name of a bundled scenario.

    Raises
    ------
    UserError
        If there is no such scenario; the error suggests the nearest bundled one.
    """
    if not isinstance(source, str | Path) or source == "":
        raise UserError(
            f"{shown(source)} is not a scenario",
            where="scenario",
            cure="give the path of a file or the name of a bundled one",
        )
    path = Path(source)
    is_directory = os.path.isdir(path)  # noqa: PTH112  # of a name of any length
    if os.path.exists(path) and not is_directory:  # noqa: PTH110
        return path
    shipped = shipped_scenarios()
    if str(source) in shipped:
        return shipped[str(source)]
    if is_directory or path.suffix or len(path.parts) > 1:
        what = "it is a directory" if is_directory else "there is no such file"
        raise UserError(
            what, where=str(source), cure="give a TOML file or the name of a scenario"
        )
    raise unknown("scenario", str(source), shipped)


def load_scenario(source: str | Path) -> Scenario:
    """The scenario of a file, or the bundled one of that name.

    Parameters
    ----------
    source
        A path, or a name such as ``war-length``.

    Raises
    ------
    UserError
        If there is no such file or name, or it is not a scenario; the message names the
        file and the line or field.
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
    """The scenario of a TOML text.

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
        # Its message ends in the place.
        what, _, place = str(error).rpartition(" (at ")
        cure = "a scenario is a TOML file"
        raise UserError(
            what, where=f"{where}, {place.removesuffix(')')}", cure=cure
        ) from None
    except (RecursionError, ValueError):  # as of a number of more than 4,300 digits
        raise UserError(
            "its tables are nested too deeply, or it has a number of thousands of digits",
            where=where,
            cure="a scenario has two levels, and short numbers",
        ) from None
    with reported_at(where, within=True), read_from_toml():
        return replace(from_dict(data), text=text)


def from_dict(data: Mapping[str, Any]) -> Scenario:
    """The scenario that a TOML or JSON object describes.

    Parameters
    ----------
    data
        The object, as it is read from a file.

    Raises
    ------
    UserError
        If it is not a scenario; the message names the field.
    """
    file: ScenarioFile = checked(FILE, data)
    game = find_game(file.game)
    tournament, variants = variants_of(game, file)
    scenario = Scenario(
        title=game.title if file.title is None else file.title,
        question=file.question,
        game=game.name,
        games=file.games,
        seed=file.seed,
        variants=variants,
        tournament=tournament,
        keep_games=file.keep_games,
        report=file.report,
    )
    if file.columns is not None:
        scenario = scenario.with_columns(file.columns.more, "columns.more")
    for name in file.report.names:
        if name not in (known := [*tournament, *scenario.names]):
            raise unknown("variant or policy", name, known, where="report.names")
    if file.report.seconds_per_shuffle:
        scenario = scenario.with_columns([SHUFFLES], "report.seconds_per_shuffle")
    aims = (file.precision and file.precision.model_extra) or {}
    named = named_on_request(game, [*texts_of(file), *aims])
    scenario = scenario.with_columns(named) if named else scenario
    scenario = replace(scenario, queries=queries_of(game, scenario.rules, file))
    if file.precision is not None:
        # The statistics are loaded only for a scenario that asks for a precision.
        from sim.counts.stopping import check_aims

        precision = precision_of(file.precision.model_extra or {}, file.precision.level)
        check_aims(game, scenario.rules, scenario.matches, precision, scenario.queries)
        scenario = replace(scenario, precision=precision)
    if file.answer is not None:
        scenario = replace(scenario, answer=checked_answer(file.answer, scenario))
    return scenario
