"""The bundled scenarios, and the file of a scenario by its path or name."""

from __future__ import annotations

import tomllib
from pathlib import Path

from sim.errors import UserError, unknown
from sim.games.registry import named


def shipped_directory() -> Path:
    """Return the directory of the bundled scenarios: in the wheel, else beside the package."""
    inside = Path(__file__).parents[1] / "_scenarios"
    return inside if inside.is_dir() else Path(__file__).parents[2] / "scenarios"


def shipped_scenarios() -> dict[str, Path]:
    """Return the bundled scenarios by name."""
    return {
        path.stem: path for path in sorted(shipped_directory().glob("*.toml"), key=lambda path: path.stem)
    }


def find_scenario(source: str | Path) -> Path:
    """Return the path of a scenario given by its path or, if bundled, by its name.

    Raises
    ------
    UserError
        If there is no such scenario; the error suggests the nearest bundled one.
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
    game = named(str(source))
    if game is not None:
        asked = (name for name, path in shipped.items() if tomllib.loads(path.read_text())["game"] == game)
        raise UserError(
            f"{source} is a game, not a scenario",
            cure=f"run one of {', '.join(asked)}, or warlab play {game}",
        )
    raise unknown("scenario", str(source), shipped)
