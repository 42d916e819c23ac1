"""The cores of this machine, and how many workers are wanted."""

from __future__ import annotations

import os

from sim.errors import UserError, shown
from sim.limits import MOST_WORKERS, is_whole


def cores() -> int:
    """Return how many cores this process may use."""
    usable = getattr(os, "sched_getaffinity", None)
    return min(len(usable(0)) if usable else os.cpu_count() or 1, MOST_WORKERS)


def check_workers(workers: object) -> int:
    """Return how many workers are wanted, from 1 to ``MOST_WORKERS``; -1 means one for each core."""
    if not is_whole(workers) or not (1 <= workers <= MOST_WORKERS or workers == -1):
        raise UserError(
            f"{shown(workers)} is not a valid number of workers",
            where="workers",
            cure=f"give a whole number from 1 to {MOST_WORKERS}, or -1 for all cores",
        )
    return cores() if workers == -1 else int(workers)
