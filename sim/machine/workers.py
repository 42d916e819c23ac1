"""Workers: the threads, processes or cluster that do work.

A caller names them, or joblib's configuration.
"""

import os
import sys
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from sim.errors import UserError, check_word
from sim.machine.resources import check_workers

BACKENDS = ("threading", "loky", "dask")

HOW_TO_START = "start one with `dask scheduler`, and name the address that it prints"

_JOBLIB = {
    "SequentialBackend": "threading",
    "ThreadingBackend": "threading",
    "LokyBackend": "loky",
    "DaskDistributedBackend": "dask",
}


@dataclass(frozen=True)
class Workers:
    """Who does the work; results do not depend on it.

    Attributes
    ----------
    count
        The number of threads, or of processes; one of them is the thread that asks.
    kind
        ``"threading"``, ``"loky"`` or ``"dask"``.
    scheduler
        For ``"dask"`` its scheduler, as far as it is known: an address, a scheduler
        file, or a client.
    """

    count: int = 1
    kind: str = "threading"
    scheduler: object = None


@dataclass(frozen=True)
class Crew:
    """Workers that have been started.

    Attributes
    ----------
    submit
        Gives them a task.
    most
        The number of tasks that may be submitted and not yet done.
    read
        The result of a task that is done.
    """

    submit: Callable[[Any], Future[Any]]
    most: Callable[[], int]
    read: Callable[[Future[Any]], Any] = Future.result


def chosen(kind: object, count: object, scheduler: object) -> Workers:
    """Check the workers that a caller wants.

    What is None follows joblib's configuration.

    Parameters
    ----------
    kind
        One of ``BACKENDS``, or None.
    count
        A whole number, -1 for one per core, or None.
    scheduler
        The scheduler of a Dask cluster, or None.

    Returns
    -------
    Workers

    Raises
    ------
    UserError
        If they do not exist, do not go together, or Dask is not installed.
    """
    if kind is None and scheduler is not None:
        kind = "dask"
    if kind is not None:
        kind = check_word("backend", kind, BACKENDS)
    if kind is None or count is None:
        ambient = _by_joblib()
        if kind is None:
            kind = ambient.kind
            scheduler = ambient.scheduler
        if count is None:
            count = ambient.count if kind == ambient.kind else 1
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
        named(scheduler)
    return Workers(check_workers(count), str(kind), scheduler)


def named(scheduler: object) -> dict[str, object]:
    """The argument by which Dask's client finds a scheduler: its address or its file.

    Parameters
    ----------
    scheduler
        The address or the file.

    Raises
    ------
    UserError
        If it is neither.
    """
    text = str(scheduler)
    if os.path.isfile(text):  # noqa: PTH113  # of a name of any length
        return {"scheduler_file": text}
    if ":" not in text:
        raise UserError("there is no such scheduler", where=text, cure=HOW_TO_START)
    return {"address": text}


def _by_joblib() -> Workers:
    """The workers that ``joblib.parallel_config`` has put in force; without it, one thread."""
    if "joblib" not in sys.modules:
        return Workers()
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
    if kind == "dask":
        return Workers(1, kind, getattr(active, "client", None))
    count = 1 if jobs is None else int(active.effective_n_jobs(jobs))
    return Workers(max(1, count), kind)
