"""Completion in the shell: games, scenarios, rules. Nothing slow is loaded for it."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator, MutableMapping
from contextlib import contextmanager, redirect_stdout
from pathlib import Path


@contextmanager
def joined_at_equals(environment: MutableMapping[str, str]) -> Iterator[None]:
    """Undo what bash does to a command line that is being completed: it takes ``a=b`` for three words."""
    given = environment.get("COMP_WORDS", "").split("\n")
    typed = environment.get("COMP_CWORD", "")
    if "=" not in given or not typed.isdecimal():
        yield
        return
    words: list[str] = []
    at, within = 0, False
    for place, word in enumerate(given):
        joined = bool(words) and (word == "=" or (given[place - 1] == "=" and bool(word)))
        if joined:
            words[-1] += word
        else:
            words.append(word)
        if place == int(typed):
            at, within = len(words) - 1, joined
    environment["COMP_WORDS"], environment["COMP_CWORD"] = "\n".join(words), str(at)
    offered = io.StringIO()
    try:
        with redirect_stdout(offered):
            yield
    finally:  # what completes leaves by an exception
        for line in offered.getvalue().splitlines():
            print(line.partition("=")[2] if within else line)


def game_names(incomplete: str) -> list[str]:
    """Return the games whose names begin so."""
    # The rulebooks take longer to load than people wait for a completion; each game has a folder of its name.
    folders = (Path(__file__).parents[1] / "games").glob("*/rulebook.py")
    return _beginning(incomplete, sorted(path.parent.name.replace("_", "-") for path in folders))


def scenario_names(incomplete: str) -> list[str]:
    """Return the bundled scenarios, and the scenario files here, whose names begin so."""
    from sim.scenario.reading import shipped_scenarios

    return _beginning(incomplete, [*shipped_scenarios(), *_paths(incomplete, files=True)])


def games_or_runs(incomplete: str) -> list[str]:
    """Return the games, and the directories here, whose names begin so."""
    return _beginning(incomplete, [*game_names(incomplete), *_paths(incomplete, files=False)])


def settings(incomplete: str) -> list[str]:
    """Return the options of the game that has been typed; after ``=`` the values of the option, if it names them."""
    from sim.games import GAMES

    # An -r without its value is not a command line yet, so the parser gives up before it reads the game.
    typed = f"{os.environ.get('COMP_WORDS', '')} {os.environ.get('_TYPER_COMPLETE_ARGS', '')}".split()
    game = next((GAMES[word] for word in typed if word in GAMES), None)
    if game is None:
        return []
    name, equals, _ = incomplete.partition("=")
    if not equals:
        return _beginning(incomplete, [f"{option.name}=" for option in game.rules.options()])
    words = [
        f"{name}={word}"
        for option in game.rules.options()
        if option.name == name
        for word in (("true", "false") if option.kind == "flag" else option.choices)
    ]
    return _beginning(incomplete, words)


def backends(incomplete: str) -> list[str]:
    """Return the worker pools whose names begin so."""
    return _beginning(incomplete, ["threading", "loky", "dask"])


def _beginning(incomplete: str, words: list[str]) -> list[str]:
    return [word for word in words if word.startswith(incomplete)]


def _paths(incomplete: str, *, files: bool) -> list[str]:
    """Return the directories at the place that is being typed, and with ``files`` the TOML files."""
    typed = Path(incomplete)
    folder = typed if incomplete.endswith("/") else typed.parent
    try:
        paths = sorted(folder.iterdir())
    except OSError:
        return []
    shown = incomplete[: incomplete.rfind("/") + 1]
    return [
        f"{shown}{path.name}{'/' * path.is_dir()}"
        for path in paths
        if not path.name.startswith(".") and (path.is_dir() or (files and path.suffix == ".toml"))
    ]
