"""Every deal counted, in blocks of deal numbers."""

from collections.abc import Callable
from functools import partial

from sim.collect.driver import Progress, collect
from sim.collect.tasks import Counting
from sim.counts.tallies import Tallies
from sim.engine.pieces import Going
from sim.exact.every_deal.counts import count_deals
from sim.exact.every_deal.problem import EveryDeal
from sim.machine.workers import Workers

BLOCK = 1 << 14
"""The deals that a thread plays at a time: an interrupt waits for a block."""


def count_every_deal(
    problem: EveryDeal,
    workers: int,
    progress: Callable[[Progress[Tallies]], object],
) -> Tallies:
    """Play and count every deal.

    Parameters
    ----------
    problem
        The deals, with their rules.
    workers
        The number of threads.
    progress
        Called at first and after every block.

    Returns
    -------
    Tallies
        Those of :func:`sim.exact.every_deal.counts.count_deals`.
    """
    task = Counting(Tallies(), partial(_counts_of_block, problem))
    counts = task.nothing
    for step in collect(task, (0, problem.deals), Workers(workers), size=BLOCK):
        progress(step)
        counts = step.counted
    return counts


def _counts_of_block(
    problem: EveryDeal, first: int, deals: int, going: Going
) -> Tallies:
    rows = problem.orders.rows(first, deals)
    return count_deals(problem.rules, rows, problem.layout, first)
