"""``warlab`` as a program of its own: forked from one that has loaded everything, or, in ``make verify``, started anew.

A program that is started anew needs a second to load before it does what a test is about. What a test must not have
loaded, or reads from the environment while it is loaded, is started anew in ``make test`` too.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from importlib import import_module
from multiprocessing import forkserver
from multiprocessing.connection import Connection
from pathlib import Path
from typing import IO, Any

from tests.support import tiers

ANEW = [sys.executable, "-c", "import sys; from sim.commands.start import main; sys.exit(main())"]
"""The words that start the program anew."""

_SERVER = multiprocessing.get_context("forkserver")
_SERVER.set_forkserver_preload(["tests.support.preloaded"])


def load() -> None:
    """Start the process that others are forked from."""
    forkserver.ensure_running()


class Forked:
    """A program that is forked, with what a test needs of :class:`subprocess.Popen`; its output is text.

    Parameters
    ----------
    words
        What follows the program's name.
    cwd
        Its directory.
    out, err
        Descriptors for its output and errors; pipes if none are given.
    before
        What it does first, in its own process: a function of a module.
    entry
        What is called: a module and a function without parameters.
    """

    def __init__(
        self,
        words: list[str],
        *,
        cwd: Path | None = None,
        out: int | None = None,
        err: int | None = None,
        before: Callable[[], object] | None = None,
        entry: str = "sim.commands.start:main",
    ) -> None:
        self._read: dict[str, IO[str]] = {}
        given, opened = {"out": out, "err": err}, []
        for name, descriptor in list(given.items()):
            if descriptor is None:
                reading, writing = os.pipe()
                self._read[name] = os.fdopen(reading, encoding="utf-8", errors="replace")
                given[name] = writing
                opened.append(writing)
        ends = [Connection(os.dup(one), readable=False) for one in given.values() if one is not None]
        told = (entry, words, str(cwd or Path.cwd()), *ends, before)
        self._process = _SERVER.Process(target=_act, args=told)
        self._process.start()
        for one in ends:
            one.close()
        for descriptor in opened:
            os.close(descriptor)

    @property
    def pid(self) -> int:
        assert self._process.pid is not None
        return self._process.pid

    @property
    def stdout(self) -> IO[str]:
        return self._read["out"]

    @property
    def returncode(self) -> int | None:
        return self._process.exitcode

    def poll(self) -> int | None:
        return self._process.exitcode

    def send_signal(self, sent: int) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, sent)

    def terminate(self) -> None:
        self._process.terminate()

    def kill(self) -> None:
        self._process.kill()

    def wait(self, timeout: float | None = None) -> int:
        self._process.join(timeout)
        if self._process.exitcode is None:
            raise subprocess.TimeoutExpired("warlab", timeout or 0.0)
        return self._process.exitcode

    def communicate(self, timeout: float | None = None) -> tuple[str, str]:
        """Wait for the end; return what was written to the pipes."""
        told = dict.fromkeys(("out", "err"), "")

        def read(name: str) -> None:
            if not self._read[name].closed:
                told[name] = self._read[name].read()
                self._read[name].close()

        readers = [threading.Thread(target=read, args=(name,), daemon=True) for name in self._read]
        for reader in readers:
            reader.start()
        self.wait(timeout)
        for reader in readers:
            reader.join(timeout)
        return told["out"], told["err"]


def _act(
    entry: str,
    words: list[str],
    cwd: str,
    out: Connection,
    err: Connection,
    before: Callable[[], object] | None,
) -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.chdir(cwd)
    for number, end in ((1, out), (2, err)):
        os.dup2(end.fileno(), number)
        end.close()
    if before is not None:
        before()
    sys.stdout, sys.stderr = _stream(1), _stream(2)  # type: ignore[assignment]
    module, _, name = entry.partition(":")
    sys.argv = [module.partition(".")[0], *words]
    sys.exit(getattr(import_module(module), name)())


def _stream(number: int) -> IO[str] | None:
    """Open a standard stream as a program that starts does; one that is closed is none."""
    try:
        return open(number, "w", encoding="utf-8", buffering=number == 2 or -1, closefd=False)
    except OSError:
        return None


def start(*words: object, **how: Any) -> Any:
    """Start the program: forked, or anew in ``make verify``; see :class:`Forked`."""
    if tiers.size(True, False):
        return Forked([str(word) for word in words], **how)
    return start_anew(*words, **how)


def start_anew(*words: object, **how: Any) -> subprocess.Popen[str]:
    """Start the program anew; see :class:`Forked`."""
    before, out, err = (how.get(name) for name in ("before", "out", "err"))
    return subprocess.Popen(
        [*ANEW, *map(str, words)],
        cwd=how.get("cwd"),
        text=True,
        stdout=subprocess.PIPE if out is None else out,
        stderr=subprocess.PIPE if err is None else err,
        preexec_fn=before,
    )


def done(*words: object, **how: Any) -> subprocess.CompletedProcess[str]:
    """Run the program to its end."""
    process = start(*words, **how)
    out, err = process.communicate(timeout=300)
    return subprocess.CompletedProcess([*map(str, words)], process.returncode, out, err)
