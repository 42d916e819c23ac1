"""A Dask cluster of processes of its own, as users start one: ``dask scheduler`` and ``dask worker``."""

import json
import os
import subprocess
import sys
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.support.places import ROOT
from tests.support.processes import wait_until

Program = subprocess.Popen[bytes]


@dataclass
class Started:
    """A scheduler and its workers."""

    file: Path
    stack: ExitStack
    scheduler: Program
    workers: list[Program] = field(default_factory=list)

    @property
    def address(self):
        return str(json.loads(self.file.read_text())["address"])

    def add_worker(self, *words):
        """Start a worker; it need not have joined yet."""
        place = [
            "--scheduler-file",
            str(self.file),
            "--host",
            "127.0.0.1",
            "--no-dashboard",
        ]
        worker = _start("worker", *place, "--nthreads", "1", *words)
        self.stack.callback(_end, worker)
        self.workers.append(worker)
        return worker

    def wait_for(self, workers):
        """Wait until that number of workers has joined."""
        from dask.distributed import Client

        with Client(self.address, set_as_default=False) as client:
            client.wait_for_workers(workers, timeout=180)


@contextmanager
def cluster(where, workers, *words):
    """Start a scheduler on a free port of this machine, and workers with one thread each."""
    file = where / "scheduler.json"
    with ExitStack() as stack:
        scheduler = _start(
            "scheduler",
            "--host",
            "127.0.0.1",
            "--port",
            "0",
            "--no-dashboard",
            "--scheduler-file",
            str(file),
        )
        stack.callback(_end, scheduler)
        assert wait_until(lambda: _is_written(file))
        started = Started(file, stack, scheduler)
        for _ in range(workers):
            started.add_worker(*words)
        if workers:
            started.wait_for(workers)
        yield started


def _is_written(file):
    try:
        json.loads(file.read_text())
    except (FileNotFoundError, ValueError):
        return False
    return True


def _start(*words):
    # The toy game is none of the registry's: workers find its module by this path.
    paths = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH", "")]))
    return subprocess.Popen(
        [sys.executable, "-m", "dask", *words],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": paths},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        stdin=subprocess.DEVNULL,
    )


def _end(process):
    process.terminate()
    try:
        process.wait(timeout=10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
