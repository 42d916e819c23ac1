"""Sessions: play the missing blocks of a run, and save the finished ones.

:meth:`Session.play` is a generator of progress; the command line is a fold over it, and nothing here prints. The saved
run does not depend on the workers, the backend, or the order in which blocks are finished.
"""

from __future__ import annotations

import time
from collections.abc import Generator
from contextlib import closing
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sim.counts.stopping import looks, verdict
from sim.counts.tallies import Tallies
from sim.games import find_game
from sim.limits import games_words
from sim.machine.interrupts import held
from sim.machine.pool import results
from sim.machine.workers import Workers
from sim.runs.directory import COUNTS, RunDirectory
from sim.runs.ledger import Ledger, blocks, count, join, without
from sim.runs.record import Record
from sim.runs.work import Done, Task

if TYPE_CHECKING:
    import polars as pl

    from sim.stats.precision import Verdict

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
            f"interrupted after {done:,} of {games_words(planned)}; --resume plays the rest"
        )


@dataclass(frozen=True)
class Progress:
    """The progress of a run."""

    games_done: int  # games of each variant
    games_planned: int  # the most that may be played
    games_before: int  # done before this session
    variants: int
    seconds: float  # since this session began
    counted: Tallies  # so far
    verdict: Verdict | None = None  # of the last check of the precision

    def tallies(self) -> pl.DataFrame:
        """Return the tallies so far as a table."""
        return self.counted.frame()


class Session:
    """The state of a run while blocks come in; the caller holds the lock of the directory."""

    def __init__(
        self, directory: RunDirectory, record: Record, tallies: Tallies
    ) -> None:
        self.directory = directory
        # In one value, so that an interrupt between two steps cannot part them.
        self._state = record, tallies
        self._saved_state = self._state
        self._before = count(record.ledger)
        self._started = self._saved = time.monotonic()
        self._saving = 0.0
        self._verdict: Verdict | None = None
        self._task = Task.of(record.scenario)

    @property
    def record(self) -> Record:
        """The record as it will be saved next."""
        return self._state[0]

    def interrupted(self) -> Interrupted:
        """Return what to raise when the user interrupts."""
        return Interrupted(count(self.record.ledger), self.record.games)

    def play(self, size: int, workers: Workers) -> Generator[Progress, None, None]:
        """Play the games that the run lacks in blocks of a size, and yield the progress after each step."""
        record = self.record
        try:
            yield self._progress()
            yield from self._play(record.without_rows, size, workers, counted=True)
            for look in looks(record.scenario.precision, record.games):
                if self.record.stopped:
                    break
                upto = ((record.first, record.first + look),)
                yield from self._play(without(upto, self.record.ledger), size, workers)
                if self.record.ledger == upto:
                    self._judge(look)
                    yield self._progress()
        finally:
            # Whatever ended it, the complete blocks are saved.
            with held():
                self._save(at_rest=True)

    def _play(
        self, games: Ledger, size: int, workers: Workers, *, counted: bool = False
    ) -> Generator[Progress, None, None]:
        if not games:
            return
        with closing(
            results(self._task.play, blocks(games, size, counted=counted), workers)
        ) as played:
            for done in played:
                self._add(done)
                if counted:
                    continue
                if time.monotonic() - self._saved > max(
                    SAVE_EVERY, self._saving / SAVE_SHARE
                ):
                    with held():
                        self._save()
                yield self._progress()

    def _add(self, done: Done) -> None:
        record, tallies = self._state
        games = done.block.range
        if done.parts:
            hashes = self.directory.write_block(self._task.variants, games, done.parts)
            record = replace(record, blocks={**record.blocks, games: hashes})
        if not done.block.counted:
            record = replace(record, ledger=join((*record.ledger, games)))
            tallies = tallies + done.tallies
        self._state = record, tallies

    def _judge(self, look: int) -> None:
        record, tallies = self._state
        scenario = record.scenario
        game = find_game(scenario.game)
        self._verdict = verdict(
            tallies, game, scenario.rules, scenario.precision, scenario.queries
        )
        if self._verdict is not None and self._verdict.met and look < record.games:
            stopped = f"after {games_words(look)}: {self._verdict.reason}"
            self._state = replace(record, stopped=stopped), tallies

    def _progress(self) -> Progress:
        record, tallies = self._state
        return Progress(
            games_done=count(record.ledger),
            games_planned=record.games,
            games_before=self._before,
            variants=len(self._task.variants),
            seconds=time.monotonic() - self._started,
            counted=tallies,
            verdict=self._verdict,
        )

    def _save(self, *, at_rest: bool = False) -> None:
        started = time.monotonic()
        if self._state is not self._saved_state:
            self._commit()
        # At rest the counts have their first name.
        if at_rest and self.record.counted and self.record.counted.file != COUNTS:
            self._commit()
        self._saved = time.monotonic()
        self._saving = self._saved - started

    def _commit(self) -> None:
        record, tallies = self._state
        self._state = self._saved_state = (
            self.directory.commit(record, tallies),
            tallies,
        )


def check_rows(directory: RunDirectory, record: Record) -> Record:
    """Return a record without the blocks that have a part which is missing or damaged."""
    damaged = {games for games, _ in directory.damages(record)}
    sound = {
        games: hashes for games, hashes in record.blocks.items() if games not in damaged
    }
    return replace(record, blocks=sound)
