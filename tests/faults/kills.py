"""Runs whose process or workers are killed or interrupted at any moment, and resumed in other blocks."""

import contextlib
import os
import random
import shutil
import signal
import time
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec

import psutil

from sim.errors import UserError
from sim.runs import open_run, run
from tests.faults.damages import WRONG
from tests.faults.trials import Trial, is_resumed
from tests.support import processes
from tests.support.cluster import cluster
from tests.support.processes import Playing
from tests.support.toy_game import toy_scenario

GAMES = 60_000
BLOCKS = (1_700, 3_000, 6_000, 15_000)

THREADS, LOKY, DASK, SCHEDULER = (
    "threads",
    "loky",
    "a Dask cluster of its own",
    "a Dask scheduler",
)
BACKENDS = (THREADS, LOKY, *((DASK, SCHEDULER) if find_spec("distributed") else ()))
_NAMES = {THREADS: "threading", LOKY: "loky", DASK: "dask"}

KILL, KILL_A_WORKER = "kill", "kill a worker"
INTERRUPT, TERMINATE, HANG_UP = "interrupt", "terminate", "hang up"
NOTHING = "nothing, it was over"
_SIGNALS = {
    KILL: signal.SIGKILL,
    INTERRUPT: signal.SIGINT,
    TERMINATE: signal.SIGTERM,
    HANG_UP: signal.SIGHUP,
}

WEIGHTS = (84, 5, 3, 8)
WAYS = {
    THREADS: (KILL, KILL, KILL, INTERRUPT, TERMINATE, HANG_UP),
    LOKY: (KILL, KILL, KILL_A_WORKER, KILL_A_WORKER, INTERRUPT, TERMINATE),
    DASK: (KILL, KILL, KILL_A_WORKER, INTERRUPT, TERMINATE),
    SCHEDULER: (
        *(3 * [KILL]),
        *(5 * [KILL_A_WORKER]),
        INTERRUPT,
        TERMINATE,
    ),
}

ENDED, SAVED, EARLY = (
    "ended at once",
    "ended in one line, saved",
    "ended before it played",
)
PLAYED, REFUSED = "played to the end", "ended in one line, refused"

TOO_LONG = 600.0
"""Seconds after which a process that should end hangs, on a machine that has other work too."""


@contextmanager
def kills(where, seed):
    """Yield what disturbs a run up to five times, resumes it, and compares it with one that nothing disturbed."""
    run(toy_scenario(), where / "whole", games=GAMES, workers=2)
    with ExitStack() as stack:
        started = stack.enter_context(cluster(where, 2)) if DASK in BACKENDS else None

        def play(number):
            chance = random.Random(f"{seed} {number}")
            path = where / "run"
            shutil.rmtree(path, ignore_errors=True)
            made = [
                one
                for _ in range(chance.randint(1, 5))
                for one in _disturb(path, chance, started)
            ]
            if is_resumed(path, where / "whole", chance.choice(BLOCKS)):
                return made
            how = ", ".join(f"{one.what}: {one.how}" for one in made)
            last = made.pop()
            return [
                *made,
                Trial(
                    last.what,
                    last.how,
                    WRONG,
                    f"seed {seed}, kills {number}: {how}: another content",
                ),
            ]

        yield play


def _disturb(path, chance, started):
    """Start to play, strike at random moments, and check how it ended and what is left."""
    # A process that plays with threads begins at once, with processes after seconds: so
    # most play with threads.
    backend = chance.choices(BACKENDS, WEIGHTS[: len(BACKENDS)])[0]
    size = chance.choice(BLOCKS)
    used = started if backend == SCHEDULER else None
    where = used.address if used is not None else _NAMES[backend]
    playing = Playing(path, games=GAMES, workers=2, backend=where, block_games=size)
    there = len(processes.parts(path))
    more = chance.choice(
        (0, chance.randint(0, GAMES // size), chance.randint(0, GAMES // size))
    )
    processes.wait_until(
        lambda: len(processes.parts(path)) >= there + more or playing.is_over
    )
    if not more:
        time.sleep(chance.uniform(0, 5))
    workers, hows = _children(playing.pid), []
    for _ in range(chance.randint(1, 3)):
        if playing.is_over:
            break
        hows.append(_strike(playing, backend, used, chance))
        if hows[-1] != KILL_A_WORKER:
            break
        time.sleep(chance.uniform(0, 0.5))
    code, said = playing.end(TOO_LONG)
    outcome, wrong = _ended(path, code, said, hows[-1] if hows else "", early=not more)
    # Workers of a killed process write nothing, and end when they have waited in vain
    # for more; what watches over their semaphores removes them and ends by itself.
    for worker in _players(processes.alive(workers)):
        with contextlib.suppress(psutil.NoSuchProcess):
            worker.kill()
    if not wrong and (path / "manifest.json").exists():
        with contextlib.suppress(UserError):
            open_run(path).games()
    at = f"{backend}: {' and '.join(hows)} at {there} + {more} parts of {size}"
    trials = [Trial(backend, how, outcome) for how in hows or [NOTHING]]
    return (
        [*trials[:-1], Trial(backend, trials[-1].how, WRONG, f"{at}: {wrong}")]
        if wrong
        else trials
    )


def _strike(playing, backend, started, chance):
    """Kill or interrupt something that is alive; return what was done."""
    way = chance.choice(WAYS[backend])
    if way == KILL_A_WORKER:
        pids = (
            [worker.pid for worker in started.workers]
            if started is not None
            else [playing.pid]
        )
        victims = _players(_children(*pids))
        if victims:
            with contextlib.suppress(psutil.NoSuchProcess):
                chance.choice(victims).kill()
                return way
        way = KILL
    with contextlib.suppress(ProcessLookupError):
        os.kill(playing.pid, _SIGNALS[way])
    return way


def _children(*processes):
    found = []
    for process in processes:
        with contextlib.suppress(psutil.NoSuchProcess):
            found += psutil.Process(process).children(recursive=True)
    return found


def _players(workers):
    """Return those of a process's children that play: not what watches over semaphores."""
    found = []
    for one in workers:
        with contextlib.suppress(psutil.Error):
            if "resource_tracker" not in " ".join(one.cmdline()):
                found.append(one)
    return found


def _ended(path, code, said, way, *, early):
    """Return how a process ended, and what is wrong with that."""
    if code is None:
        return WRONG, f"it hung for {TOO_LONG:.0f} s"
    if code == 0:
        return PLAYED, ""
    if way == KILL:
        return ENDED, ""
    last = said.splitlines()[-1] if said else ""
    # A signal that comes when all has been said ends the process by itself.
    if last.startswith("warlab: ") and code in (
        2,
        130,
        -_SIGNALS.get(way, signal.SIGKILL),
    ):
        return (REFUSED if code == 2 else SAVED), ""
    if (
        not said
        and code < 0
        and not early
        and open_run(path).status().games_done == GAMES
    ):
        return PLAYED, ""
    if early and way in _SIGNALS:
        return EARLY, ""
    return WRONG, f"it ended with {code}: {said[-600:]}"
