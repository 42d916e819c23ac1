"""Files that are written whole or not at all.

All files are created here. On this machine they are written under a temporary name in the same directory, synced to
the disk, then renamed, so neither a crash nor a full disk leaves half a file under its final name. An object store
shows an object when all of it has arrived; :mod:`sim.stores` writes there.
"""

from __future__ import annotations

import contextlib
import errno
import os
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from sim.errors import UserError
from sim.leases import leased
from sim.places import Place, Remote
from sim.stores import TEMPORARY

LOCK = ".lock"
"""The lock file in a locked directory; it stays there after the lock is released."""

_NO_LOCKS = (errno.ENOLCK, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS)

_CURES = {
    errno.ENOSPC: "free some space there, then continue with --resume",
    errno.EDQUOT: "free some space there, then continue with --resume",
    errno.EACCES: "choose a directory that you may write to",
    errno.EPERM: "choose a directory that you may write to",
    errno.EROFS: "choose a directory on a writable disk",
    errno.ENOTDIR: "choose a path whose parents are directories",
    errno.EEXIST: "choose a path that is not a file",
}


def write_whole(path: Place, content: bytes | bytearray | memoryview) -> None:
    """Write a file atomically: at any time, either the old file or the whole new one is there.

    Raises
    ------
    UserError
        If it cannot be written; the temporary file is then removed.
    """
    if isinstance(path, Remote):
        try:
            path.store.write(path.key, bytes(content))
        except OSError as error:
            raise cannot("write", path, error) from None
        return
    # Two threads or processes that write the same file must not share a temporary file.
    temporary = path.with_name(f".{path.name}.{os.getpid()}-{threading.get_ident()}{TEMPORARY}")
    try:
        try:
            with temporary.open("wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            temporary.replace(path)
        except BaseException:
            with contextlib.suppress(OSError):
                temporary.unlink(missing_ok=True)
            raise
        _sync_directory(path.parent)
    except OSError as error:
        raise cannot("write", path, error) from None


def make_directory(path: Place) -> None:
    """Create a directory and its parents, if they do not exist and are needed: an object store has none.

    Raises
    ------
    UserError
        If the directory cannot be created.
    """
    try:
        if isinstance(path, Remote):
            path.store.make(path.key)
        else:
            path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise cannot("make", path, error) from None


@contextmanager
def locked(directory: Place, doing: str) -> Iterator[None]:
    """Lock a directory, so that no other process writes to it; the lock ends with the process.

    Where there are no locks, :mod:`sim.leases` takes their place.

    Parameters
    ----------
    directory
        It must exist.
    doing
        What the other process is doing if the directory is already locked, for the error message.

    Raises
    ------
    UserError
        If the directory is already locked, or cannot be locked.
    """
    if isinstance(directory, Remote):
        with _lease(directory, doing):
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
        if error.errno not in _NO_LOCKS:
            raise cannot("lock", directory, error) from None
        # Some network disks have no locks.
        with _lease(directory, doing):
            yield
        return
    try:
        yield
    finally:
        lock.release()


@contextmanager
def _lease(directory: Place, doing: str) -> Iterator[None]:
    with ExitStack() as stack:
        try:
            stack.enter_context(leased(directory, doing))
        except OSError as error:
            raise cannot("lock", directory, error) from None
        yield


def cannot(do: str, path: Place, error: OSError, *, cure: str | None = None) -> UserError:
    """Return an error of the operating system as one line, with the given cure, or one that is known."""
    reason = os.strerror(error.errno).lower() if error.errno else str(error)
    return UserError(f"cannot {do} it: {reason}", where=str(path), cure=cure or _CURES.get(error.errno or 0))


def size_below(directory: Place) -> int:
    """Return the bytes of all files below a directory."""
    if isinstance(directory, Remote):
        return sum(entry.size for entry in directory.entries(deep=True) if entry.kind == "file")
    return sum(file.stat().st_size for file in directory.rglob("*") if file.is_file())


def check_name(path: Place) -> None:
    """Check that Parquet's readers can open files at a path: they take names in UTF-8 only.

    Raises
    ------
    UserError
        If it has other bytes.
    """
    try:
        same = isinstance(path, Remote) or str(path).encode() == os.fsencode(path)
    except UnicodeEncodeError:
        same = False
    if not same:
        raise UserError(
            "its path is not in UTF-8",
            where=str(path),
            cure="rename it, or choose another; PYTHONUTF8=1 helps if only the locale differs",
        )


def remove(path: Place) -> None:
    """Remove a file if it exists.

    Raises
    ------
    UserError
        If it cannot be removed.
    """
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise cannot("remove", path, error, cure="remove it by hand") from None


def remove_temporaries(directory: Place) -> None:
    """Remove the temporary files of writers that were killed; the caller must hold the lock."""
    for left in directory.rglob(f".*{TEMPORARY}"):
        with contextlib.suppress(OSError):
            left.unlink()


def _sync_directory(directory: Path) -> None:
    """Make a renaming durable: it changed the directory, so the directory must be synced."""
    handle = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
