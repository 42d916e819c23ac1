"""What the shell offers: the scripts for three shells, and the words, without anything slow."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from sim.commands.completing import game_names
from sim.games import GAMES
from sim.scenario import shipped_scenarios

TOP = Path(__file__).parents[2]
PROGRAM = """
import atexit, sys
from sim.start import main
slow = {"numba", "polars", "scipy", "pyarrow", "rich", "reports"}
atexit.register(lambda: print("slow:", *sorted(slow.intersection(sys.modules)), file=sys.stderr))
sys.exit(main())
"""


def offered(*words: str, shell: str = "bash", where: Path = TOP) -> list[str]:
    """Return what a shell offers for the last of some words."""
    typed = {
        "bash": {"COMP_WORDS": "\n".join(words), "COMP_CWORD": str(len(words) - 1)},
        "zsh": {"_TYPER_COMPLETE_ARGS": " ".join(words)},
        "fish": {"_TYPER_COMPLETE_ARGS": " ".join(words), "_TYPER_COMPLETE_FISH_ACTION": "get-args"},
    }[shell]
    environment = {**os.environ, **typed, "PYTHONPATH": str(TOP), "_WARLAB_COMPLETE": f"complete_{shell}"}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=where,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr.strip() == "slow:"
    return done.stdout.split()


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_shell_gets_games(shell: str) -> None:
    found = " ".join(offered("warlab", "play", "wi", shell=shell))
    assert "wilcox-war" in found
    assert "wargame" not in found


def test_the_names_of_games_follow_from_their_folders() -> None:
    assert game_names("") == sorted(GAMES)


def test_rules_and_their_values_are_offered() -> None:
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


def test_scenarios_files_and_runs_are_offered(tmp_path: Path) -> None:
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
def test_the_script_is_printed_and_the_shell_takes_it(shell: str) -> None:
    environment = {**os.environ, "_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"}
    program = "import sys\nfrom sim.start import main\nsys.exit(main())"
    words = [sys.executable, "-c", program, "--show-completion", shell]
    done = subprocess.run(words, cwd=TOP, env=environment, capture_output=True, text=True, check=True)
    assert f"complete_{shell}" in done.stdout
    found = shutil.which(shell)
    if found is not None:
        subprocess.run([found, "-n"], input=done.stdout, text=True, check=True)
