"""Runs whose process or workers are killed or interrupted at any moment, and resumed in blocks of another size."""

from __future__ import annotations

import contextlib
import os
import random
import shutil
import signal
from collections import Counter
from importlib.util import find_spec
from pathlib import Path

import psutil

from sim.errors import UserError
from sim.runs import open_run, run
from tests.faults.damages import Answer, Found
from tests.support import killing
from tests.support.toy_game import content, toy_scenario

GAMES = 400_000
BLOCKS = (11_000, 20_000, 50_000, 131_072)
BACKENDS = ("threading", "loky", *(("dask",) if find_spec("distributed") else ()))

KILL, KILL_A_WORKER, INTERRUPT, TERMINATE = "kill", "kill a worker", "interrupt", "terminate"


def try_kills(where: Path, kills: int, seed: int) -> Found:
    """Kill and resume runs until so many kills have been made; each run must end as one that nothing disturbed.

    Parameters
    ----------
    where
        A directory for the runs.
    kills, seed
        The number of kills, and what decides them; where they hit is up to the machine.
    """
    run(toy_scenario(), where / "whole", games=GAMES, workers=2)
    whole, truth = content(where / "whole"), Answer.of(where / "whole")
    found, made = Found(), 0
    while made < kills:
        chance = random.Random(f"{seed} {made}")
        path = where / "run"
        shutil.rmtree(path, ignore_errors=True)
        how = []
        for _ in range(min(chance.randint(1, 3), kills - made)):
            how.append(_disturb(path, chance, found.outcomes))
            made += 1
        run(toy_scenario(), path, games=GAMES, resume=True, workers=2, block_games=chance.choice(BLOCKS))
        if content(path) != whole or not Answer.of(path).same(truth):
            found.wrong.append(f"seed {seed}, after {made} kills: {', '.join(how)}")
    return found


def _disturb(path: Path, chance: random.Random, outcomes: Counter[str]) -> str:
    """Start to play, and end that in some way at a random moment; check what is left."""
    backend, size = chance.choice(BACKENDS), chance.choice(BLOCKS)
    way = chance.choice((KILL, KILL, KILL_A_WORKER, INTERRUPT, TERMINATE))
    process = killing.start(path, games=GAMES, workers=2, backend=backend, block_games=size)
    there = len(killing.parts(path))
    more = chance.randint(0, 2 * GAMES // size)
    killing.wait_until(lambda: len(killing.parts(path)) >= there + more or process.poll() is not None)
    workers: list[psutil.Process] = []
    with contextlib.suppress(psutil.NoSuchProcess):
        workers = psutil.Process(process.pid).children(recursive=True)
    if way == KILL_A_WORKER and workers:
        with contextlib.suppress(psutil.NoSuchProcess):
            chance.choice(workers).kill()
    else:
        sent = {KILL: signal.SIGKILL, INTERRUPT: signal.SIGINT, TERMINATE: signal.SIGTERM}.get(
            way, signal.SIGKILL
        )
        with contextlib.suppress(ProcessLookupError):
            os.kill(process.pid, sent)
    process.communicate(timeout=120)
    if not killing.wait_until(lambda: not killing.alive(workers), seconds=30.0):
        outcomes["workers left behind"] += 1
    outcomes[f"{backend}: {way}"] += 1
    if (path / "manifest.json").exists():
        with contextlib.suppress(UserError):
            open_run(path).games()
    return f"{backend} {way} at {more} parts of {size}"
