"""Leases: locks for places that have none, such as object stores and some network disks.

Whoever wants to write leaves a file of its own first, and looks for others only then. Since every store shows a file as
soon as it is written, of two that come at the same time at least one sees the other; perhaps both do, and both give up,
but never do both go on. A file that has not been renewed for a minute belongs to a process that has ended: it is
removed. Times are those of the store's clock, so the clocks of the machines do not matter.

A process that slept for longer than that has lost its lease when it wakes up, and the word of a session
(:mod:`sim.runs.ownership`) keeps it from writing.
"""

from __future__ import annotations

import contextlib
import threading
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sim.errors import UserError
from sim.places import Place, Remote
from sim.stores import Entry

LEASE = ".lease-"
"""What the name of a lease begins with."""

EXPIRES = 60.0
"""Seconds without renewal after which a lease has ended."""

RENEW = 15.0
"""Seconds between two renewals."""


@contextmanager
def leased(directory: Place, doing: str) -> Iterator[None]:
    """Hold a lease of a directory; the arguments and errors are those of :func:`sim.files.locked`."""
    own = directory / f"{LEASE}{uuid.uuid4().hex}"
    _write(own)
    ended = threading.Event()
    renewing = threading.Thread(target=_renew, args=(own, ended), name="lease", daemon=True)
    try:
        _check_alone(directory, own.name, doing)
        renewing.start()
        yield
    finally:
        ended.set()
        if renewing.is_alive():
            renewing.join(RENEW)
        with contextlib.suppress(OSError):
            own.unlink(missing_ok=True)


def is_leased(directory: Place) -> bool:
    """Return whether a directory is, or was, written under a lease."""
    try:
        return any(_leases(directory))
    except OSError:
        return isinstance(directory, Remote)


def _check_alone(directory: Place, own: str, doing: str) -> None:
    """Check that nobody else holds a lease, and remove those that have ended.

    Raises
    ------
    UserError
        If somebody does, or it cannot be seen that nobody does.
    """
    found = _leases(directory)
    if own not in found:
        raise UserError("its lease was removed", where=str(directory), cure="start again")
    now = found.pop(own).changed
    for name, other in found.items():
        if now is None or other.changed is None:
            raise UserError(
                f"another process was {doing}, and the store does not say when",
                where=str(directory),
                cure=f"if none is, remove {name} there",
            )
        if now - other.changed < EXPIRES:
            raise UserError(
                f"another process is {doing}",
                where=str(directory),
                cure=f"wait for it, or stop it; if it was killed, try again in {EXPIRES:.0f} seconds",
            )
    for name in found:
        (directory / name).unlink(missing_ok=True)


def _leases(directory: Place) -> dict[str, Entry]:
    """Return the leases of a directory by name."""
    if isinstance(directory, Remote):
        entries = directory.entries()
    else:
        entries = []
        for path in directory.glob(f"{LEASE}*"):
            with contextlib.suppress(FileNotFoundError):
                entries.append(Entry(str(path), "file", 0, path.stat().st_mtime))
    named = ((Path(entry.key).name, entry) for entry in entries)
    return {name: entry for name, entry in named if name.startswith(LEASE)}


def _renew(own: Place, ended: threading.Event) -> None:
    """Write a lease again from time to time; one that was removed is lost and stays so."""
    while not ended.wait(RENEW):
        # Where it cannot be reached, it is tried again: the lease lasts for several renewals.
        with contextlib.suppress(OSError, UserError):
            if not own.exists():
                return
            _write(own)


def _write(own: Place) -> None:
    if isinstance(own, Remote):
        own.store.write(own.key, own.name.encode())
    else:
        own.write_bytes(own.name.encode())
