"""What the shell offers: the scripts for three shells, and the words, without anything slow."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from sim.commands.completing import game_names
from sim.games import GAMES
from sim.scenario import shipped_scenarios

TOP = Path(__file__).parents[2]
PROGRAM = """
import json, os, sys, traceback
import sim.commands.cli, sim.games
from sim.commands.start import main
slow = {"numba", "polars", "scipy", "pyarrow", "rich", "reports"}
for line in sys.stdin:
    asked = json.loads(line)
    child = os.fork()
    if child:
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
        continue
    for number, path in enumerate(asked["files"], 1):
        os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT), number)
    os.environ.update(asked["environment"])
    os.chdir(asked["where"])
    sys.argv = ["warlab", *asked["words"]]
    code = 1
    try:
        code = main()
    except SystemExit as end:
        code = end.code
    except BaseException:
        traceback.print_exc()
    print("slow:", *sorted(slow.intersection(sys.modules)), file=sys.stderr)
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code or 0)
"""
"""Loads the command line once, and is forked for each question, so that an earlier one has loaded nothing for it."""

Ask = Callable[..., list[str]]


class Program:
    """The program in a process of its own, as a shell starts it to ask what it offers."""

    def __init__(self, process: subprocess.Popen[str], where: Path) -> None:
        self._process = process
        self._files = [where / "out", where / "err"]

    def run(self, *words: str, where: Path = TOP, **environment: str) -> str:
        """Run it to its end, which must be a good one and have loaded nothing slow; return its output."""
        for file in self._files:
            file.unlink(missing_ok=True)
        asked = {"words": words, "environment": environment, "where": str(where)}
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps({**asked, "files": [str(file) for file in self._files]}) + "\n")
        self._process.stdin.flush()
        code = self._process.stdout.readline()
        out, err = (file.read_text() for file in self._files)
        assert (code, err.strip()) == ("0\n", "slow:")
        return out


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    words = [sys.executable, "-c", PROGRAM]
    environment = {**os.environ, "PYTHONPATH": str(TOP)}
    with subprocess.Popen(
        words, cwd=TOP, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        yield Program(process, tmp_path_factory.mktemp("said"))


@pytest.fixture
def offered(program: Program) -> Ask:
    """What a shell offers for the last of some words."""

    def ask(*words: str, shell: str = "bash", where: Path = TOP) -> list[str]:
        typed = {
            "bash": {"COMP_WORDS": "\n".join(words), "COMP_CWORD": str(len(words) - 1)},
            "zsh": {"_TYPER_COMPLETE_ARGS": " ".join(words)},
            "fish": {"_TYPER_COMPLETE_ARGS": " ".join(words), "_TYPER_COMPLETE_FISH_ACTION": "get-args"},
        }[shell]
        return program.run(where=where, _WARLAB_COMPLETE=f"complete_{shell}", **typed).split()

    return ask


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_shell_gets_games(offered: Ask, shell: str) -> None:
    found = " ".join(offered("warlab", "play", "wi", shell=shell))
    assert "wilcox-war" in found
    assert "wargame" not in found


def test_the_names_of_games_follow_from_their_folders() -> None:
    assert game_names("") == sorted(GAMES)


def test_rules_and_their_values_are_offered(offered: Ask) -> None:
    assert offered("warlab", "play", "war", "-r", "f") == ["face_down=", "fighters="]
    assert offered("warlab", "replay", "war", "3", "-r", "low_beats_high=") == [
        "low_beats_high=true",
        "low_beats_high=false",
    ]
    assert "pickup=shuffled" in " ".join(offered("warlab", "play", "war", "-r", "pickup=", shell="zsh"))
    # Bash takes the sign for a word of its own, and wants only what follows it.
    assert offered("warlab", "play", "war", "-r", "pickup", "=", "s") == ["seat", "shuffled"]
    assert "shuffled" in offered("warlab", "play", "war", "-r", "pickup", "=")
    assert offered("warlab", "play", "nowar", "-r", "f") == []


def test_scenarios_files_and_runs_are_offered(offered: Ask, tmp_path: Path) -> None:
    assert offered("warlab", "run", "war-") == [
        name for name in shipped_scenarios() if name.startswith("war-")
    ]
    (tmp_path / "mine.toml").write_text("")
    (tmp_path / "mine.txt").write_text("")
    (tmp_path / "minerals").mkdir()
    (tmp_path / "minerals" / "deep.toml").write_text("")
    assert offered("warlab", "validate", "mi", where=tmp_path) == ["mine.toml", "minerals/"]
    assert offered("warlab", "run", "minerals/", where=tmp_path) == ["minerals/deep.toml"]
    assert offered("warlab", "replay", "mi", where=tmp_path) == ["minerals/"]
    assert offered("warlab", "run", "war-length", "--backend", "") == ["threading", "loky", "dask"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_is_printed_and_the_shell_takes_it(program: Program, shell: str) -> None:
    script = program.run("--show-completion", shell, _TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION="1")
    assert f"complete_{shell}" in script
    found = shutil.which(shell)
    if found is not None:
        subprocess.run([found, "-n"], input=script, text=True, check=True)
