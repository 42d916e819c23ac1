"""Compiled games in a process of their own, on an empty cache: what they play is what the rulebook plays."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from sim.games import GAMES
from tests.support.places import ROOT

pytestmark = pytest.mark.slow

# A replay is refused unless its row is that of the kernel.
REPLAYS = """
import sys
import sim

for number in range(20):
    sim.replay(sys.argv[1], number)
"""

CHOOSING = [game.name for game in GAMES.values() if game.policies is not None]


@pytest.mark.parametrize("game", CHOOSING)
def test_a_game_of_choice_is_replayed(game: str, tmp_path: Path) -> None:
    """Twice: compiled, and read from the cache of the first process."""
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path / "kernels")}
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, "-c", REPLAYS, game],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
