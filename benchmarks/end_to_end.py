"""A whole run against its kernels: time, cores, memory and disk, each run in a separate process."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks import to_disk

SCENARIO = 'title = "War"\nquestion = "How long does War last?"\ngame = "war"\ngames = 1\nseed = 1\n'

KERNELS = """
import json, resource, sys, time
from sim.games import find_game
from sim.engine.playing import play_block
game, games = find_game("war"), int(sys.argv[1])
rules = game.rules.of()
play_block(game, rules, 1, 0, 100)
start = time.perf_counter()
for first in range(0, games, 131072):
    play_block(game, rules, 1, first, min(131072, games - first))
print(json.dumps({"seconds": time.perf_counter() - start}))
"""

RUN = """
import json, resource, sys, time
import sim
from sim.engine.playing import play_block
from sim.games import find_game
games, workers, _, scenario, out = int(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:6]
sim.run(scenario, out=out + "-warm", games=1000)
start = time.perf_counter()
sim.run(scenario, out=out, games=games, workers=workers)
seconds = time.perf_counter() - start
memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(json.dumps({"seconds": seconds, "memory": memory * (1 if sys.platform == "darwin" else 1024)}))
"""


def _measured(program: str, *words: object) -> dict[str, float]:
    command = [sys.executable, "-c", program, *map(str, words)]
    answer: dict[str, float] = json.loads(
        subprocess.run(command, check=True, capture_output=True, text=True).stdout
    )
    return answer


def measure(games: int) -> None:
    """Measure and print; each figure of a run is the best of three, measured in turn."""
    to_disk.measure()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        scenario = folder / "war.toml"
        scenario.write_text(SCENARIO)
        tallies = folder / "tallies.toml"
        tallies.write_text("keep_games = false\n" + SCENARIO)
        kernels, counted, one, two = [], [], [], []
        for turn in range(3):
            kernels.append(_measured(KERNELS, games)["seconds"])
            counted.append(_measured(RUN, games, 1, "tallies", tallies, folder / f"counts-{turn}")["seconds"])
            one.append(_measured(RUN, games, 1, "rows", scenario, folder / f"one-{turn}")["seconds"])
            two.append(_measured(RUN, games, 2, "rows", scenario, folder / f"two-{turn}")["seconds"])
        stored = sum(file.stat().st_size for file in (folder / "one-0").rglob("*") if file.is_file())
        few = _measured(RUN, games // 10, 2, "tallies", tallies, folder / "few")["memory"]
        many = _measured(RUN, games * 10, 2, "tallies", tallies, folder / "many")["memory"]
    print(f"\nwarlab run of {games:,} games with a row for each, against dealing and playing alone")
    print(f"  {'kernels alone, one core':<52}{min(kernels):8.2f} s")
    print(
        f"  {'no rows kept, one worker':<52}{min(counted):8.2f} s   {min(counted) / min(kernels):.2f} times the kernels"
    )
    print(f"  {'the run, one worker':<52}{min(one):8.2f} s   {min(one) / min(kernels):.2f} times the kernels")
    print(f"  {'the run, two workers':<52}{min(two):8.2f} s   {min(one) / min(two):.2f} times as fast as one")
    print(f"  {'on disk':<52}{stored / games:8.2f} bytes a game")
    print(f"  {f'peak memory, no rows kept, {games // 10:,} games':<52}{few / 1e6:8.0f} MB")
    print(f"  {f'peak memory, no rows kept, {games * 10:,} games':<52}{many / 1e6:8.0f} MB")
