"""Completion in the shell: games, scenarios, rules; files are the shell's own.

Nothing slow is loaded for it.
"""

import os
from pathlib import Path


def game_names(incomplete: str) -> list[str]:
    """The games whose names begin so.

    The rulebooks take longer to load than people wait for a completion; each game has a
    folder of its name.
    """
    folders = (Path(__file__).parents[1] / "games").glob("*/rulebook.py")
    return _beginning(
        incomplete, sorted(path.parent.name.replace("_", "-") for path in folders)
    )


def scenario_names(incomplete: str) -> list[str]:
    """The bundled scenarios whose names begin so."""
    from sim.scenario.reading import shipped_scenarios

    return _beginning(incomplete, list(shipped_scenarios()))


def settings(incomplete: str) -> list[str]:
    """The options of the game that has been typed."""
    from sim.games import GAMES

    # An -r without its value is not a command line yet, so the parser gives up before
    # it reads the game.
    names = ("COMP_WORDS", "_TYPER_COMPLETE_ARGS")
    typed = " ".join(os.environ.get(name, "") for name in names).split()
    game = next((GAMES[word] for word in typed if word in GAMES), None)
    if game is None:
        return []
    return _beginning(
        incomplete, [f"{option.name}=" for option in game.rules.options()]
    )


def backends(incomplete: str) -> list[str]:
    """The worker pools whose names begin so."""
    return _beginning(incomplete, ["threading", "loky", "dask"])


def _beginning(incomplete: str, words: list[str]) -> list[str]:
    return [word for word in words if word.startswith(incomplete)]
