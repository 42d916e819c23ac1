"""Which workers play a run: what the caller says, and else what joblib's configuration says."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

from sim.errors import UserError, unknown
from sim.machine.cores import check_workers

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


def chosen(kind: object, workers: object, scheduler: object) -> Backend:
    """Return the workers that a caller wants.

    Parameters
    ----------
    kind
        One of ``BACKENDS``; None for the one in force by ``joblib.parallel_config``, which is threads by default.
    workers
        Their number; -1 stands for all cores, None for the number in force, 1 by default.
    scheduler
        A scheduler, which stands for ``"dask"``; None for none.

    Raises
    ------
    UserError
        If something is not valid, two of them disagree, or a backend is not available.
    """
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
            f"a scheduler has no use with {kind!r}", where="backend", cure="leave one of the two out"
        )
    if kind == "dask" and not find_spec("distributed"):
        raise UserError("dask is not installed", where="backend", cure="pip install 'warlab[dask]'")
    return Backend(str(kind), check_workers(workers), scheduler)


def _by_joblib() -> Backend:
    """Return what ``joblib.parallel_config`` has put in force."""
    if "joblib" not in sys.modules:
        return Backend("threading", 1)
    from joblib.parallel import get_active_backend

    # What is preferred gives way to what has been configured.
    active: Any
    active, wanted = get_active_backend(prefer="threads")
    name = type(active).__name__
    if name not in _JOBLIB:
        raise UserError(
            f"joblib is set to {name}, which runs cannot use",
            where="backend",
            cure=f"choose from {', '.join(BACKENDS)}",
        )
    kind = _JOBLIB[name]
    client = getattr(active, "client", None) if kind == "dask" else None
    count = 1 if kind == "dask" or wanted is None else int(active.effective_n_jobs(wanted))
    return Backend(kind, max(1, count), client)
