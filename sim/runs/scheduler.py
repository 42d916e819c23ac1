"""The connection to the scheduler of a cluster: one that exists, or one that is started on this machine."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from multiprocessing import resource_tracker
from pathlib import Path
from typing import Any

from sim.errors import UserError
from sim.machine.interrupts import blocked_in_children
from sim.storage.files import cannot

CONNECT_SECONDS = 10.0
"""How long a scheduler may take to answer."""

_START = "start one with `dask scheduler`, and name the address that it prints"


def address_of(scheduler: object) -> str | None:
    """Return the address of the scheduler that is wanted, or that Dask's configuration names; None if none is.

    Parameters
    ----------
    scheduler
        An address such as ``tcp://10.0.0.1:8786``, or the path of the file that ``dask scheduler --scheduler-file``
        writes. None: the variable ``DASK_SCHEDULER_ADDRESS`` or ``DASK_SCHEDULER_FILE``, or Dask's configuration.

    Raises
    ------
    UserError
        If it is something else, or the file has no address.
    """
    if scheduler is None:
        config = import_module("dask").config
        scheduler = config.get("scheduler-address", None) or config.get("scheduler-file", None)
        if scheduler is None:
            return None
    if not isinstance(scheduler, str | Path) or not str(scheduler):
        raise UserError(
            f"{scheduler!r} is not a scheduler",
            where="scheduler",
            cure="give an address such as tcp://10.0.0.1:8786, a scheduler file, or a dask.distributed.Client",
        )
    text = str(scheduler)
    if isinstance(scheduler, str) and "://" in text:
        return text
    path = Path(text)
    # host:port without a protocol is an address too, as for dask worker.
    if text.rpartition(":")[2].isdecimal() and not path.exists():
        return f"tcp://{text}"
    return _address_in(path)


def _address_in(path: Path) -> str:
    """Return the address in a scheduler file."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise cannot("read", path, error, cure=_START) from None
    except UnicodeDecodeError:
        text = ""
    try:
        address = json.loads(text)["address"]
    except (ValueError, LookupError, TypeError):
        address = None
    if not isinstance(address, str):
        raise UserError("it is not a scheduler file: it has no address", where=str(path), cure=_START)
    return address


@contextmanager
def connected(scheduler: object, workers: int) -> Iterator[Any]:
    """Connect to a scheduler and yield the client; a client that is given stays open.

    Parameters
    ----------
    scheduler
        A ``dask.distributed.Client``, or what :func:`address_of` takes. If it gives no address, a cluster is started on
        this machine and ended afterwards.
    workers
        The number of processes of that cluster.

    Raises
    ------
    UserError
        If there is no scheduler, or it does not answer.
    """
    distributed = import_module("dask.distributed")
    if isinstance(scheduler, distributed.Client):
        if scheduler.asynchronous:
            raise UserError(
                "the client is asynchronous", where="scheduler", cure="give one that is not, or its address"
            )
        yield scheduler
        return
    address = address_of(scheduler)
    with _quiet():
        client = _own(distributed, workers) if address is None else _client(distributed, address)
        try:
            yield client
        finally:
            client.close(timeout=CONNECT_SECONDS)


def _own(distributed: Any, workers: int) -> Any:
    """Return a client of a new cluster on this machine, whose processes do not see the interrupt key."""
    # When Python starts this helper by itself, it takes the block off the thread that starts the workers.
    resource_tracker.ensure_running()
    with blocked_in_children():
        return distributed.Client(
            n_workers=workers,
            threads_per_worker=1,
            dashboard_address="127.0.0.1:0",
            set_as_default=False,
            silence_logs=logging.CRITICAL,
        )


def _client(distributed: Any, address: str) -> Any:
    try:
        return distributed.Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError, TypeError, RuntimeError) as error:
        why = "it does not answer" if isinstance(error, OSError) else str(error) or type(error).__name__
        raise UserError(f"no scheduler can be reached there: {why}", where=address, cure=_START) from None


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep Dask's log off the terminal: what ends a run is said in one line."""
    names = [name for name in logging.root.manager.loggerDict if name.partition(".")[0] == "distributed"]
    before = {name: logging.getLogger(name).level for name in names}
    for name in names:
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for name, level in before.items():
            logging.getLogger(name).setLevel(level)
