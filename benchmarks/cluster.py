"""A run on a Dask cluster of this machine: one worker against two, and what a task costs.

``python -m benchmarks.cluster [games]`` starts a scheduler and workers of one thread
each as processes of their own. The ratio of the wall-clock times means something only
on a machine with three idle cores; on a shared one, the ratio of the processor times
says what two workers would give: twice the time of one worker over what two need
together.
"""

import sys
import tempfile
import time
from pathlib import Path

import psutil
from dask.distributed import Client

import sim
from sim.scenario import parse_scenario
from tests.support.cluster import cluster

SCENARIO = 'title = "War"\nquestion = "How long does War last?"\ngame = "war"\ngames = 1\nseed = 1\n'
TURNS = 2
TASKS = 3_000


def processor_seconds(processes: list[int]) -> float:
    """Return the processor time that some processes have used."""
    times = [psutil.Process(process).cpu_times() for process in processes]
    return float(sum(one.user + one.system for one in times))


def measure_workers(workers: int, games: int, keep: bool) -> tuple[float, float]:
    """Return the least seconds of a run with these workers, and the least processor seconds that they take."""
    scenario = parse_scenario(SCENARIO)
    with (
        tempfile.TemporaryDirectory() as place,
        cluster(Path(place), workers, "--no-nanny") as started,
    ):
        numbers = [worker.pid for worker in started.workers]
        found = []
        for turn in range(TURNS + 1):
            used, began = processor_seconds(numbers), time.perf_counter()
            sim.run(
                scenario,
                f"{place}/{turn}",
                games=games,
                scheduler=started.address,
                keep_games=keep,
            )
            found.append(
                (time.perf_counter() - began, processor_seconds(numbers) - used)
            )
    # The first turn compiles.
    return min(one for one, _ in found[1:]), min(one for _, one in found[1:])


def tasks_a_second() -> tuple[float, float]:
    """Return the empty tasks that a scheduler with two workers handles in a second, and in a processor second."""
    with (
        tempfile.TemporaryDirectory() as place,
        cluster(Path(place), 2, "--no-nanny") as started,
        Client(started.address, set_as_default=False) as client,
    ):
        client.gather([client.submit(int, 1, pure=False) for _ in range(100)])
        used, began = processor_seconds([started.scheduler.pid]), time.perf_counter()
        client.gather([client.submit(int, 1, pure=False) for _ in range(TASKS)])
        seconds = time.perf_counter() - began
        return TASKS / seconds, TASKS / (
            processor_seconds([started.scheduler.pid]) - used
        )


def main() -> None:
    """Measure and print."""
    games = int(float(sys.argv[1])) if len(sys.argv) > 1 else 4_000_000
    print(f"War, default rules, {games:,} games; least of {TURNS} runs")
    for keep in (False, True):
        (wall, used), (wall_2, used_2) = (
            measure_workers(count, games, keep) for count in (1, 2)
        )
        print(f"  {'rows kept' if keep else 'tallies only'}")
        print(
            f"    one worker     {wall:7.2f} s {used:7.2f} processor seconds of the worker"
        )
        print(
            f"    two workers    {wall_2:7.2f} s {used_2:7.2f} processor seconds of both"
        )
        print(
            f"    two over one   {wall / wall_2:7.2f} by the clock, {2 * used / used_2:.2f} by processor time"
        )
    clock, processor = tasks_a_second()
    print(
        f"empty tasks: {clock:,.0f} a second by the clock, {processor:,.0f} a processor second of the scheduler"
    )


if __name__ == "__main__":
    main()
