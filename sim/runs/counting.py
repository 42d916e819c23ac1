"""A sample of a scenario, counted in memory for a quick answer."""

import time
from collections.abc import Callable
from dataclasses import replace

from sim.collect.driver import collected
from sim.counts.tallies import Tallies
from sim.runs.work import games_of
from sim.scenario import Scenario

FIRST_SAMPLE = 100
"""The games of each variant that are played before the time is looked at."""


def count_sample(
    scenario: Scenario, seconds: float, workers: int, tell: Callable[[int], None]
) -> Tallies:
    """Play the first games of a scenario for about some seconds and return their tallies."""
    task = replace(games_of(scenario), keep=False)
    done, total, began = 0, Tallies(), time.perf_counter()
    while done < scenario.games:
        more = min(max(done, FIRST_SAMPLE), scenario.games - done)
        total += collected(task, more, first=done, workers=workers)
        # How long the first games take does not count: kernels may have to be compiled for them.
        began = began if done else time.perf_counter()
        done += more
        tell(done)
        # The next games take as long as all so far.
        if 2 * (time.perf_counter() - began) > seconds:
            break
    return total
