"""Compiled games and all their policies in processes of their own, on one cache: they play as the rulebook does."""

import os
import subprocess
import sys

import pytest

from sim.games import GAMES
from tests.support.places import ROOT

pytestmark = pytest.mark.slow

# A replay is refused unless its row is that of the kernel.
REPLAYS = """
import sys
import sim

game, *policies = sys.argv[1:]
for policy in policies:
    for number in range(10):
        sim.replay(game, number, policies=[policy, policies[0]])
"""

CHOOSING = [game.name for game in GAMES.values() if game.policies is not None]


def names_of(game):
    """The policies that need no table, and so can play by the default rules."""
    policies = GAMES[game].policies
    tables = {policy.name for policy in policies.parts[0].policies if policy.table}
    return [name for name in policies.names() if name not in tables]


@pytest.mark.parametrize("game", CHOOSING)
def test_a_game_of_choice_is_replayed(game, tmp_path):
    """One policy compiled, then all with what is kept of the first, then all as they are kept."""
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path / "kernels")}
    names = names_of(game)
    for chosen in (names[:1], names, names):
        done = subprocess.run(
            [sys.executable, "-c", REPLAYS, game, *chosen],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
