"""Measuring: several ways of doing the same thing, taken in turn, the best processor time of each."""

from __future__ import annotations

import time
from collections.abc import Callable


def best_times(ways: dict[str, Callable[[], object]], *, turns: int = 5) -> dict[str, float]:
    """Return for each way the least processor seconds over some turns, after one that does not count.

    The ways take turns, so that a machine that changes its speed meanwhile changes it for all of them.
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
