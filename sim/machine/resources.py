"""Resources of this machine: its cores and its memory."""

import os

from sim.errors import UserError, shown
from sim.limits import MOST_WORKERS, is_whole
from sim.words import size_words


def cores() -> int:
    """How many cores this process may use."""
    usable = getattr(os, "sched_getaffinity", None)
    return min(len(usable(0)) if usable else os.cpu_count() or 1, MOST_WORKERS)


def check_workers(workers: object) -> int:
    """How many workers are wanted, from 1 to ``MOST_WORKERS``.

    -1 means one for each core.

    Parameters
    ----------
    workers
        What the user gave.

    Raises
    ------
    UserError
        If it is no such number.
    """
    if not is_whole(workers) or not (1 <= workers <= MOST_WORKERS or workers == -1):
        raise UserError(
            f"{shown(workers)} is not a valid number of workers",
            where="workers",
            cure=f"give a whole number from 1 to {MOST_WORKERS}, or -1 for all cores",
        )
    return cores() if workers == -1 else int(workers)


MEMORY_SHARE = 0.9
"""The share of the free memory that a solution may use."""


def available_bytes() -> int:
    """How much memory is available, in bytes."""
    import psutil

    return int(psutil.virtual_memory().available)


def check_memory(needed: int, what: str, cure: str) -> None:
    """Refuse what needs more bytes than are free.

    ``what`` needs them, and ``cure`` says what to do.

    Parameters
    ----------
    needed
        The number of bytes.
    what
        What needs them.
    cure
        What to do.

    Raises
    ------
    UserError
        If they are not free.
    """
    available = available_bytes()
    if needed > MEMORY_SHARE * available:
        free = size_words(available)
        raise UserError(
            f"{what} would take {size_words(needed)} of memory, but only {free} are free",
            cure=cure,
        )
