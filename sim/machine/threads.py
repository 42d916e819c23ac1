"""Work spread over threads; an interrupt takes effect promptly.

Compiled code releases the global interpreter lock, so on one machine threads are enough to use every core.
"""

import os
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import chain, islice
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import Generic, Self, TypeVar

from sim.errors import UserError

AWAKE = 0.2
"""Seconds between two checks for an interrupt."""

_AHEAD = 2
"""Tasks submitted at a time for each thread: one running and one waiting."""

_forked_after: set[str] = set()
"""The packages with threads that had been loaded when this process was forked: a child has none of its parent's."""

Task = TypeVar("Task")
Result = TypeVar("Result")
Place = TypeVar("Place")


os.register_at_fork(
    after_in_child=lambda: _forked_after.update({"polars"} & sys.modules.keys())
)


def check_not_forked() -> None:
    """Refuse to play in a process in which Polars would wait for threads for ever."""
    if _forked_after:
        raise UserError(
            "this process was forked after Polars had been loaded, and would wait for its threads for ever",
            cure='start processes with multiprocessing.get_context("spawn"), or with joblib',
        )


class Threads(Generic[Place]):
    """A pool of threads; on exit, tasks that have not started are dropped, and running ones are waited for."""

    # ``place`` makes a workspace for each thread: what threads must not share, such as arrays to compute in.
    def __init__(self, workers: int, place: Callable[[], Place]) -> None:
        self._workers = workers
        self._make_place = place
        self._places: SimpleQueue[Place] = SimpleQueue()
        self._pool = ThreadPoolExecutor(workers)
        self._going = True

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._going = False
        self._pool.shutdown(wait=True, cancel_futures=True)

    def going(self) -> bool:
        """Return whether the results are still wanted; long-running work should check now and then."""
        return self._going

    def in_order(
        self, tasks: Iterable[Task], work: Callable[[Task, Place], Result]
    ) -> Iterator[Result]:
        """Yield what ``work(task, place)`` gives for each task, in the order of the tasks."""
        return self._each(tasks, work, ordered=True)

    def as_done(
        self, tasks: Iterable[Task], work: Callable[[Task, Place], Result]
    ) -> Iterator[Result]:
        """Yield what ``work(task, place)`` gives for each task, in the order in which they are finished."""
        return self._each(tasks, work, ordered=False)

    def _each(
        self,
        tasks: Iterable[Task],
        work: Callable[[Task, Place], Result],
        *,
        ordered: bool,
    ) -> Iterator[Result]:
        waiting = iter(tasks)
        few = list(islice(waiting, 2))
        waiting = chain(few, waiting)
        if self._workers == 1 or len(few) < 2:
            yield from (self._do(task, work) for task in waiting)
            return
        # Tasks are submitted as threads become free, so any number of tasks needs only the memory of a few.
        begun: deque[Future[Result]] = deque()
        while True:
            for task in islice(waiting, _AHEAD * self._workers - len(begun)):
                begun.append(self._pool.submit(self._do, task, work))
            if not begun:
                return
            # An interrupt reaches only the main thread, and only while it is awake.
            done = wait(
                [begun[0]] if ordered else begun,
                timeout=AWAKE,
                return_when=FIRST_COMPLETED,
            ).done
            for future in done:
                begun.remove(future)
                yield future.result()

    def _do(self, task: Task, work: Callable[[Task, Place], Result]) -> Result:
        try:
            place = self._places.get_nowait()
        except Empty:
            place = self._make_place()
        try:
            return work(task, place)
        finally:
            self._places.put(place)
