"""Sessions: play the missing blocks of a run, and save the finished ones.

:meth:`Session.play` is a generator of progress; the command line is a fold over it, and
nothing here prints. The saved run does not depend on the workers, the backend, or the
order in which blocks are finished.
"""

from __future__ import annotations

import time
from collections.abc import Generator
from contextlib import closing
from dataclasses import replace

from sim.collect.driver import Progress, collect
from sim.collect.ledger import blocks, count
from sim.collect.tasks import Done
from sim.counts.tallies import Tallies
from sim.machine.interrupts import requests_held
from sim.machine.pool import results
from sim.machine.workers import Workers
from sim.runs.directory import RunDirectory
from sim.runs.record import COUNTS, Record
from sim.runs.work import task_of
from sim.words import games_words

SAVE_EVERY = 2.0
"""The fewest seconds between two saves."""

SAVE_SHARE = 0.02
"""The largest share of the time spent on saving."""


class Interrupted(KeyboardInterrupt):
    """The user interrupted a run; its complete blocks are saved."""

    def __init__(self, done: int, planned: int) -> None:
        self.done = done
        self.planned = planned
        super().__init__(
            f"interrupted after {done:,} of {games_words(planned)}; resuming plays the rest"
        )


class Session:
    """The state of a run while blocks come in.

    The caller holds the lock of the directory.
    """

    def __init__(
        self, directory: RunDirectory, record: Record, tallies: Tallies
    ) -> None:
        self.directory = directory
        # In one value, so that an interrupt between two steps cannot part them.
        self._state = record, tallies
        self._saved_state = self._state
        self._saved = time.monotonic()
        self._saving = 0.0
        self._task = task_of(record.scenario)

    @property
    def record(self) -> Record:
        """The record as it will be saved next."""
        return self._state[0]

    def interrupted(self) -> Interrupted:
        """The error to raise when the user interrupts."""
        return Interrupted(count(self.record.ledger), self.record.games)

    def play(
        self, size: int, workers: Workers
    ) -> Generator[Progress[Tallies], None, None]:
        """Play the games that the run lacks, and yield the progress after each step."""
        record, tallies = self._state
        try:
            self._play_rows(size, workers)
            if record.stopped:
                return
            with closing(
                collect(
                    self._task,
                    record.range,
                    workers,
                    self._task.games.until(record.scenario.precision),
                    size=size,
                    counted=tallies,
                    ledger=record.ledger,
                )
            ) as steps:
                for step in steps:
                    self._add(step)
                    self._save_now_and_then()
                    yield step
        finally:
            # Whatever ended it, the complete blocks are saved.
            with requests_held():
                self._save(at_rest=True)

    def _play_rows(self, size: int, workers: Workers) -> None:
        """Play the games again that are counted but have no rows."""
        missing = self.record.without_rows
        if missing:
            again = blocks(missing, size)
            with closing(results(self._task.play_rows, again, workers)) as played:
                for done in played:
                    self._state = self._with_rows(done), self._state[1]

    def _add(self, step: Progress[Tallies]) -> None:
        record = self.record
        if step.done is not None:
            record = replace(self._with_rows(step.done), ledger=step.ledger)
        if step.is_known and step.verdict and step.games_done < record.games:
            words = games_words(step.games_done)
            record = replace(record, stopped=f"after {words}: {step.verdict.reason}")
        if record is not self.record:
            self._state = record, step.counted

    def _with_rows(self, done: Done[Tallies]) -> Record:
        """Write the parts of a block, and return the record that names them."""
        if not done.rows:
            return self.record
        games = done.block.range
        parts = self.directory.write_block(self._task.variants, games, done.rows)
        return replace(self.record, blobs={**self.record.blobs, **parts})

    def _save_now_and_then(self) -> None:
        pause = max(SAVE_EVERY, self._saving / SAVE_SHARE)
        if time.monotonic() - self._saved > pause:
            with requests_held():
                self._save()

    def _save(self, *, at_rest: bool = False) -> None:
        started = time.monotonic()
        if self._state is not self._saved_state:
            self._commit()
        # At rest the counts have their first name.
        if at_rest and self.record.counts not in (None, COUNTS):
            self._commit()
        self._saved = time.monotonic()
        self._saving = self._saved - started

    def _commit(self) -> None:
        record, tallies = self._state
        self._state = self._saved_state = self.directory.save(record, tallies), tallies
