"""The driver: plays blocks of games, counts them, and yields the progress after each.

:func:`collect` is a generator, and what plays games is a fold over it; nothing here
prints or writes. The counts depend neither on the workers nor on the order in which
blocks are finished.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Generic

from sim.collect.ledger import (
    Ledger,
    Range,
    block_size,
    blocks,
    count,
    join,
    without,
)
from sim.collect.tasks import Done, Task, Total
from sim.counts.stopping import looks
from sim.machine.pool import results
from sim.machine.workers import Workers
from sim.stats.precision import Verdict


@dataclass(frozen=True)
class Progress(Generic[Total]):
    """The progress of a collection.

    Attributes
    ----------
    counted
        The counts so far.
    ledger
        The games that are counted.
    games_planned
        The most games that may be played.
    games_before
        The games that had been counted before.
    seconds
        The time since the collection began.
    done
        The block that was finished last; None at the begin and at a look.
    verdict
        That of the last look, if a precision is wanted; None before the first.
    """

    counted: Total
    ledger: Ledger
    games_planned: int
    games_before: int
    seconds: float = 0.0
    done: Done[Total] | None = None
    verdict: Verdict | None = None

    @property
    def games_done(self) -> int:
        """The number of games that are counted, of each variant."""
        return count(self.ledger)

    @property
    def is_known(self) -> bool:
        """Whether the wanted precision is reached."""
        return self.verdict is not None and self.verdict.met


def collect(
    task: Task[Total],
    games: Range,
    workers: Workers,
    until: Callable[[Total], Verdict | None] | None = None,
    *,
    size: int | None = None,
    counted: Total | None = None,
    ledger: Ledger = (),
) -> Generator[Progress[Total], None, None]:
    """Play and count games, and yield the progress at first, after each block and at each look.

    Parameters
    ----------
    task
        What is played and counted.
    games
        The first game, and the one after the last.
    workers
        Who plays; the counts do not depend on it.
    until
        Judges at fixed numbers of games, in their order, whether the counts are enough.
    size
        The games of a block; None for a size that follows from the number of games.
    counted, ledger
        What has been counted before, and of which games; None for nothing.

    Yields
    ------
    Progress
    """
    first, stop = games
    began = time.monotonic()
    counts = task.nothing if counted is None else counted
    now = Progress(counts, ledger, stop - first, count(ledger))
    yield now
    size = size or block_size(1, stop - first)
    for look in looks(until, stop - first):
        wanted = ((first, first + look),)
        missing = blocks(without(wanted, now.ledger), size)
        with closing(results(task.play, missing, workers)) as played:
            for done in played:
                now = _with(now, done, time.monotonic() - began)
                yield now
        # A run that has had more games than these has nothing to learn here.
        if until is None or now.ledger != wanted:
            continue
        now = replace(now, done=None, verdict=until(now.counted))
        yield now
        if now.is_known:
            return


def collected(
    task: Task[Total],
    games: int,
    *,
    first: int = 0,
    workers: int = 1,
    size: int | None = None,
    tell: Callable[[int], object] = lambda games: None,
) -> Total:
    """Play and count games on threads of this process.

    Parameters
    ----------
    task
        What is played and counted.
    games, first
        How many games, at least one, and the number of the first.
    workers
        The number of threads.
    size
        The games of a block; None for a size that follows from the number of games.
    tell
        Called with the number of games done after each block.

    Returns
    -------
    The counts of all games.
    """
    counts = task.nothing
    for step in collect(task, (first, first + games), Workers(workers), size=size):
        counts = step.counted
        tell(step.games_done)
    return counts


def _with(
    progress: Progress[Total], done: Done[Total], seconds: float
) -> Progress[Total]:
    """The progress after one more block."""
    return replace(
        progress,
        counted=progress.counted + done.counts,
        ledger=join((*progress.ledger, done.block.range)),
        seconds=seconds,
        done=done,
    )
