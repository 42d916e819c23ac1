"""The worker pool of a cluster: stretches of games as tasks of a Dask scheduler.

A worker plays a stretch block by block and sends back its tallies and the contents of its parts. It writes nothing:
the process that plays the run writes all of its files, so workers need neither its disk nor its rights. A stretch that
is played twice, since its worker was lost, gives the same again, and only one of the two results is taken.
"""

from __future__ import annotations

import threading
import time
import uuid
from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from functools import lru_cache
from importlib import import_module
from queue import Empty, SimpleQueue
from typing import Any

from sim.counts.counting import tally
from sim.counts.tallies import Tallies
from sim.engine.playing import play_variants
from sim.errors import UserError
from sim.runs.crew import Done, Task, counts_of, parts_of, sendable
from sim.runs.ledger import Block, Ledger, blocks, count
from sim.runs.pace import Pace
from sim.runs.scheduler import connected
from sim.runs.software import check_facts, check_workers_of, facts

WAIT_FOR_WORKERS = 60.0
"""Seconds that a run waits for a worker if the cluster has none."""

AHEAD = 2
"""Tasks for each thread of the cluster: one that is played and one that waits beside it."""

_AWAKE = 0.2
_LOOK_EVERY = 1.0
_REST = "--resume plays the rest"


def play_stretch(packed: bytes, wanted: Mapping[str, str], stretch: Block, size: int) -> Done:
    """Play a stretch of games in blocks of a size; this runs in a worker. An error is returned, not raised."""
    started = time.perf_counter()
    tallies = Tallies()
    parts: list[tuple[int, Block, bytes]] = []
    try:
        check_facts(wanted, f"worker {_worker_name()}")
        task = _unpacked(packed)
        if not task.keep_games:
            counted = counts_of(task, stretch, most=size)
            return Done(stretch, counted, seconds=time.perf_counter() - started)
        game, seed, names, rules = task.played
        for block in blocks((stretch.range,), size):
            played = play_variants(game, rules, seed, block.first, block.games)
            parts += parts_of(task, block, played)
            if not stretch.counted:
                tallies = tallies + tally(game, names, played, *task.counted, first=block.first)
    except Exception as error:  # the process that plays the run raises it, after saving what is complete
        return Done(stretch, Tallies(), sendable(error))
    return Done(stretch, tallies, parts=tuple(parts), seconds=time.perf_counter() - started)


@lru_cache(maxsize=4)
def _unpacked(packed: bytes) -> Task:
    task: Task = import_module("cloudpickle").loads(packed)
    return task


def _worker_name() -> str:
    return str(import_module("dask.distributed").get_worker().address)


