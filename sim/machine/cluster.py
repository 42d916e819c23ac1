"""Clusters: tasks for the workers of a Dask scheduler.

It exists already, or is started on this machine.

A worker sends back its result, so it needs neither the disk of the process that asks
nor its rights. Dask gives the tasks of a lost worker to others.
"""

import logging
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import CancelledError, Future
from contextlib import ExitStack, contextmanager
from functools import lru_cache, partial
from importlib import import_module
from multiprocessing import resource_tracker
from typing import Any

from sim.errors import UserError, reason
from sim.machine.interrupts import blocked_in_children, requests_held
from sim.machine.software import software
from sim.machine.workers import HOW_TO_START, Crew, Workers, named

CONNECT_SECONDS = 10
"""How long a scheduler may take to answer."""

WAIT_FOR_WORKERS = 60
"""Seconds to wait for a worker if the cluster has none."""

_REST = "resuming plays the rest"


@contextmanager
def on_cluster(
    work: Callable[[Any], Any], workers: Workers, ahead: int
) -> Iterator[Crew]:
    """Lend the workers of a cluster, with ``ahead`` tasks for each of their threads.

    Parameters
    ----------
    work
        What is done: ``work(task)``.
    workers
        Where the cluster is, or how many workers to start.
    ahead
        The tasks for each thread.

    Raises
    ------
    UserError
        If it cannot be reached, or is lost.
    """
    distributed: Any = import_module("distributed")
    packed = import_module("cloudpickle").dumps(work)
    do = partial(_do_there, packed, software())
    with _connected(workers.scheduler, workers.count) as client:

        def most() -> int:
            # Workers come and go.
            threads: int = sum(client.nthreads().values())
            return ahead * max(threads, 1)

        executor = client.get_executor(pure=False)

        def submit(task: Any) -> Future[Any]:
            future: Future[Any] = executor.submit(do, task)
            return future

        where = str(client.scheduler.address)
        try:
            client.wait_for_workers(1, timeout=WAIT_FOR_WORKERS)
            yield Crew(submit, most)
        except distributed.KilledWorker:
            raise UserError(
                "every worker that did a certain task was lost, perhaps because memory ran out",
                where=where,
                cure=f"{_REST}, with smaller blocks if it happens again",
            ) from None
        except (
            OSError,
            CancelledError,
            distributed.client.FutureCancelledError,
        ) as error:
            what = f"the cluster was lost: {reason(error)}"
            raise UserError(what, where=where, cure=_REST) from None
        finally:
            executor.shutdown(wait=False)


def _do_there(packed: bytes, versions: Mapping[str, str], task: Any) -> Any:
    """Do a task in a worker, which must have the software of the process that asks."""
    for name, version in versions.items():
        if software()[name] != version:
            raise UserError(
                f"it has {name} {software()[name]}, not {version}",
                where=f"worker {import_module('distributed').get_worker().address}",
                cure="give all workers the same environment as this process",
            )
    return _unpacked(packed)(task)


@lru_cache(maxsize=4)
def _unpacked(packed: bytes) -> Callable[[Any], Any]:
    work: Callable[[Any], Any] = import_module("cloudpickle").loads(packed)
    return work


@contextmanager
def _connected(scheduler: object, workers: int) -> Iterator[Any]:
    """Connect to a scheduler, or start a cluster of this machine.

    A client that is given stays open.
    """
    distributed: Any = import_module("distributed")
    if isinstance(scheduler, distributed.Client):
        yield scheduler
        return
    if scheduler is None:
        scheduler = import_module("dask").config.get("scheduler-address", None)
    start = {} if scheduler is None else named(scheduler)
    # When Python starts this helper by itself, it takes the block off the thread that
    # starts the workers.
    resource_tracker.ensure_running()
    with _quiet(), ExitStack() as stack:
        try:
            # Dask cannot end what has begun to start.
            with requests_held(), blocked_in_children():
                if not start:
                    cluster = distributed.LocalCluster(
                        n_workers=workers,
                        threads_per_worker=1,
                        dashboard_address="127.0.0.1:0",
                        silence_logs=logging.CRITICAL,
                    )
                    start["address"] = stack.enter_context(cluster)
                client = distributed.Client(
                    **start, timeout=CONNECT_SECONDS, set_as_default=False
                )
                stack.callback(client.close, timeout=CONNECT_SECONDS)
        except Exception as error:  # Dask raises many kinds of error
            raise UserError(
                f"no cluster can be reached or started: {reason(error)}",
                where="this machine" if scheduler is None else str(scheduler),
                cure=HOW_TO_START,
            ) from None
        yield client


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep Dask's log off the terminal: what ends a run is said in one line."""
    names = [
        name
        for name in logging.root.manager.loggerDict
        if name.partition(".")[0] == "distributed"
    ]
    before = {name: logging.getLogger(name).level for name in names}
    for name in names:
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for name, level in before.items():
            logging.getLogger(name).setLevel(level)
