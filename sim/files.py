"""Files that are written whole or not at all.

All files are created here: under a temporary name in the same directory, synced to the disk, then renamed. So neither
a crash nor a full disk leaves half a file under its final name.
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
"""The suffix of files that are being written."""

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


def write_whole(path: Path, content: bytes | memoryview) -> None:
    """Write a file atomically: at any time, either the old file or the whole new one is there.

    Raises
    ------
    UserError
        If it cannot be written; the temporary file is then removed.
    """
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


def make_directory(path: Path) -> None:
    """Create a directory and its parents, if they do not exist.

    Raises
    ------
    UserError
        If the directory cannot be created.
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
        It must exist.
    doing
        What the other process is doing if the directory is already locked, for the error message.

    Raises
    ------
    UserError
        If the directory is already locked, or cannot be locked.
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
        # Some network disks have no locks; there the user must take care.
        if error.errno not in _NO_LOCKS:
            raise cannot("lock", directory, error) from None
    try:
        yield
    finally:
        lock.release()


def cannot(do: str, path: Path, error: OSError, *, cure: str | None = None) -> UserError:
    """Return an error of the operating system as one line, with the given cure, or one that is known."""
    reason = os.strerror(error.errno).lower() if error.errno else str(error)
    return UserError(f"cannot {do} it: {reason}", where=str(path), cure=cure or _CURES.get(error.errno or 0))


def check_name(path: Path) -> None:
    """Check that Parquet's readers can open files at a path: they take names in UTF-8 only.

    Raises
    ------
    UserError
        If it has other bytes.
    """
    try:
        same = str(path).encode() == os.fsencode(path)
    except UnicodeEncodeError:
        same = False
    if not same:
        raise UserError(
            "its path is not in UTF-8", where=str(path), cure="rename it, choose another, or set PYTHONUTF8=1"
        )


def remove(path: Path) -> None:
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


def remove_temporaries(directory: Path) -> None:
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
