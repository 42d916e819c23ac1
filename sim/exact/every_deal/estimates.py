"""The time that counting every deal takes, from a timed sample."""

import time
from dataclasses import dataclass

import numpy as np

from sim.exact.every_deal.counts import count_deals
from sim.exact.every_deal.problem import EveryDeal

SECONDS = 0.5
_SAMPLE = 1 << 12


@dataclass(frozen=True)
class DealsEstimate:
    """The cost of counting every deal.

    Attributes
    ----------
    deals
        How many there are.
    rate
        Deals a second on one core, measured on a sample.
    workers
        The number of cores to use.
    """

    deals: int
    rate: float
    workers: int

    @property
    def core_seconds(self) -> float:
        """The time on one core."""
        return self.deals / self.rate

    @property
    def seconds(self) -> float:
        """The time on all the cores, if nothing else uses them."""
        return self.core_seconds / self.workers


def estimate(problem: EveryDeal, workers: int = 1) -> DealsEstimate:
    """Time pieces of the count, spread at random over all deals: about a second.

    The few longest games can be missing from the sample, so the count can take longer.

    Parameters
    ----------
    problem
        The deals, with their rules.
    workers
        The number of cores to use.
    """
    draw = np.random.default_rng(0)
    where = problem.layout
    size = min(_SAMPLE, problem.deals)
    # The first piece waits for the compiler.
    count_deals(problem.rules, problem.orders.rows(0, 1), where, 0)
    deals = 0
    seconds = 0.0
    while seconds < SECONDS:
        began = time.thread_time()
        first = int(draw.integers(problem.deals - size + 1))
        count_deals(problem.rules, problem.orders.rows(first, size), where, first)
        seconds += time.thread_time() - began
        deals += size
    return DealsEstimate(problem.deals, deals / seconds, workers)
