"""Every deal counted: blocks of deal numbers, and the counts kept now and then."""

import time
from collections.abc import Callable, Mapping
from contextlib import closing
from functools import partial
from typing import Any

from sim.collect.driver import Progress, collect
from sim.collect.ledger import Ledger, join
from sim.collect.tasks import Counting
from sim.engine.pieces import Going
from sim.errors import UserError
from sim.exact.every_deal.counts import DealCounts, count_deals
from sim.exact.every_deal.problem import EveryDeal
from sim.machine.workers import Workers
from sim.storage.places import Place
from sim.storage.store import Store

BLOCK = 1 << 14
"""The deals that a thread plays at a time: an interrupt waits for a block."""

SECONDS_BETWEEN = 5.0
"""The time between two writings of the counts."""

FORMAT = 2
"""The version of the format of kept counts."""


def count_every_deal(
    problem: EveryDeal,
    workers: int,
    keep: Place | None,
    progress: Callable[[Progress[DealCounts]], object],
) -> DealCounts:
    """Play and count every deal; with a directory to keep them in, from what is counted there."""
    if keep is None:
        return _counted(problem, workers, progress)
    store = Store(keep, "a count of deals", FORMAT, "warlab exact war --keep")
    if not store.exists:
        store.make()
    with store.locked():
        store.sweep({})
        return _counted(problem, workers, progress, store)


def _counted(
    problem: EveryDeal,
    workers: int,
    progress: Callable[[Progress[DealCounts]], object],
    store: Store | None = None,
) -> DealCounts:
    task = Counting(DealCounts(), partial(_count, problem))
    counts = task.nothing
    ledger: Ledger = ()
    if store is not None and store.exists:
        counts, ledger = _kept(store, problem)
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
                    _keep(store, problem, step)
                    saved = time.monotonic()
                progress(step)
        finally:
            if store and step.ledger != ledger:
                _keep(store, problem, step)
    return step.counted


def _count(problem: EveryDeal, first: int, deals: int, going: Going) -> DealCounts:
    rows = problem.orders.rows(first, deals)
    return count_deals(problem.rules, rows, problem.layout, first)


def _keep(store: Store, problem: EveryDeal, step: Progress[DealCounts]) -> None:
    """Keep the counts so far, in the manifest itself."""
    counted = {"ledger": step.ledger, "counts": step.counted.as_dict()}
    store.commit({**problem.identity, **counted}, {})


def _kept(store: Store, problem: EveryDeal) -> tuple[DealCounts, Ledger]:
    """The counts that are kept, and of which deals; another count is refused."""
    content, _ = store.read()
    counts = DealCounts.of(content.pop("counts"))
    ledger = join((first, stop) for first, stop in content.pop("ledger"))
    if differences := _differences(content, problem.identity):
        raise UserError(
            f"this folder has another count ({differences})",
            where=str(store.path),
            cure="choose another folder",
        )
    return counts, ledger


def _differences(kept: Mapping[str, Any], wanted: Mapping[str, Any]) -> str:
    """How the kept count differs from the one that is wanted, in words."""
    there, here = (
        {**about, **about["rules"], "rules": None, "deals": None}
        for about in (kept, wanted)
    )
    names = sorted(name for name in here if there.get(name) != here[name])
    return ", ".join(f"{name} is {there.get(name)!r}" for name in names)
