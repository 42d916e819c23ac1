"""Every deal counted on several threads: blocks of deal numbers, added in order, kept now and then."""

import time
from collections.abc import Callable
from dataclasses import dataclass

from sim.games.war.odds.counts import DealCounts, count_deals
from sim.games.war.odds.every_deal import EveryDeal
from sim.games.war.odds.storage import CountsFolder
from sim.machine.pool import Going, results
from sim.machine.workers import Workers

BLOCK = 1 << 14
"""The deals that a thread plays at a time: an interrupt waits for a block."""

SECONDS_BETWEEN = 5.0
"""The time between two writings of the counts."""


@dataclass(frozen=True)
class DealsProgress:
    """How far a count is."""

    # All deals, and those counted.
    deals: int
    done: int
    before: int  # how many of them were counted earlier and read from the folder


def count_every_deal(
    problem: EveryDeal,
    workers: int,
    folder: CountsFolder | None,
    progress: Callable[[DealsProgress], None],
) -> DealCounts:
    """Play and count every deal, from the last one kept on; the counts do not depend on the workers."""
    where = problem.layout
    counts = folder.read() if folder is not None else DealCounts()
    before = counts.deals
    progress(DealsProgress(problem.deals, before, before))

    def count(block: tuple[int, int], going: Going) -> DealCounts:
        first, size = block
        return count_deals(
            problem.rules, problem.orders.rows(first, size), where, first
        )

    blocks = (
        (first, min(BLOCK, problem.deals - first))
        for first in range(before, problem.deals, BLOCK)
    )
    kept, written = before, time.monotonic()
    try:
        for found in results(count, blocks, Workers(workers), ordered=True):
            counts = counts + found
            if folder is not None and time.monotonic() - written > SECONDS_BETWEEN:
                folder.keep(counts)
                kept, written = counts.deals, time.monotonic()
            progress(DealsProgress(problem.deals, counts.deals, before))
    finally:
        if folder is not None and (counts.deals > kept or not counts.deals):
            folder.keep(counts)
    return counts
