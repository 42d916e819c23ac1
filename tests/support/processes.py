"""Processes of their own: the program as a shell starts it, and runs of the toy game that are limited or killed."""

import contextlib
import os
import resource
import signal
import subprocess
import sys
import time

import psutil

from tests.support.places import ROOT

PROGRAM = [
    sys.executable,
    "-c",
    "import sys; from sim.commands.start import main; sys.exit(main())",
]
"""The words that start ``warlab``."""

_TOY = """
import sys
from tests.support.toy_game import play_as_command

if __name__ == "__main__":
    sys.exit(play_as_command(*sys.argv[1:]))
"""


def start(*words, before=None, program=PROGRAM, **how):
    """Start ``warlab``; ``before`` is called in its process, and ``how`` goes to Popen, by default with pipes."""
    how = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **how}
    return subprocess.Popen(
        [*program, *map(str, words)], text=True, preexec_fn=before, **how
    )


def done(*words, **how):
    """Run ``warlab`` to its end."""
    with start(*words, **how) as process:
        out, err = process.communicate(timeout=300)
    return subprocess.CompletedProcess([*map(str, words)], process.returncode, out, err)


class Playing:
    """A process that plays the toy game into a directory, or resumes; a scheduler's address can stand for a backend."""

    def __init__(
        self, out, *, games, workers, backend, block_games, before="", limits=None
    ):
        """Run the program ``before`` first, within the limits of :mod:`resource`."""

        def limit():
            # A shell's background jobs ignore the interrupt key.
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            for kind, most in (limits or {}).items():
                resource.setrlimit(kind, (most, resource.getrlimit(kind)[1]))

        words = [str(out), str(games), str(workers), backend, str(block_games)]
        self.process = subprocess.Popen(
            [sys.executable, "-c", before + _TOY, *words],
            cwd=ROOT,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            preexec_fn=limit,
        )

    @property
    def pid(self):
        return self.process.pid

    @property
    def is_over(self):
        return self.process.poll() is not None

    def end(self, seconds):
        """Wait for the end; return the exit status and what was said. A process that hangs is killed: None."""
        try:
            code = self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            code = None
        with self.process.stderr as said:
            # Workers that outlive it have the other end of the pipe too: who waited for
            # its end would wait for them.
            os.set_blocking(said.fileno(), False)
            return code, (said.read() or b"").decode(errors="replace").strip()


def wait_until(true, seconds=180.0):
    """Return whether something becomes true within a time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if true():
            return True
        time.sleep(0.002)
    return true()


def parts(out):
    """Return the parts of a run."""
    return sorted(out.glob("games/*/part-*.parquet"))


def alive(processes):
    """Return those of some processes that still run; a dead one that nobody has waited for does not."""
    running = []
    for process in processes:
        with contextlib.suppress(psutil.NoSuchProcess):
            if process.is_running() and process.status() != psutil.STATUS_ZOMBIE:
                running.append(process)
    return running
