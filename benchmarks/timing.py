"""Timing: several ways to do the same thing, measured in turn, with the best processor time of each."""

from __future__ import annotations

import time
from collections.abc import Callable


def best_times(ways: dict[str, Callable[[], object]], *, turns: int = 5) -> dict[str, float]:
    """Return the least processor seconds of each way over a number of turns, after one that does not count.

    The ways take turns, so that a change in the speed of the machine affects all of them alike.
    """
    for way in ways.values():
        way()
    best = dict.fromkeys(ways, float("inf"))
    for _ in range(turns):
        for name, way in ways.items():
            start = time.process_time()
            way()
            best[name] = min(best[name], time.process_time() - start)
    return best
