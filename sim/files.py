"""Files that are written whole or not at all.

The one place where files come into being: under a temporary name in the same directory, synced to
the disk, then renamed, so that neither a crash nor a full disk leaves half a file under a name that is read.
"""

from __future__ import annotations

import contextlib
import errno
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sim.errors import UserError

TEMPORARY = ".tmp"
"""The ending of the names of files that are being written."""

LOCK = ".lock"
"""The file in a directory that is locked; it stays there when the lock ends."""

_NO_LOCKS = (errno.ENOLCK, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS)

_CURES = {
    errno.ENOSPC: "make room there, then go on with --resume",
    errno.EDQUOT: "make room there, then go on with --resume",
    errno.EACCES: "choose a directory that you may write to",
    errno.EPERM: "choose a directory that you may write to",
    errno.EROFS: "choose a directory on a disk that can be written",
    errno.ENOTDIR: "choose a path whose parents are directories",
    errno.EEXIST: "choose a path that is not a file",
}


def write_whole(path: Path, content: bytes | memoryview) -> None:
    """Write a file so that at any time either the old one is there or the whole new one.

    Raises
    ------
    UserError
        If it cannot be written; nothing is left of it then.
    """
    # Two threads or processes that write the same file must not share the temporary one.
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


def make_directory(path: Path) -> None:
    """Make a directory and its parents, if they are not there.

    Raises
    ------
    UserError
        If that is not possible.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise cannot("make", path, error) from None


@contextmanager
def locked(directory: Path, doing: str) -> Iterator[None]:
    """Lock a directory, so that no other process writes to it; the lock ends with the process.

    Parameters
    ----------
    directory
        It must be there.
    doing
        What another process is doing if it is locked already.

    Raises
    ------
    UserError
        If it is locked already, or the lock cannot be made.
    """
    from filelock import FileLock, Timeout

    lock = FileLock(directory / LOCK)
    try:
        lock.acquire(blocking=False)
    except Timeout:
        raise UserError(
            f"another process is {doing}", where=str(directory), cure="wait for it, or stop it"
        ) from None
    except OSError as error:
        # Some network disks have no locks; then it is up to the user.
        if error.errno not in _NO_LOCKS:
            raise cannot("lock", directory, error) from None
    try:
        yield
    finally:
        lock.release()


def cannot(do: str, path: Path, error: OSError) -> UserError:
    """Return the error of the operating system in one line, with the cure where there is one."""
    reason = os.strerror(error.errno).lower() if error.errno else str(error)
    return UserError(f"cannot {do} it: {reason}", where=str(path), cure=_CURES.get(error.errno or 0))


def remove_temporaries(directory: Path) -> None:
    """Remove what writers that were killed have left; the caller must hold the lock."""
    for left in directory.rglob(f".*{TEMPORARY}"):
        with contextlib.suppress(OSError):
            left.unlink()


def _sync_directory(directory: Path) -> None:
    """Make a renaming last: it is the directory that has changed."""
    handle = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
