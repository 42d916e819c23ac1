"""Runs under trouble: a full or read-only disk, limits, a rival, a clock set back; each ends in one line, and resumes.

The process that plays is given its trouble before it starts. What it leaves must be a
run that can be resumed without the trouble, and that then is the one that nothing
disturbed.
"""

import contextlib
import random
import resource
import shutil
import signal
import subprocess

from sim.runs import run
from tests.faults.damages import WRONG
from tests.faults.trials import Trial, is_resumed
from tests.support.processes import Playing
from tests.support.toy_game import toy_scenario

PLAYED, REFUSED, NO_MEMORY, ENDED = (
    "played",
    "refused",
    "out of memory",
    "ended by the system",
)
_BORNE = (PLAYED, REFUSED, NO_MEMORY, ENDED, f"{PLAYED} and {REFUSED}")

GAMES = 100_000
BLOCKS = (5_000, 10_000, 25_000)

TOO_LONG = 600.0
"""Seconds after which a process that should end hangs, on a machine that has other work too."""

SET_BACK = """
import itertools, random, time
_true, _chance = time.time, random.Random({seed})
time.time = lambda: _true() - _chance.choice((0, 3600, 10**7))
time.time_ns = lambda: int(time.time() * 1e9)
"""
"""A clock that somebody sets back again and again."""


@contextlib.contextmanager
def troubles(where, seed):
    """Yield what plays a run under trouble, resumes it without, and compares it with one that nothing disturbed."""
    run(toy_scenario(), where / "whole", games=GAMES, workers=2)
    with small_disk(where / "disk") as mounted:
        kinds = [*LIMITED, _rivals, _clock]
        if mounted:
            kinds += [_full_disk(where / "disk"), _read_only(where / "disk")]

        def play(number):
            chance = random.Random(f"{seed} {number}")
            path = where / "run"
            shutil.rmtree(path, ignore_errors=True)
            what, outcome = kinds[number % len(kinds)](path, chance)
            wrong = "" if outcome in _BORNE else outcome
            if not wrong and not is_resumed(
                path, where / "whole", chance.choice(BLOCKS)
            ):
                wrong = f"{outcome}, then another content"
            said = wrong and f"seed {seed}, trouble {number}: {what}: {wrong}"
            return [Trial(what, "", WRONG if wrong else outcome, said)]

        yield play


def _limited(what, resource_kind, limits):
    """Return the trouble of a process that may take only so much of a resource, as ``ulimit`` sets it."""
    return lambda path, chance: (
        what,
        _play(path, chance, {resource_kind: chance.choice(limits)}),
    )


LIMITED = (
    _limited(
        "files no larger than a limit (ulimit -f)",
        resource.RLIMIT_FSIZE,
        (100, 1000, 5000, 10_000, 40_000),
    ),
    _limited("few open files (ulimit -n)", resource.RLIMIT_NOFILE, range(4, 25)),
    _limited("little processor time (ulimit -t)", resource.RLIMIT_CPU, (1,)),
)


def _clock(path, chance):
    """The clock is set back again and again."""
    return "a clock set back", _play(
        path, chance, before=SET_BACK.format(seed=chance.randrange(10**6))
    )


def _rivals(path, chance):
    """Two processes play into the same directory at the same time."""
    first, second = (_start(path, chance) for _ in range(2))
    ends = sorted((_end(first), _end(second)))
    bad = [end for end in ends if end not in _BORNE]
    return "two processes at once", bad[0] if bad else " and ".join(dict.fromkeys(ends))


def _full_disk(disk):
    def trouble(path, chance):
        free = shutil.disk_usage(disk).free
        filler = disk / "filler"
        filler.write_bytes(
            bytes(max(free - chance.choice((0, 4096, 20_000, 100_000, 200_000)), 0))
        )
        inside = disk / "run"
        shutil.rmtree(inside, ignore_errors=True)
        said = _play(inside, chance)
        filler.unlink()
        if inside.exists():
            shutil.copytree(inside, path)
        shutil.rmtree(inside, ignore_errors=True)
        return "a full disk", said

    return trouble


def _read_only(disk):
    def trouble(path, chance):
        inside = disk / "run"
        shutil.rmtree(inside, ignore_errors=True)
        run(toy_scenario(), inside, games=chance.choice((10_000, 25_000)))
        _mount(disk, "remount,ro")
        try:
            said = _play(inside, chance)
        finally:
            shutil.copytree(inside, path)
            _mount(disk, "remount,rw")
        shutil.rmtree(inside, ignore_errors=True)
        return "a read-only disk", said

    return trouble


@contextlib.contextmanager
def small_disk(where):
    """Mount a disk of half a megabyte, if this user may, and yield whether it is there."""
    where.mkdir()
    words = ["mount", "-t", "tmpfs", "-o", "size=512k", "tmpfs", str(where)]
    mounted = subprocess.run(words, capture_output=True, check=False).returncode == 0
    try:
        yield mounted
    finally:
        if mounted:
            subprocess.run(["umount", str(where)], check=True)


def _mount(where, how):
    subprocess.run(["mount", "-o", how, str(where)], check=True)


def _start(path, chance, limits=None, before=""):
    return Playing(
        path,
        games=GAMES,
        workers=chance.choice((1, 2)),
        backend="threading",
        block_games=chance.choice(BLOCKS),
        before=before,
        limits=limits,
    )


def _play(path, chance, limits=None, before=""):
    return _end(_start(path, chance, limits, before))


def _end(playing):
    """Return how a process ended: played, refused in one line, or out of memory, which no library survives in order."""
    code, text = playing.end(TOO_LONG)
    if code is None:
        return f"it hung for {TOO_LONG:.0f} s"
    said = text.splitlines()
    last = said[-1] if said else ""
    if code == 0:
        return PLAYED
    if code == 2 and last.startswith("warlab: "):
        return REFUSED
    if code in (-signal.SIGXCPU, -signal.SIGKILL):
        return ENDED
    limited = (
        "MemoryError",
        "failed to map",
        "can't start new thread",
        "llvmlite",
        "OpenBLAS",
        "error return",
        "TooManyOpenFiles",
    )
    if code < 0 or any(word in line for line in said for word in limited):
        return NO_MEMORY
    return f"traceback: {last}"
