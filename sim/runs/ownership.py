"""Who may write the parts of a run: the workers of the session that holds its lock, and nobody else.

The lock of a directory ends with the process that holds it, but its workers may live on for a while. So each session
leaves a word of its own beside the parts; a worker that finds another word, or none, writes nothing more. And a worker
process ends as soon as the process that started it does.
"""

from __future__ import annotations

import contextlib
import os
import select
import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager

from sim.storage.files import cannot, make_directory, remove, write_whole
from sim.storage.places import Place

SESSION = ".session"
"""The file with the word of the session, in the folder of the parts."""

_PAUSE = 0.5
"""Seconds between two looks at the parent, where the system cannot tell that it has ended."""


@contextmanager
def session(folder: Place) -> Iterator[str]:
    """Begin a session that writes parts below a folder, and end it; yield its word. The caller holds the lock.

    Raises
    ------
    UserError
        If the folder cannot be written to.
    """
    word = uuid.uuid4().hex
    make_directory(folder)
    write_whole(folder / SESSION, word.encode())
    try:
        yield word
    finally:
        if is_current(folder, word):
            remove(folder / SESSION)


def is_current(folder: Place, word: str) -> bool:
    """Return whether a session still owns the parts below a folder.

    Raises
    ------
    UserError
        If its file cannot be read.
    """
    try:
        return (folder / SESSION).read_bytes() == word.encode()
    except FileNotFoundError:
        return False
    except OSError as error:
        raise cannot("read", folder / SESSION, error) from None


def end_with(parent: int) -> None:
    """Let this worker process end when the process that started it does, whatever ends that.

    Parameters
    ----------
    parent
        The number of that process. Nothing happens in the process itself, and nothing if another one is the parent
        of this one, as in a cluster.
    """
    if os.getppid() == parent and parent not in _watched:
        _watched.add(parent)
        threading.Thread(target=_wait_for, args=(parent,), name="parent", daemon=True).start()


def start_worker(parent: int) -> None:
    """Begin a worker process whose parent may have ended already."""
    if os.getppid() != parent:
        os._exit(1)
    end_with(parent)


_watched: set[int] = set()


def _wait_for(parent: int) -> None:
    """End this process when its parent has ended; a thread of its own waits here."""
    with contextlib.suppress(AttributeError, OSError):
        # Linux tells at once; the number cannot have been given to another process while this one is its child.
        handle = os.pidfd_open(parent)
        if os.getppid() == parent:
            select.select([handle], [], [])
    while os.getppid() == parent:
        time.sleep(_PAUSE)
    os._exit(1)
