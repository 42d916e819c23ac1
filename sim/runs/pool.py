"""Pools of workers that play blocks: threads and processes of this machine, or a Dask cluster.

Each yields blocks as they are finished, and asks for a few at a time, so a run of any length needs the memory of a few.
"""

import pickle
import sys
import warnings
from collections.abc import Generator, Iterator
from contextlib import closing
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sim.errors import UserError, unknown
from sim.machine.interrupts import blocked_in_children
from sim.machine.resources import check_workers
from sim.machine.threads import Threads
from sim.runs.ledger import Block
from sim.runs.work import Done, Task, play_block
from sim.storage.files import reported

BACKENDS = ("threading", "loky", "dask")

_JOBLIB = {
    "SequentialBackend": "threading",
    "ThreadingBackend": "threading",
    "LokyBackend": "loky",
    "DaskDistributedBackend": "dask",
}


@dataclass(frozen=True)
class Backend:
    """The kind of the workers, their number, and for ``"dask"`` the scheduler, as far as it is known."""

    kind: str
    workers: int
    scheduler: object = None


def played(
    task: Task, blocks: Iterator[Block], backend: Backend
) -> Generator[Done, None, None]:
    """Yield the blocks as they are finished; when it is closed, work that has begun is given up."""
    if backend.kind == "dask":
        from sim.runs.cluster import on_cluster

        yield from on_cluster(task, blocks, backend.scheduler, backend.workers)
    elif backend.kind == "loky":
        yield from _by_processes(task, blocks, backend.workers)
    else:
        with Threads(backend.workers, lambda: None) as threads:
            yield from threads.as_done(
                blocks, lambda block, _: play_block(task, block, threads.going)
            )


def _by_processes(
    task: Task, blocks: Iterator[Block], workers: int
) -> Generator[Done, None, None]:
    from joblib import Parallel, delayed
    from joblib.externals.loky.process_executor import BrokenProcessPool

    pool = Parallel(
        n_jobs=workers,
        backend="loky",
        return_as="generator_unordered",
        batch_size=1,
        pre_dispatch=workers + 1,
    )
    try:
        with (
            TemporaryDirectory(ignore_cleanup_errors=True) as between,
            warnings.catch_warnings(),
        ):
            with blocked_in_children():
                results = pool(
                    delayed(_play_to_file)(task, block, between) for block in blocks
                )
            # joblib says that it was left before the last result, as an interrupt leaves it.
            warnings.filterwarnings("ignore", module="joblib")
            with closing(results):
                for file in results:
                    done = pickle.loads(file.read_bytes())
                    file.unlink()
                    yield done
    except BrokenProcessPool:
        raise UserError(
            "a worker process was killed, perhaps because memory ran out",
            cure="--resume with fewer workers or smaller blocks plays the rest",
        ) from None


def _play_to_file(task: Task, block: Block, directory: str) -> Path:
    """Play a block into a file, and return that."""
    # A worker that is killed while it sends a long result leaves joblib waiting for the rest of it, for ever.
    file = Path(directory) / f"{block.first}-{block.games}"
    content = pickle.dumps(play_block(task, block), pickle.HIGHEST_PROTOCOL)
    with reported("write", file):
        file.write_bytes(content)
    return file


def chosen(kind: object, workers: object, scheduler: object) -> Backend:
    """Return the workers that a caller wants; None is for joblib's configuration, and without one, for one thread."""
    if kind is None and scheduler is not None:
        kind = "dask"
    if kind is None or workers is None:
        ambient = _by_joblib()
        if kind is None:
            kind, scheduler = ambient.kind, ambient.scheduler
        if workers is None:
            workers = ambient.workers if kind == ambient.kind else 1
    if kind not in BACKENDS:
        raise unknown("backend", kind, BACKENDS)
    if scheduler is not None and kind != "dask":
        raise UserError(
            f"a scheduler has no use with {kind!r}",
            where="backend",
            cure="leave one of the two out",
        )
    if kind == "dask" and not find_spec("distributed"):
        raise UserError(
            "dask is not installed", where="backend", cure="pip install 'warlab[dask]'"
        )
    if isinstance(scheduler, str | Path):
        from sim.runs.cluster import named

        named(scheduler)
    return Backend(str(kind), check_workers(workers), scheduler)


def _by_joblib() -> Backend:
    """Return what ``joblib.parallel_config`` has put in force."""
    if "joblib" not in sys.modules:
        return Backend("threading", 1)
    from joblib.parallel import get_active_backend

    active: Any
    # What is preferred gives way to what has been configured.
    active, jobs = get_active_backend(prefer="threads")
    name = type(active).__name__
    if name not in _JOBLIB:
        raise UserError(
            f"joblib is set to {name}, which runs cannot use",
            where="backend",
            cure=f"choose from {', '.join(BACKENDS)}",
        )
    kind = _JOBLIB[name]
    client = getattr(active, "client", None) if kind == "dask" else None
    count = 1 if kind == "dask" or jobs is None else int(active.effective_n_jobs(jobs))
    return Backend(kind, max(1, count), client)
