"""Runs under trouble: a full or read-only disk, limits, a rival, a clock set back; each ends in one line, and resumes.

The process that plays is given its trouble before it starts. What it leaves must be a run that can be resumed without
the trouble, and that then is the one that nothing disturbed.
"""

from __future__ import annotations

import contextlib
import random
import resource
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

from sim.runs import run
from tests.faults.damages import Answer, Found
from tests.support import killing
from tests.support.toy_game import content, toy_scenario

GAMES = 200_000
BLOCKS = (11_000, 20_000, 50_000)

SET_BACK = """
import itertools, random, time
_true, _chance = time.time, random.Random({seed})
time.time = lambda: _true() - _chance.choice((0, 3600, 10**7))
time.time_ns = lambda: int(time.time() * 1e9)
"""
"""A clock that somebody sets back again and again."""


def try_troubles(where: Path, trials: int, seed: int) -> Found:
    """Play runs under trouble, resume them without, and compare them with one that nothing disturbed.

    Parameters
    ----------
    where
        A directory for the runs.
    trials, seed
        The number of runs, and what decides their trouble.
    """
    run(toy_scenario(), where / "whole", games=GAMES, workers=2)
    whole, truth = content(where / "whole"), Answer.of(where / "whole")
    found = Found()
    with small_disk(where / "disk") as mounted:
        kinds: list[Callable[[Path, random.Random], str]] = [_small_files, _little_space, _rivals, _clock]
        if mounted:
            kinds += [_full_disk(where / "disk"), _read_only(where / "disk")]
        for trial in range(trials):
            chance = random.Random(f"{seed} {trial}")
            path = where / "run"
            shutil.rmtree(path, ignore_errors=True)
            trouble = kinds[trial % len(kinds)]
            what = trouble(path, chance)
            found.outcomes[what] += 1
            if "traceback" in what:
                found.wrong.append(f"seed {seed}, trial {trial}: {what}")
            run(toy_scenario(), path, games=GAMES, resume=True, workers=2, block_games=chance.choice(BLOCKS))
            if content(path) != whole or not Answer.of(path).same(truth):
                found.wrong.append(f"seed {seed}, trial {trial}: {what}: another content")
    return found


def _small_files(path: Path, chance: random.Random) -> str:
    """No file may be larger than a limit, as ``ulimit -f`` sets it."""
    size = chance.choice((100, 1000, 5000, 10_000, 40_000))
    return "small files: " + _play(path, chance, {resource.RLIMIT_FSIZE: size})


def _little_space(path: Path, chance: random.Random) -> str:
    """There is little address space, as ``ulimit -v`` sets it."""
    return "little memory: " + _play(path, chance, {resource.RLIMIT_AS: chance.randint(600, 3000) * 10**6})


def _clock(path: Path, chance: random.Random) -> str:
    """The clock is set back again and again."""
    return "clock set back: " + _play(path, chance, before=SET_BACK.format(seed=chance.randrange(10**6)))


def _rivals(path: Path, chance: random.Random) -> str:
    """Two processes play into the same directory at the same time."""
    first, second = (_start(path, chance) for _ in range(2))
    ends = sorted((_end(first), _end(second)))
    return f"two at once: {' and '.join(ends)}"


def _full_disk(disk: Path) -> Callable[[Path, random.Random], str]:
    def trouble(path: Path, chance: random.Random) -> str:
        free = shutil.disk_usage(disk).free
        filler = disk / "filler"
        filler.write_bytes(bytes(max(free - chance.choice((0, 4096, 20_000, 100_000, 200_000)), 0)))
        inside = disk / "run"
        shutil.rmtree(inside, ignore_errors=True)
        said = _play(inside, chance)
        filler.unlink()
        if inside.exists():
            shutil.copytree(inside, path)
        shutil.rmtree(inside, ignore_errors=True)
        return f"full disk: {said}"

    return trouble


def _read_only(disk: Path) -> Callable[[Path, random.Random], str]:
    def trouble(path: Path, chance: random.Random) -> str:
        inside = disk / "run"
        shutil.rmtree(inside, ignore_errors=True)
        run(toy_scenario(), inside, games=chance.choice((20_000, 50_000)))
        _mount(disk, "remount,ro")
        said = _play(inside, chance)
        shutil.copytree(inside, path)
        _mount(disk, "remount,rw")
        shutil.rmtree(inside, ignore_errors=True)
        return f"read-only disk: {said}"

    return trouble


@contextlib.contextmanager
def small_disk(where: Path) -> Iterator[bool]:
    """Mount a disk of half a megabyte, if this user may, and yield whether it is there."""
    where.mkdir()
    words = ["mount", "-t", "tmpfs", "-o", "size=512k", "tmpfs", str(where)]
    mounted = subprocess.run(words, capture_output=True, check=False).returncode == 0
    try:
        yield mounted
    finally:
        if mounted:
            subprocess.run(["umount", str(where)], check=True)


def _mount(where: Path, how: str) -> None:
    subprocess.run(["mount", "-o", how, str(where)], check=True)


def _start(
    path: Path, chance: random.Random, limits: dict[int, int] | None = None, before: str = ""
) -> subprocess.Popen[bytes]:
    def limit() -> None:
        for kind, most in (limits or {}).items():
            resource.setrlimit(kind, (most, resource.getrlimit(kind)[1]))

    size, workers = chance.choice(BLOCKS), chance.choice((1, 2))
    return killing.start(
        path,
        games=GAMES,
        workers=workers,
        backend="threading",
        block_games=size,
        before=before,
        preexec=limit,
    )


def _play(path: Path, chance: random.Random, limits: dict[int, int] | None = None, before: str = "") -> str:
    return _end(_start(path, chance, limits, before))


def _end(process: subprocess.Popen[bytes]) -> str:
    """Return how a process ended: played, refused in one line, or out of memory, which no library survives in order."""
    said = process.communicate(timeout=300)[1].decode(errors="replace").strip().splitlines()
    last = said[-1] if said else ""
    if process.returncode == 0:
        return "played"
    if last.startswith("refused: "):
        return "refused"
    limited = (
        "MemoryError",
        "failed to map",
        "can't start new thread",
        "llvmlite",
        "OpenBLAS",
        "error return",
    )
    if process.returncode < 0 or any(word in line for line in said for word in limited):
        return "out of memory"
    return f"traceback: {last}"
