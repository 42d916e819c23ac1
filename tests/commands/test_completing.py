"""What the shell offers: the scripts for three shells, and the words, without anything slow."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable

import pytest

from sim.commands.cli import main
from sim.commands.completing import game_names
from sim.games import GAMES
from sim.scenario import shipped_scenarios
from tests.support import processes

SLOW = {"numba", "polars", "scipy", "pyarrow", "rich"}

Ask = Callable[..., list[str]]


def asked(shell: str, words: tuple[str, ...]) -> dict[str, str]:
    """Return the variables by which a shell asks for the last of some words."""
    typed = {
        "bash": {"COMP_WORDS": "\n".join(words), "COMP_CWORD": str(len(words) - 1)},
        "zsh": {"_TYPER_COMPLETE_ARGS": " ".join(words)},
        "fish": {
            "_TYPER_COMPLETE_ARGS": " ".join(words),
            "_TYPER_COMPLETE_FISH_ACTION": "get-args",
        },
    }
    return {"_WARLAB_COMPLETE": f"complete_{shell}", **typed[shell]}


@pytest.fixture
def offered(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Ask:
    """What a shell offers for the last of some words."""

    def ask(*words: str, shell: str = "bash") -> list[str]:
        with monkeypatch.context() as patch:
            for name, value in asked(shell, words).items():
                patch.setenv(name, value)
            with pytest.raises(SystemExit):
                main([])
        return capsys.readouterr().out.split()

    return ask


def test_nothing_slow_is_loaded_to_complete_a_rule() -> None:
    program = f"""
import sys, sim.games
from sim.commands.cli import main
try:
    main([])
except SystemExit:
    print(*sorted({SLOW} & set(sys.modules)), file=sys.stderr)
"""
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, **asked("bash", ("warlab", "play", "war", "-r", "f"))},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == ["face_down=", "fighters="]
    assert done.stderr.split() == []


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_shell_gets_games(offered: Ask, shell: str) -> None:
    found = " ".join(offered("warlab", "play", "wi", shell=shell))
    assert "wilcox-war" in found
    assert "wargame" not in found


def test_the_names_of_games_follow_from_their_folders() -> None:
    assert game_names("") == sorted(GAMES)


def test_rules_are_offered(offered: Ask) -> None:
    assert offered("warlab", "play", "war", "-r", "f") == ["face_down=", "fighters="]
    assert offered("warlab", "play", "nowar", "-r", "f") == []


def test_scenarios_are_offered_and_files_are_left_to_the_shell(offered: Ask) -> None:
    assert offered("warlab", "run", "war-") == [
        name for name in shipped_scenarios() if name.startswith("war-")
    ]
    # Where nothing is offered, the scripts of all three shells complete files.
    assert (
        offered("warlab", "validate", "./mi")
        == offered("warlab", "replay", "./mi")
        == []
    )
    assert offered("warlab", "validate", "./mi", shell="zsh") == ["_files"]
    assert offered("warlab", "run", "war-length", "--backend", "") == [
        "threading",
        "loky",
        "dask",
    ]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_is_printed_and_the_shell_takes_it(shell: str) -> None:
    environment = {**os.environ, "_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"}
    script = processes.done("--show-completion", shell, env=environment).stdout
    assert f"complete_{shell}" in script
    found = shutil.which(shell)
    if found is not None:
        subprocess.run([found, "-n"], input=script, text=True, check=True)
