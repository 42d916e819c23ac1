"""The pool: one loop in which threads, processes or a cluster do work, a few tasks at a time.

Compiled code releases the global interpreter lock, so on one machine threads are enough
to use every core. Any number of tasks needs only the memory of a few.
"""

import os
import pickle
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from itertools import islice
from pathlib import Path
from queue import Empty, SimpleQueue
from tempfile import TemporaryDirectory, mkstemp
from typing import Any, Generic, TypeVar

from sim.errors import UserError
from sim.machine.interrupts import blocked_in_children, check, requests_held
from sim.machine.workers import Crew, Workers

AWAKE = 0.2
"""Seconds between two checks for an interrupt."""

AHEAD = 2
"""Tasks submitted at a time for each worker: one running and one waiting."""

IDLE = 60
"""Seconds after which processes that have nothing to do end."""

Going = Callable[[], bool]
"""Whether the results are still wanted; work that takes long asks now and then."""

Task = TypeVar("Task")
Result = TypeVar("Result")
Workspace = TypeVar("Workspace")


def results(
    work: Callable[[Task, Going], Result],
    tasks: Iterable[Task],
    workers: Workers,
    *,
    ordered: bool = False,
) -> Generator[Result, None, None]:
    """Yield the result of each task.

    Parameters
    ----------
    work
        What is done: ``work(task, going)``. Threads should stop, by any error, once
        ``going()`` is False; processes and clusters drop what they have begun.
    tasks
        Taken as workers become free.
    workers
        Who does it.
    ordered
        Whether the results come in the order of the tasks; else as they are finished.

    Raises
    ------
    UserError
        If workers were lost and the work cannot go on.
    """
    waiting = iter(tasks)
    begun: deque[Future[Result]] = deque()
    with _started(work, workers) as crew:
        while True:
            for task in islice(waiting, max(crew.most() - len(begun), 0)):
                begun.append(crew.submit(task))
            if not begun:
                return
            # An interrupt reaches only the main thread, and only while it is awake.
            check()
            looked_at = [begun[0]] if ordered else begun
            # Broken off while it waits, Python may give back a lock that it has not taken.
            with requests_held():
                done = wait(looked_at, timeout=AWAKE, return_when=FIRST_COMPLETED).done
            for future in done:
                begun.remove(future)
                yield crew.read(future)


class Workspaces(Generic[Workspace]):
    """Workspaces for threads: arrays to compute in, which they must not share.

    Parameters
    ----------
    make
        Makes a workspace.
    """

    def __init__(self, make: Callable[[], Workspace]) -> None:
        self._make = make
        self._free: SimpleQueue[Workspace] = SimpleQueue()

    @contextmanager
    def lent(self) -> Iterator[Workspace]:
        """Lend a free workspace, or a new one."""
        try:
            workspace = self._free.get_nowait()
        except Empty:
            workspace = self._make()
        try:
            yield workspace
        finally:
            self._free.put(workspace)


def _do(work: Callable[[Task, Going], Result], task: Task) -> Result:
    """The result of a task that nobody can ask to stop, as it is in another process."""
    return work(task, lambda: True)


def _started(
    work: Callable[[Any, Going], Any], workers: Workers
) -> AbstractContextManager[Crew]:
    """Start workers; on exit, tasks that wait are dropped and running ones given up."""
    if workers.kind == "dask":
        from sim.machine.cluster import on_cluster

        return on_cluster(partial(_do, work), workers, AHEAD)
    if workers.kind == "loky":
        return _processes(work, workers.count)
    return _here(work) if workers.count == 1 else _threads(work, workers.count)


@contextmanager
def _here(work: Callable[[Any, Going], Any]) -> Iterator[Crew]:
    """The thread that asks: it does a task as it gets it."""

    def going() -> bool:
        check()
        return True

    def submit(task: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(work(task, going))
        return future

    yield Crew(submit, lambda: 1)


@contextmanager
def _threads(work: Callable[[Any, Going], Any], count: int) -> Iterator[Crew]:
    ended = threading.Event()
    executor = ThreadPoolExecutor(count)

    def going() -> bool:
        return not ended.is_set()

    def submit(task: Any) -> Future[Any]:
        # A new thread is waited for.
        with requests_held():
            return executor.submit(work, task, going)

    try:
        yield Crew(submit, lambda: AHEAD * count)
    finally:
        ended.set()
        executor.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _processes(work: Callable[[Any, Going], Any], count: int) -> Iterator[Crew]:
    """Processes of this machine, which stay a while for the next work.

    If it was broken off, they are killed.
    """
    from loky import get_reusable_executor
    from loky.process_executor import BrokenProcessPool

    executor = get_reusable_executor(max_workers=count, timeout=IDLE)
    with TemporaryDirectory(ignore_cleanup_errors=True) as between:
        do = partial(_into_file, work, Path(between))

        def submit(task: Any) -> Future[Any]:
            # Processes start when there is something to do.
            with requests_held(), blocked_in_children():
                future: Future[Any] = executor.submit(do, task)
            return future

        try:
            yield Crew(submit, lambda: AHEAD * count, _from_file)
        except BrokenProcessPool:
            raise UserError(
                "a worker process was killed, perhaps because memory ran out",
                cure="give fewer workers; resuming plays the rest of a run",
            ) from None
        except BaseException:
            executor.shutdown(wait=True, kill_workers=True)
            raise


def _into_file(work: Callable[[Any, Going], Any], folder: Path, task: Any) -> Path:
    """Do a task and write its result into a file.

    If a process is killed while it sends loky a long result, loky waits for the rest of
    it for ever. The name of a file is sent at once.
    """
    content = pickle.dumps(_do(work, task), pickle.HIGHEST_PROTOCOL)
    number, name = mkstemp(dir=folder)
    try:
        with os.fdopen(number, "wb") as file:
            file.write(content)
    except OSError as error:
        why = (error.strerror or type(error).__name__).lower()
        raise UserError(f"cannot write it: {why}", where=name) from None
    return Path(name)


def _from_file(future: Future[Path]) -> Any:
    file = future.result()
    value = pickle.loads(file.read_bytes())
    file.unlink()
    return value
