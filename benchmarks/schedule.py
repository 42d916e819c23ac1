"""A simulation of a run on a cluster of any size, with workers that fail: what reaches its limit first?

``python -m benchmarks.schedule`` prints the table of docs/scale.md. The lengths of tasks are decided by the code that
decides them in a run (:class:`sim.runs.pace.Pace`); speeds and costs are measured by ``python -m benchmarks.cluster``
and ``make bench``, and stand below. Time is simulated, and chance has a fixed seed, so the table is always the same.
"""

from __future__ import annotations

import heapq
import random
from collections import deque
from dataclasses import dataclass

from sim.runs.cluster import AHEAD
from sim.runs.ledger import BLOCK_GAMES
from sim.runs.pace import Pace

SPEED = 1.2e6
"""Games a second and core: War's default rules, deals and counting included."""

SPREAD = 0.1
"""The standard deviation of a worker's speed, as a share: machines differ."""

TASK_SECONDS = 1 / 740
"""What a task costs the scheduler (``python -m benchmarks.cluster``)."""

RESULT_SECONDS = 0.002
"""What a result costs the process that plays the run: to receive and add the counts."""

RESULT_BYTES = 150_000
"""The counts of a task of some ten million games under one variant."""

LIVES = 24 * 3600.0
"""A worker fails once a day, on average, and loses its tasks."""

GONE = 300.0
"""Seconds until another one has taken its place."""

WINDOW = 10.0
"""Seconds over which the busiest moment of the scheduler is measured."""


@dataclass
class Found:
    """What a simulated run came to."""

    seconds: float
    ideal: float
    tasks: int
    peak: float
    lost: float
    failures: int

    def line(self, name: str) -> str:
        """Return a row of the table."""
        rate = self.tasks / self.seconds
        return (
            f"| {name} | {_time(self.seconds)} | {self.ideal / self.seconds:.1%} | {self.tasks:,} | {rate:.0f} | "
            f"{self.peak:.0f} | {rate * TASK_SECONDS:.0%} | {rate * RESULT_SECONDS:.0%} | "
            f"{rate * RESULT_BYTES / 1e6:.1f} MB | {self.failures:,} | {self.lost:.1%} |"
        )


class Worker:
    """A core: its speed, the tasks it has, and when it fails."""

    def __init__(self, chance: random.Random) -> None:
        self.speed = SPEED * max(0.5, chance.gauss(1, SPREAD))
        self.tasks: deque[int] = deque()
        self.fails = chance.expovariate(1 / LIVES)
        self.life = 0
        self.there = True


def simulate(cores: int, games: int, *, failures: bool = True, blocks: int | None = None) -> Found:
    """Play a run in simulated time."""
    chance = random.Random(1)
    workers = [Worker(chance) for _ in range(cores)]
    pace, left = Pace(BLOCK_GAMES, rows=0), games
    again: deque[int] = deque()
    events: list[tuple[float, int, str, int, int]] = []
    order = tasks = failed = 0
    lost = busy = now = 0.0
    window: deque[float] = deque()
    peak = 0.0
    open_tasks = 0

    def put(when: float, what: str, worker: int, life: int) -> None:
        nonlocal order
        order += 1
        heapq.heappush(events, (when, order, what, worker, life))

    def feed(number: int) -> None:
        """Give a worker tasks up to what it may have beside the one that it plays."""
        nonlocal left, tasks, open_tasks
        worker = workers[number]
        while worker.there and len(worker.tasks) < (AHEAD if pace.known else 1) and (again or left):
            if again:
                size = again.popleft()
            else:
                length = blocks or pace.blocks(cores, left)
                size = min(left, length * BLOCK_GAMES)
                left -= size
                open_tasks += 1
            worker.tasks.append(size)
            if len(worker.tasks) == 1:
                begin(number)

    def begin(number: int) -> None:
        """Let a worker play its first task; the scheduler handles one task at a time."""
        nonlocal busy
        worker = workers[number]
        busy = max(busy, now) + TASK_SECONDS
        put(busy + worker.tasks[0] / worker.speed, "done", number, worker.life)

    for number, worker in enumerate(workers):
        feed(number)
        if failures:
            put(worker.fails, "fails", number, 0)
    while left or open_tasks:
        now, _, what, number, life = heapq.heappop(events)
        worker = workers[number]
        if what == "back":
            worker.life, worker.there = worker.life + 1, True
            put(now + chance.expovariate(1 / LIVES), "fails", number, worker.life)
            feed(number)
        elif life != worker.life:
            continue
        elif what == "fails":
            failed += 1
            worker.life, worker.there = worker.life + 1, False
            if worker.tasks:
                lost += worker.tasks[0] / worker.speed / 2
            again.extend(worker.tasks)
            worker.tasks.clear()
            put(now + GONE, "back", number, worker.life)
            for other in range(cores):
                if again:
                    feed(other)
        else:
            size = worker.tasks.popleft()
            pace.learn(size, size / worker.speed)
            tasks, open_tasks = tasks + 1, open_tasks - 1
            window.append(now)
            while window[0] < now - WINDOW:
                window.popleft()
            peak = max(peak, len(window) / WINDOW)
            if worker.tasks:
                begin(number)
            feed(number)
    ideal = games / sum(worker.speed for worker in workers)
    return Found(now, ideal, tasks, peak, lost / (ideal * cores), failed)


def _time(seconds: float) -> str:
    for name, one in (("days", 86400), ("hours", 3600), ("minutes", 60)):
        if seconds >= 2 * one:
            return f"{seconds / one:.1f} {name}"
    return f"{seconds:.0f} seconds"


def main() -> None:
    """Simulate and print."""
    print(
        "| cores and games | time | of the ideal | tasks | tasks/s | busiest 10 s | scheduler | "
        "adding | arriving/s | failures | lost work |"
    )
    print("|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|")
    million, billion = 10**6, 10**9
    for name, cores, games, more in (
        ("1,000 cores, 10^12, no failures", 1_000, 1_000 * billion, {"failures": False}),
        ("1,000 cores, 10^12", 1_000, 1_000 * billion, {}),
        ("1,000 cores, 10^13", 1_000, 10_000 * billion, {}),
        ("1,000 cores, 10^11, tasks of one block", 1_000, 100 * billion, {"blocks": 1}),
        ("100 cores, 10^12", 100, 1_000 * billion, {}),
        ("10,000 cores, 10^14", 10_000, 100_000_000 * million, {}),
    ):
        print(simulate(cores, games, **more).line(name))  # type: ignore[arg-type]


if __name__ == "__main__":
    main()
