"""The worker pool: threads, processes or a cluster, by joblib, that play blocks and write their parts.

A worker gets a block, writes its rows and returns its tallies. Kernels release the interpreter lock, so threads are
enough on one machine. Nothing here depends on ledgers or on when to stop.
"""

from __future__ import annotations

import os
import pickle
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from sim import limits
from sim.engine.pieces import AbandonedError, Going
from sim.engine.playing import play_variants
from sim.errors import UserError, unknown
from sim.runs import dataset
from sim.runs.ledger import Block
from sim.runs.ownership import end_with, is_current, start_worker
from sim.tallies.counting import tally
from sim.tallies.counts import Tallies
from sim.tallies.queries import Query

BACKENDS = ("threading", "loky", "dask")


@dataclass(frozen=True)
class Task:
    """What a worker needs besides the block.

    Attributes
    ----------
    variants
        Each block is played under all of them, on the same deals.
    keep_games
        Whether the games are written as rows.
    process
        The process that collects the tallies.
    folder, session
        The folder of the parts, and the word of the session that owns them; "" if no rows are kept.
    mirrored
        In a tournament, pairs of variants (by place) with the same two players in exchanged seats.
    queries
        What is counted besides what the game declares.
    """

    variants: tuple[dataset.Variant, ...]
    keep_games: bool
    process: int
    folder: Path
    session: str = ""
    mirrored: tuple[tuple[int, int], ...] = ()
    queries: tuple[Query, ...] = ()


@dataclass(frozen=True)
class Done:
    """A block that has been played, or the error that stopped it."""

    block: Block
    tallies: Tallies
    error: Exception | None = None
    abandoned: bool = False


def play(task: Task, block: Block, going: Going | None = None) -> Done:
    """Play a block under every variant, write its parts and count it; an error is returned, not raised."""
    end_with(task.process)
    if os.getpid() != task.process and threading.current_thread() is threading.main_thread():
        # An interrupt from the keyboard reaches every process; only the main one handles it.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        game, seed = task.variants[0].game, task.variants[0].seed
        rules = [variant.rules for variant in task.variants]
        played = play_variants(game, rules, seed, block.first, block.games, going=going)
        if task.keep_games:
            for variant, columns in zip(task.variants, played, strict=True):
                if not is_current(task.folder, task.session):
                    return Done(block, Tallies(), abandoned=True)
                dataset.write_part(variant, block.first, columns)
        names = [variant.name for variant in task.variants]
        counted = Tallies() if block.counted else tally(game, names, played, task.mirrored, task.queries)
    except AbandonedError:
        return Done(block, Tallies(), abandoned=True)
    except Exception as error:  # the main process raises it, after saving the other blocks
        return Done(block, Tallies(), error if os.getpid() == task.process else _sendable(error))
    return Done(block, counted)


def _sendable(error: Exception) -> Exception:
    """Return an error that can be sent to another process: itself, if it can, else its text."""
    try:
        same = type(pickle.loads(pickle.dumps(error))) is type(error)
    except Exception:  # whatever its class does when it is built again
        same = False
    return error if same else RuntimeError(f"{type(error).__name__}: {error}")


class Crew:
    """A pool of workers.

    Parameters
    ----------
    task
        The variants to play.
    workers, backend
        The number of workers and their kind, as :func:`check_workers` accepts them.

    Attributes
    ----------
    stopping
        Once set, no further block starts.
    """

    def __init__(self, task: Task, workers: int, backend: str) -> None:
        self.stopping = threading.Event()
        self._task = task
        self._workers = workers
        self._backend = backend
        self._results: Iterator[Done] = iter(())
        self._client: Any = None

    def __enter__(self) -> Self:
        if self._backend == "dask":
            self._client = _dask_client(self._workers)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._client is not None:
            self._client.close()

    def play(self, blocks: Iterator[Block]) -> Iterator[Done]:
        """Play blocks and yield them in the order in which they are finished."""
        self._results = self._one_by_one(blocks) if self._alone else self._together(blocks)
        return self._results

    def rest(self) -> Iterator[Done]:
        """Yield the blocks that were being played when ``stopping`` was set."""
        return self._results

    @property
    def _alone(self) -> bool:
        return self._workers == 1 and self._backend == "threading"

    def _going(self) -> bool:
        return not self.stopping.is_set()

    def _begun(self, blocks: Iterator[Block]) -> Iterator[Block]:
        for block in blocks:
            if self.stopping.is_set():
                return
            yield block

    def _one_by_one(self, blocks: Iterator[Block]) -> Iterator[Done]:
        for block in self._begun(blocks):
            yield play(self._task, block, self._going)

    def _together(self, blocks: Iterator[Block]) -> Iterator[Done]:
        from joblib import Parallel, delayed, parallel_config

        more: dict[str, Any] = {}
        if self._backend == "loky":
            more = {"initializer": start_worker, "initargs": (self._task.process,)}
        with parallel_config(backend=self._backend, **more):
            # Blocks are handed out on demand, so a run of any length needs the memory of a few.
            parallel = Parallel(
                n_jobs=self._workers,
                return_as="generator_unordered",
                batch_size=1,
                pre_dispatch=self._workers + 1,
            )
        from joblib.externals.loky.process_executor import BrokenProcessPool

        # A request to stop takes effect at once in threads; processes finish their blocks.
        going = (self._going,) if self._backend == "threading" else ()
        try:
            with _interrupts_held():
                # Processes start here, and a blocked signal stays blocked in them: only the main process handles it.
                results = parallel(delayed(play)(self._task, block, *going) for block in self._begun(blocks))
            yield from results
        except BrokenProcessPool:
            if self.stopping.is_set():
                return
            raise UserError(
                "a worker process was killed, perhaps because memory ran out",
                cure="--resume with fewer workers or smaller blocks plays the rest",
            ) from None


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Block interrupts from the keyboard in this thread, and in the processes that it starts meanwhile."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def check_workers(workers: object, backend: object) -> int:
    """Return the number of workers; -1 stands for all cores.

    Raises
    ------
    UserError
        If it is not a valid number, or the backend is not available.
    """
    if backend not in BACKENDS:
        raise unknown("backend", backend, BACKENDS)
    if backend == "dask" and not find_spec("distributed"):
        raise UserError("dask is not installed", where="backend", cure="pip install 'warlab[dask]'")
    return limits.check_workers(workers)


def _dask_client(workers: int) -> Any:
    """Return a client of a cluster on this machine."""
    return import_module("dask.distributed").Client(
        n_workers=workers, threads_per_worker=1, dashboard_address=None
    )
