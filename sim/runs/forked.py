"""Processes forked from one in which Polars was at work: its threads are gone there, and it would wait for them."""

from __future__ import annotations

import contextlib
import os
import re
from pathlib import Path

from sim.errors import UserError

_THREADS = Path("/proc/self/task")
"""Where Linux lists the threads of a process; elsewhere, Python does not fork by default."""

_lost = False


def check_not_forked() -> None:
    """Refuse to read or write a run where Polars would wait for ever.

    Raises
    ------
    UserError
        If this process was forked from one in which Polars had started its threads.
    """
    if _lost:
        raise UserError(
            "this process was forked from one that had used Polars, and would wait for its threads for ever",
            cure="start it with multiprocessing.get_context('spawn'), or fork before the first run is played or read",
        )


def _polars_is_at_work() -> bool:
    with contextlib.suppress(OSError):
        return any(re.match(r"polars-\d", (thread / "comm").read_text()) for thread in _THREADS.iterdir())
    return False


def _before() -> None:
    global _about_to_lose
    _about_to_lose = _polars_is_at_work()


def _after() -> None:
    global _lost
    _lost = _lost or _about_to_lose


_about_to_lose = False
os.register_at_fork(before=_before, after_in_child=_after)
