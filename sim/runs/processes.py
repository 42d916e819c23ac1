"""Work in processes of its own, for what holds the interpreter lock: the compiler, and pages that are written."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

from sim.errors import UserError
from sim.runs.crew import interrupts_held
from sim.runs.ownership import start_worker

Task = TypeVar("Task")
Result = TypeVar("Result")


_PATIENCE = 3600
"""Seconds that processes wait for more work: a site is played between the compiling and the drawing, and joblib warns
of processes that end meanwhile. They end with the one that started them."""


def in_processes(work: Callable[[Task], Result], tasks: Sequence[Task], workers: int) -> Iterator[Result]:
    """Yield what ``work(task)`` gives for each task, in the order of the tasks.

    An interrupt reaches only this process; the others end with it.

    Parameters
    ----------
    work
        A function that other processes can import.
    tasks
        What it is called with.
    workers
        How many processes; with one worker, or one task, the work is done in this one.

    Raises
    ------
    UserError
        If a process was killed.
    Exception
        The error of the first task, in their order, that has one.

    Examples
    --------
    >>> list(in_processes(abs, [-1, 2, -3], 1))
    [1, 2, 3]
    """
    if workers == 1 or len(tasks) < 2:
        yield from map(work, tasks)
        return
    from joblib import Parallel, delayed, parallel_config
    from joblib.externals.loky.process_executor import BrokenProcessPool

    with parallel_config(
        backend="loky",
        initializer=start_worker,
        initargs=(os.getpid(),),
        idle_worker_timeout=_PATIENCE,
    ):
        parallel = Parallel(n_jobs=min(workers, len(tasks)), return_as="generator", batch_size=1)
    try:
        with _without_remarks(), interrupts_held():
            # A blocked signal stays blocked in the processes that start here.
            results = parallel(delayed(_attempt)(work, task) for task in tasks)
        failed: Exception | None = None
        for _ in tasks:
            with _without_remarks():
                result, error = next(results)
            # The other tasks are waited for: joblib does not like to be left in the middle.
            if error is not None:
                failed = failed or error
            elif failed is None:
                yield result
        if failed is not None:
            raise failed
    except BrokenProcessPool:
        raise UserError(
            "a worker process was killed, perhaps because memory ran out", cure="use fewer --workers"
        ) from None


@contextmanager
def _without_remarks() -> Iterator[None]:
    """Silence joblib where a process that has grown is replaced by a new one between two tasks."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "A worker stopped while some jobs were given")
        yield


def _attempt(work: Callable[[Task], Result], task: Task) -> tuple[Result, None] | tuple[None, Exception]:
    """Return what a task gives, or its error: as it would be raised, the error that is first in time would win."""
    try:
        return work(task), None
    except Exception as error:
        return None, error
