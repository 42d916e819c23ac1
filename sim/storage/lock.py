"""The lock of a directory of this machine, by which only one process writes to it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sim.errors import UserError
from sim.storage.files import cannot
from sim.storage.places import Place

LOCK = ".lock"
"""The lock file in a locked directory; it stays there after the lock is released."""


@contextmanager
def locked(directory: Place, doing: str) -> Iterator[None]:
    """Lock a directory while this process is ``doing`` something; the lock ends with the process."""
    # Other file systems have no locks: whoever writes there must notice another writer by what was written.
    if not isinstance(directory, Path):
        yield
        return
    from filelock import FileLock, Timeout

    lock = FileLock(directory / LOCK)
    try:
        lock.acquire(blocking=False)
    except Timeout:
        raise UserError(
            f"another process is {doing}", where=str(directory), cure="wait for it, or stop it"
        ) from None
    except OSError as error:
        raise cannot("lock", directory, error) from None
    try:
        yield
    finally:
        lock.release()
