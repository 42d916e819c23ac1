"""Runs of the toy game in a process of their own, which can be killed."""

from __future__ import annotations

import contextlib
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import psutil

TOP = Path(__file__).parents[2]

_PROGRAM = """
import sys
from tests.support.toy_game import play_as_command

if __name__ == "__main__":
    sys.exit(play_as_command(*sys.argv[1:]))
"""


def start(
    out: Path,
    *,
    games: int,
    workers: int,
    backend: str,
    block_games: int,
    before: str = "",
    preexec: Callable[[], None] | None = None,
) -> subprocess.Popen[bytes]:
    """Start to play into a directory, or resume, in a process of its own.

    Parameters
    ----------
    out, games, workers, backend, block_games
        What is played, and how; the address of a scheduler can stand for a backend.
    before, preexec
        A program to run first, and what to call before it, in the new process.
    """
    words = [str(out), str(games), str(workers), backend, str(block_games)]
    return subprocess.Popen(
        [sys.executable, "-c", before + _PROGRAM, *words],
        cwd=TOP,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        preexec_fn=preexec,
    )


def wait_until(true: Callable[[], bool], seconds: float = 180.0) -> bool:
    """Return whether something becomes true within a time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if true():
            return True
        time.sleep(0.002)
    return true()


def parts(out: Path) -> list[Path]:
    """Return the parts of a run."""
    return sorted(out.glob("games/*/part-*.parquet"))


def kill(process: subprocess.Popen[bytes]) -> list[psutil.Process]:
    """Kill a process and return the processes that it had started."""
    children = psutil.Process(process.pid).children(recursive=True)
    process.kill()
    process.wait()
    if process.stderr is not None:
        process.stderr.close()
    return children


def alive(processes: list[psutil.Process]) -> list[psutil.Process]:
    """Return those of some processes that still run; a dead one that nobody has waited for does not."""
    found = []
    for one in processes:
        with contextlib.suppress(psutil.NoSuchProcess):
            if one.is_running() and one.status() != psutil.STATUS_ZOMBIE:
                found.append(one)
    return found