class Cluster:
    """The workers of a Dask cluster.

    Parameters
    ----------
    task
        The variants to play.
    scheduler, workers
        As for :func:`sim.runs.scheduler.connected`.

    Attributes
    ----------
    stopping
        Once set, no further task starts, and those that run are given up.

    Raises
    ------
    UserError
        If no scheduler answers, or a worker has other software.
    """

    def __init__(self, task: Task, scheduler: object, workers: int) -> None:
        self.stopping = threading.Event()
        self._packed: bytes = import_module("cloudpickle").dumps(task.for_others)
        self._rows = len(task.variants) if task.keep_games else 0
        self._facts = facts(task.keep_games)
        self._results: Iterator[Done] = iter(())
        self._stack = ExitStack()
        with ExitStack() as stack:
            self._client = stack.enter_context(connected(scheduler, workers))
            self._place = str(self._client.scheduler.address)
            self._cores, self._looked, self._seen = 0, 0.0, time.monotonic()
            self._look()
            check_workers_of(self._client, self._facts)
            self._stack = stack.pop_all()

    def play(self, games: Ledger, size: int, *, counted: bool = False) -> Iterator[Done]:
        """Play games in blocks of a size and yield them, many blocks at a time, as they are finished."""
        self._results = self._played(games, size, counted)
        return self._results

    def rest(self) -> Iterator[Done]:
        """Yield what had been finished when ``stopping`` was set."""
        return self._results

    def close(self) -> None:
        """Leave the cluster; one that was started here ends."""
        self._stack.close()

    def _played(self, games: Ledger, size: int, counted: bool) -> Iterator[Done]:
        pace, left = Pace(size, self._rows), count(games)
        ranges = deque(games)
        pending: dict[str, Any] = {}
        finished: SimpleQueue[Any] = SimpleQueue()
        try:
            while True:
                # The first tasks are short, and many at once on a large cluster: one a core is enough of them.
                most = max((AHEAD if pace.known else 1) * self._cores, 1)
                while ranges and not self.stopping.is_set() and len(pending) < most:
                    stretch = _next(ranges, size, pace.blocks(self._cores, left), counted)
                    left -= stretch.games
                    future = self._submit(stretch, size)
                    pending[future.key] = future
                    future.add_done_callback(finished.put)
                if not pending or (self.stopping.is_set() and finished.empty()):
                    return
                try:
                    future = finished.get(timeout=_AWAKE)
                except Empty:
                    self._look()
                    continue
                done = self._result(future)
                pending.pop(future.key).release()
                pace.learn(done.block.games, done.seconds)
                yield done
                self._look()
        finally:
            # What is released is dropped by the scheduler, unless it runs already; then its result is.
            for future in pending.values():
                future.release()

    def _submit(self, stretch: Block, size: int) -> Any:
        try:
            return self._client.submit(
                play_stretch,
                self._packed,
                self._facts,
                stretch,
                size,
                key=f"warlab-{stretch.first}-{stretch.games}-{uuid.uuid4().hex}",
            )
        except Exception as error:  # a closed client has errors of many kinds
            raise self._lost(error) from None

    def _result(self, future: Any) -> Done:
        distributed = import_module("distributed")
        try:
            done: Done = future.result()
        except distributed.KilledWorker:
            raise UserError(
                "every worker that played a certain stretch of games was lost, perhaps because memory ran out",
                where=self._place,
                cure=f"{_REST}, with smaller blocks if it happens again",
            ) from None
        except Exception as error:
            # What goes wrong with the games is returned; what is raised comes from the cluster.
            raise self._lost(error) from None
        except BaseException as error:
            # A cancelled future's error is not an Exception.
            if isinstance(error, KeyboardInterrupt | SystemExit):
                raise
            raise self._lost(error) from None
        return done

    def _look(self) -> None:
        """Count the cores now and then, since workers come and go.

        Raises
        ------
        UserError
            If there has been none for too long, or the scheduler does not answer.
        """
        now = time.monotonic()
        if now - self._looked < _LOOK_EVERY:
            return
        try:
            self._cores = sum(self._client.nthreads().values())
        except Exception as error:  # a closed client has errors of many kinds
            raise self._lost(error) from None
        self._looked = time.monotonic()
        if self._cores:
            self._seen = self._looked
        elif self._looked - self._seen > WAIT_FOR_WORKERS:
            raise UserError(
                f"the cluster has had no worker for {WAIT_FOR_WORKERS:.0f} seconds",
                where=self._place,
                cure=f"start some with `dask worker {self._place}`; {_REST}",
            )

    def _lost(self, error: BaseException) -> UserError:
        why = " ".join(str(error).split())[:200] or type(error).__name__
        return UserError(f"the cluster was lost: {why}", where=self._place, cure=_REST)


def _next(ranges: deque[tuple[int, int]], size: int, most: int, counted: bool) -> Block:
    """Take the next stretch off the games: at most ``most`` blocks, which end at multiples of their size."""
    first, stop = ranges.popleft()
    end = min(stop, (first // size + most) * size)
    if end < stop:
        ranges.appendleft((end, stop))
    return Block(first, end - first, counted)
