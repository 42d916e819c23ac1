"""Clusters: blocks as tasks of a Dask scheduler, one that exists or one that is started on this machine.

A worker sends back its counts and the contents of its parts, so it needs neither the disk of the run nor its rights.
Dask gives the blocks of a lost worker to others; a block that is played twice gives the same again.
"""

import logging
from collections.abc import Generator, Iterator, Mapping
from concurrent.futures import CancelledError
from contextlib import ExitStack, contextmanager
from functools import lru_cache
from importlib import import_module
from itertools import islice
from multiprocessing import resource_tracker
from pathlib import Path
from typing import Any

from sim.errors import UserError
from sim.machine.interrupts import blocked_in_children, held
from sim.runs.ledger import Block
from sim.runs.record import software
from sim.runs.work import Done, Task, play_block

CONNECT_SECONDS = 10
"""How long a scheduler may take to answer."""

WAIT_FOR_WORKERS = 60
"""Seconds that a run waits for a worker if the cluster has none."""

AHEAD = 2
"""Blocks for each thread of the cluster: one that is played and one that waits beside it."""

_START = "start one with `dask scheduler`, and name the address that it prints"
_REST = "--resume plays the rest"


def on_cluster(
    task: Task, blocks: Iterator[Block], scheduler: object, workers: int
) -> Generator[Done, None, None]:
    """Yield blocks as the workers of a cluster finish them."""
    distributed: Any = import_module("distributed")

    with _connected(scheduler, workers) as client, client.as_current():
        where = str(client.scheduler.address)
        packed = import_module("cloudpickle").dumps(task)

        def submit(block: Block) -> Any:
            return client.submit(play_there, packed, software(), block, pure=False)

        try:
            client.wait_for_workers(1, timeout=WAIT_FOR_WORKERS)
            working = distributed.as_completed()
            while True:
                # Workers come and go.
                most = AHEAD * max(sum(client.nthreads().values()), 1)
                working.update(
                    [
                        submit(block)
                        for block in islice(blocks, max(most - working.count(), 0))
                    ]
                )
                if working.is_empty():
                    return
                future = next(working)
                done: Done = future.result()
                future.release()
                yield done
        except distributed.KilledWorker:
            raise UserError(
                "every worker that played a certain block was lost, perhaps because memory ran out",
                where=where,
                cure=f"{_REST}, with smaller blocks if it happens again",
            ) from None
        except (
            OSError,
            CancelledError,
            distributed.client.FutureCancelledError,
        ) as error:
            why = " ".join(str(error).split())[:200] or type(error).__name__
            raise UserError(
                f"the cluster was lost: {why}", where=where, cure=_REST
            ) from None


def play_there(packed: bytes, versions: Mapping[str, str], block: Block) -> Done:
    """Play a block in a worker, which must have the software of the process that plays the run."""
    for name, version in versions.items():
        if software()[name] != version:
            raise UserError(
                f"it has {name} {software()[name]}, not {version}",
                where=f"worker {import_module('distributed').get_worker().address}",
                cure="give all workers the same environment as this process",
            )
    return play_block(_unpacked(packed), block)


@lru_cache(maxsize=4)
def _unpacked(packed: bytes) -> Task:
    task: Task = import_module("cloudpickle").loads(packed)
    return task


@contextmanager
def _connected(scheduler: object, workers: int) -> Iterator[Any]:
    """Connect to a scheduler, or start a cluster of this machine; a client that is given stays open."""
    distributed: Any = import_module("distributed")
    if isinstance(scheduler, distributed.Client):
        yield scheduler
        return
    if scheduler is None:
        config = import_module("dask").config
        scheduler = config.get("scheduler-address", None) or config.get(
            "scheduler-file", None
        )
    with _quiet(), ExitStack() as stack:
        client = (
            stack.enter_context(_own(workers))
            if scheduler is None
            else _client(scheduler)
        )
        try:
            yield client
        finally:
            client.close(timeout=CONNECT_SECONDS)


@contextmanager
def _own(workers: int) -> Iterator[Any]:
    """Start a cluster of this machine."""
    distributed: Any = import_module("distributed")
    # When Python starts this helper by itself, it takes the block off the thread that starts the workers.
    resource_tracker.ensure_running()
    try:
        # Dask cannot end what has begun to start.
        with held(), blocked_in_children():
            cluster = distributed.LocalCluster(
                n_workers=workers,
                threads_per_worker=1,
                dashboard_address="127.0.0.1:0",
                silence_logs=logging.CRITICAL,
            )
    except (
        OSError,
        RuntimeError,
    ) as error:  # of its connections and their clocks, and of its nannies
        why = " ".join(str(error).split())[:200] or type(error).__name__
        raise UserError(
            f"the workers of Dask did not start: {why}", cure=_REST
        ) from None
    with cluster:
        yield distributed.Client(cluster, set_as_default=False)


def _client(scheduler: object) -> Any:
    """Return a client of the scheduler at an address, or of the one that has written a scheduler file."""
    distributed: Any = import_module("distributed")
    address = named(scheduler)
    try:
        return distributed.Client(
            **address, timeout=CONNECT_SECONDS, set_as_default=False
        )
    except (
        OSError,
        ValueError,
        TypeError,
        LookupError,
        RuntimeError,
        AssertionError,
    ) as error:
        why = (
            "it does not answer"
            if isinstance(error, OSError)
            else str(error) or "it is no scheduler's file"
        )
        place = str(scheduler)
        raise UserError(
            f"no scheduler can be reached there: {why}", where=place, cure=_START
        ) from None


def named(scheduler: object) -> dict[str, str]:
    """Return how Dask's client is told of a scheduler: by its address, or by the file that it has written."""
    text = str(scheduler)
    if not isinstance(scheduler, str | Path) or not text:
        raise UserError(
            f"{scheduler!r} is not a scheduler",
            where="scheduler",
            cure="give an address such as tcp://10.0.0.1:8786, a scheduler file, or a dask.distributed.Client",
        )
    if "://" in text or text.rpartition(":")[2].isdecimal():
        return {"address": text}
    if not Path(text).is_file():
        raise UserError("there is no such scheduler file", where=text, cure=_START)
    return {"scheduler_file": text}


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
