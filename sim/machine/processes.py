"""Processes for work that holds the interpreter lock: compiling, and drawing pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from sim.errors import UserError
from sim.machine.interrupts import blocked_in_children

Task = TypeVar("Task")
Result = TypeVar("Result")


def in_processes(work: Callable[[Task], Result], tasks: Sequence[Task], workers: int) -> Iterator[Result]:
    """Yield what ``work(task)`` gives for each task, in order; with one worker, or one task, in this process."""
    if workers == 1 or len(tasks) < 2:
        yield from map(work, tasks)
        return
    from joblib import Parallel, delayed
    from joblib.externals.loky.process_executor import BrokenProcessPool

    pool = Parallel(n_jobs=min(workers, len(tasks)), backend="loky", return_as="generator", batch_size=1)
    try:
        with blocked_in_children():
            results = pool(delayed(work)(task) for task in tasks)
        yield from results
    except BrokenProcessPool:
        raise UserError(
            "a worker process was killed, perhaps because memory ran out", cure="use fewer --workers"
        ) from None
