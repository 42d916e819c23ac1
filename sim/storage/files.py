"""Files that appear whole, the lock of a directory, and the errors of file systems in one line.

A file of this machine is written under a temporary name in the same directory, flushed
to the disk, and renamed, so neither a crash nor a full disk leaves half of it. An
object store shows an object when all of it has arrived.
"""

import contextlib
import errno
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sim.errors import UserError, reason
from sim.storage.places import Place

TEMPORARY = ".tmp"
"""The suffix of files that are being written."""

LOCK = ".lock"
"""The lock file in a locked directory; it stays there after the lock is released."""

_CURES = {
    errno.ENOSPC: "free some space there, then resume",
    errno.EDQUOT: "free some space there, then resume",
    errno.EACCES: "choose a directory that you may write to",
    errno.EPERM: "choose a directory that you may write to",
    errno.EROFS: "choose a directory on a writable disk",
    errno.ENOTDIR: "choose a path whose parents are directories",
    errno.EEXIST: "choose a path that is not a file",
}

_ANOTHER = "choose another file"


def cannot(
    do: str, path: Place, error: Exception, *, cure: str | None = None
) -> UserError:
    """An error of a file system as one line, with the given cure, or one that is known.

    Parameters
    ----------
    do
        What cannot be done: "read".
    path
        The file or directory.
    error
        The error.
    cure
        What to do; by default what is known for the error.
    """
    number = getattr(error, "errno", None)
    why = os.strerror(number).lower() if number else reason(error)
    return UserError(
        f"cannot {do} it: {why}", where=str(path), cure=cure or _CURES.get(number or 0)
    )


@contextmanager
def reported(do: str, path: Place, *, cure: str | None = None) -> Iterator[None]:
    """Report what a file system cannot do as a UserError.

    Parameters
    ----------
    do
        What is done: "read".
    path
        The file or directory.
    cure
        What to do; by default what is known for the error.

    Raises
    ------
    UserError
        If it cannot be done.
    """
    try:
        yield
    except OSError as error:
        raise cannot(do, path, error, cure=cure) from None
    except Exception as error:
        # The packages of other file systems have errors of their own.
        if isinstance(path, Path) or isinstance(error, UserError):
            raise
        raise cannot(do, path, error, cure=cure) from None


def read_whole(path: Place, *, cure: str | None = None) -> bytes:
    """The content of a file.

    Parameters
    ----------
    path
        The file.
    cure
        What to do if it cannot be read.

    Raises
    ------
    UserError
        If it cannot be read.
    """
    with reported("read", path, cure=cure):
        content: bytes = path.read_bytes()
        return content


def write_whole(
    path: Place, content: bytes | bytearray | memoryview, *, cure: str | None = None
) -> None:
    """Write a file so that at any time either the old file or the whole new one is there.

    Parameters
    ----------
    path
        The file.
    content
        Its content.
    cure
        What to do if it cannot be written.

    Raises
    ------
    UserError
        If it cannot be written.
    """
    with reported("write", path, cure=cure):
        if not isinstance(path, Path):
            path.write_bytes(bytes(content))
            return
        # Two threads or processes that write the same file must not share a temporary
        # file.
        temporary = path.with_name(
            f".{path.name}.{os.getpid()}-{threading.get_ident()}{TEMPORARY}"
        )
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


def output(path: Path) -> Path:
    """The place of a file that the user named; links are followed.

    Parameters
    ----------
    path
        The path.

    Raises
    ------
    UserError
        If its directory does not exist, or a directory has that name.
    """
    target = Path(os.path.realpath(path))
    if target.is_symlink():
        raise UserError("the link leads to itself", where=str(path))
    if not target.parent.is_dir():
        raise UserError(
            "there is no such directory", where=str(target.parent), cure="make it first"
        )
    if target.is_dir():
        raise UserError("it is a directory", where=str(path), cure=_ANOTHER)
    return target


def write_output(path: Path, content: bytes) -> None:
    """Write a file that the user named, whole; a pipe or a device gets the content.

    Parameters
    ----------
    path
        The path.
    content
        The content.

    Raises
    ------
    UserError
        If it cannot be written.
    """
    if path.exists() and not path.is_file() and not path.is_dir():
        with reported("write", path, cure=_ANOTHER), path.open("wb") as file:
            file.write(content)
    else:
        write_whole(output(path), content, cure=_ANOTHER)


def make_directory(path: Place) -> None:
    """Create a directory and its parents if need be; an object store has none.

    Parameters
    ----------
    path
        The directory.

    Raises
    ------
    UserError
        If it cannot be made.
    """
    with reported("make", path):
        if isinstance(path, Path):
            path.mkdir(parents=True, exist_ok=True)


def size_below(directory: Place) -> int:
    """The bytes of all files below a directory.

    Parameters
    ----------
    directory
        The directory.
    """
    return sum(file.stat().st_size for file in directory.rglob("*") if file.is_file())


def remove(path: Place) -> None:
    """Remove a file if it exists.

    Parameters
    ----------
    path
        The file.

    Raises
    ------
    UserError
        If it cannot be removed.
    """
    with reported("remove", path, cure="remove it by hand"):
        path.unlink(missing_ok=True)


def remove_temporaries(directory: Path) -> None:
    """Remove the temporary files of writers that were killed.

    The caller must hold the lock.

    Parameters
    ----------
    directory
        The directory.
    """
    for left in directory.rglob(f".*{TEMPORARY}"):
        with contextlib.suppress(OSError):
            left.unlink()


@contextmanager
def locked(directory: Place, doing: str) -> Iterator[None]:
    """Lock a directory while this process is ``doing`` something.

    The lock ends with the process. Other file systems have no locks: a writer there
    notices another one by what was written.

    Parameters
    ----------
    directory
        The directory.
    doing
        What this process does, for the error of another one.

    Raises
    ------
    UserError
        If another process has locked it, or it cannot be locked.
    """
    if not isinstance(directory, Path):
        yield
        return
    from filelock import FileLock, Timeout

    lock = FileLock(directory / LOCK)
    try:
        lock.acquire(blocking=False)
    except Timeout:
        raise UserError(
            f"another process is {doing}",
            where=str(directory),
            cure="wait for it, or stop it",
        ) from None
    except OSError as error:
        raise cannot("lock", directory, error) from None
    try:
        yield
    finally:
        lock.release()
