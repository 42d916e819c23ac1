"""Every deal counted: blocks of deal numbers, and the counts kept now and then."""

import time
from collections.abc import Callable
from contextlib import closing
from functools import partial

from sim.collect.driver import Progress, collect
from sim.collect.ledger import Ledger, join
from sim.collect.packed import packed, unpacked
from sim.collect.tasks import Counting
from sim.counts.tallies import Tallies
from sim.engine.pieces import Going
from sim.exact.every_deal.counts import count_deals
from sim.exact.every_deal.problem import EveryDeal
from sim.machine.workers import Workers
from sim.storage.places import Place
from sim.storage.store import Blobs, Store, current

BLOCK = 1 << 14
"""The deals that a thread plays at a time: an interrupt waits for a block."""

SECONDS_BETWEEN = 5.0
"""The time between two writings of the counts."""

FORMAT = 2
"""The version of the format of kept counts."""

COUNTS = "tallies.parquet"

_ANEW = "remove the folder and count again"


def count_every_deal(
    problem: EveryDeal,
    workers: int,
    keep: Place | None,
    progress: Callable[[Progress[Tallies]], object],
) -> Tallies:
    """Play and count every deal.

    Parameters
    ----------
    problem
        The deals, with their rules.
    workers
        The number of threads.
    keep
        A directory for the counts so far, from which a later call goes on; None to keep
        none.
    progress
        Called at first and after every block.

    Returns
    -------
    Tallies
        Those of :func:`sim.exact.every_deal.counts.count_deals`.

    Raises
    ------
    UserError
        If the directory has another count, or is damaged.
    """
    if keep is None:
        return _counts_of_all(problem, workers, progress)
    store = Store(keep, "a count of deals", FORMAT, "warlab exact war --keep")
    if not store.exists:
        store.make()
    with store.locked():
        store.sweep({})
        return _counts_of_all(problem, workers, progress, store)


def _counts_of_all(
    problem: EveryDeal,
    workers: int,
    progress: Callable[[Progress[Tallies]], object],
    store: Store | None = None,
) -> Tallies:
    task = Counting(Tallies(), partial(_counts_of_block, problem))
    counts = task.nothing
    ledger: Ledger = ()
    blobs: Blobs = {}
    if store is not None and store.exists:
        content, blobs = store.read()
        kept = {**content, **content["rules"]}
        store.refuse_other(kept, {**problem.about, **problem.options}, "another count")
        ledger = join((first, stop) for first, stop in content["ledger"])
        counts = unpacked(store.content(current(COUNTS, blobs), blobs, _ANEW))
    steps = collect(
        task,
        (0, problem.deals),
        Workers(workers),
        size=BLOCK,
        counted=counts,
        ledger=ledger,
    )
    saved = time.monotonic()
    with closing(steps):
        step = next(steps)
        try:
            progress(step)
            for step in steps:
                if store and time.monotonic() - saved > SECONDS_BETWEEN:
                    blobs = _keep(store, problem, step, blobs)
                    saved = time.monotonic()
                progress(step)
        finally:
            if store and step.ledger != ledger:
                blobs = _keep(store, problem, step, blobs)
                if COUNTS not in blobs:  # at rest they have their own name
                    _keep(store, problem, step, blobs)
    return step.counted


def _counts_of_block(
    problem: EveryDeal, first: int, deals: int, going: Going
) -> Tallies:
    rows = problem.orders.rows(first, deals)
    return count_deals(problem.rules, rows, problem.layout, first)


def _keep(
    store: Store, problem: EveryDeal, step: Progress[Tallies], blobs: Blobs
) -> Blobs:
    """Keep the counts so far."""
    content = {**problem.about, "rules": problem.options, "ledger": step.ledger}
    return store.update(content, blobs, COUNTS, packed(step.counted, {}))
