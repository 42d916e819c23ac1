"""Runs of the toy game in processes that are forked from one that has loaded everything, so that they begin at once."""

from __future__ import annotations

import multiprocessing
import os
import resource
import signal
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Mapping
from pathlib import Path

from tests.support import killing
from tests.support.toy_game import play_as_command

_SERVER = multiprocessing.get_context("forkserver")
_SERVER.set_forkserver_preload(["tests.support.preloaded"])


class Playing:
    """A process that plays the toy game into a directory, or resumes.

    Parameters
    ----------
    out, games, workers, backend, block_games
        What is played, and how; the address of a scheduler can stand for a backend.
    before
        A program to run first.
    limits
        Limits of the process, by their numbers in :mod:`resource`.
    """

    def __init__(
        self,
        out: Path,
        *,
        games: int,
        workers: int,
        backend: str,
        block_games: int,
        before: str = "",
        limits: Mapping[int, int] | None = None,
    ) -> None:
        handle, self._said = tempfile.mkstemp()
        os.close(handle)
        words = (str(out), games, workers, backend, block_games, before, dict(limits or {}), self._said)
        self._process = _SERVER.Process(target=_play, args=words)
        self._process.start()

    @property
    def pid(self) -> int:
        assert self._process.pid is not None
        return self._process.pid

    @property
    def is_over(self) -> bool:
        return self._process.exitcode is not None

    def end(self, seconds: float) -> tuple[int | None, str]:
        """Wait for the end; return the exit status and what was said. A process that hangs is killed: None."""
        self._process.join(seconds)
        code = self._process.exitcode
        if code is None:
            self._process.kill()
            self._process.join()
        said = Path(self._said).read_text(encoding="utf-8", errors="replace").strip()
        Path(self._said).unlink()
        self._process.close()
        return code, said


class Started(Playing):
    """The same in a process of its own, as a shell starts it."""

    def __init__(
        self,
        out: Path,
        *,
        games: int,
        workers: int,
        backend: str,
        block_games: int,
        before: str = "",
        limits: Mapping[int, int] | None = None,
    ) -> None:
        def limit() -> None:
            # A shell's background jobs ignore the interrupt key.
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            for kind, most in (limits or {}).items():
                resource.setrlimit(kind, (most, resource.getrlimit(kind)[1]))

        self._process = killing.start(
            out,
            games=games,
            workers=workers,
            backend=backend,
            block_games=block_games,
            before=before,
            preexec=limit,
        )

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def is_over(self) -> bool:
        return self._process.poll() is not None

    def end(self, seconds: float) -> tuple[int | None, str]:
        code: int | None
        try:
            said = self._process.communicate(timeout=seconds)[1]
            code = self._process.returncode
        except subprocess.TimeoutExpired:
            self._process.kill()
            said, code = self._process.communicate()[1], None
        return code, said.decode(errors="replace").strip()


def _play(
    out: str,
    games: int,
    workers: int,
    backend: str,
    block_games: int,
    before: str,
    limits: dict[int, int],
    said: str,
) -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for number, path in ((1, os.devnull), (2, said)):
        file = os.open(path, os.O_WRONLY)
        os.dup2(file, number)
        os.close(file)
    for kind, most in limits.items():
        resource.setrlimit(kind, (most, resource.getrlimit(kind)[1]))
    exec(before, {})
    code = 1
    try:
        code = play_as_command(out, str(games), str(workers), backend, str(block_games))
    except BaseException:
        os.write(2, traceback.format_exc().encode())
    sys.exit(code)
