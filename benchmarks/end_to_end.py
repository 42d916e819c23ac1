"""A whole run against its kernels: its time as a multiple of theirs, its memory and its disk.

Everything is measured in a process of its own.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.timing import Ratio

SCENARIO = """
title = "War"
question = "How long does War last?"
game = "war"
games = 1
seed = 1
"""

TURNS = 5

KERNELS = """
import json, resource, sys, time
from sim.games import find_game
from sim.engine.playing import play_block
game, games = find_game("war"), int(sys.argv[1])
rules = game.rules.of()
play_block(game, rules, 1, 0, 100)
start, processor = time.perf_counter(), time.process_time()
for first in range(0, games, 131072):
    play_block(game, rules, 1, first, min(131072, games - first))
seconds, processor = time.perf_counter() - start, time.process_time() - processor
print(json.dumps({"seconds": seconds, "processor": processor}))
"""

RUN = """
import json, pathlib, re, resource, sys, time
import sim
from sim.engine.playing import play_block
from sim.games import find_game
games, workers, _, scenario, out = int(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:6]
# From 16,384 games on, counting and storing are compiled, too.
sim.run(scenario, out=out + "-warm", games=20_000)
start, processor = time.perf_counter(), time.process_time()
sim.run(scenario, out=out, games=games, workers=workers)
seconds, processor = time.perf_counter() - start, time.process_time() - processor
status = pathlib.Path("/proc/self/status")
peak = status.exists() and re.search("VmHWM:[^0-9]+([0-9]+)", status.read_text())
if peak:
    # On Linux ru_maxrss also counts what the parent held when this process was forked from it.
    memory = 1024 * int(peak[1])
else:
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    memory *= 1 if sys.platform == "darwin" else 1024
print(json.dumps({"seconds": seconds, "processor": processor, "memory": memory}))
"""


def _measured(program: str, *words: object) -> dict[str, float]:
    command = [sys.executable, "-c", program, *map(str, words)]
    answer: dict[str, float] = json.loads(
        subprocess.run(command, check=True, capture_output=True, text=True).stdout
    )
    return answer


def measure(games: int) -> None:
    """Measure and print.

    The runs take turns, and each is compared with the kernels of its turn.
    """
    turns: dict[str, list[dict[str, float]]] = {}
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        scenario = folder / "war.toml"
        scenario.write_text(SCENARIO)
        tallies = folder / "tallies.toml"
        tallies.write_text("keep_games = false\n" + SCENARIO)
        for turn in range(TURNS):
            turns.setdefault("kernels", []).append(_measured(KERNELS, games))
            for name, workers, asked in (
                ("counts", 1, tallies),
                ("one", 1, scenario),
                ("two", 2, scenario),
            ):
                found = _measured(
                    RUN, games, workers, name, asked, folder / f"{name}-{turn}"
                )
                turns.setdefault(name, []).append(found)
        stored = sum(
            file.stat().st_size
            for file in (folder / "one-0").rglob("*")
            if file.is_file()
        )
        few = _measured(RUN, games // 10, 2, "tallies", tallies, folder / "few")
        many = _measured(RUN, games * 10, 2, "tallies", tallies, folder / "many")

    def times(name: str, other: str, what: str) -> Ratio:
        return Ratio.of(
            [a[what] / b[what] for a, b in zip(turns[name], turns[other], strict=True)]
        )

    print(
        f"\nwarlab run of {games:,} games, as multiples of the time that dealing and "
        f"playing alone take on one core; {TURNS} turns"
    )
    print(
        f"  {'':<46}{'processor':>10}  {'quartiles':<16}{'clock':>10}  {'quartiles':<16}"
    )
    for name, words in (
        ("counts", "no rows kept, one worker"),
        ("one", "a row for each game, one worker"),
        ("two", "a row for each game, two workers"),
    ):
        used = times(name, "kernels", "processor")
        took = times(name, "kernels", "seconds")
        print(f"  {words:<46}{used}{took}".rstrip())
    faster = "how many times as fast two workers are as one"
    print(f"  {faster:<46}{'':28}{times('one', 'two', 'seconds')}".rstrip())
    print(f"  {'on disk':<46}{stored / games:10.2f}  bytes a game")
    for played, run in ((games // 10, few), (games * 10, many)):
        words = f"peak memory, no rows kept, {played:,} games"
        print(f"  {words:<46}{run['memory'] / 1e6:10.0f}  MB")
