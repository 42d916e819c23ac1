"""The runner: plays the missing blocks of a run with a worker pool, and saves the finished ones.

:func:`run_blocks` is a generator of progress; the command line is a fold over it, and nothing here prints.
The saved run does not depend on the workers, the backend, the size of the blocks or the order in which they finish.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from sim.counts.stopping import looks, verdict
from sim.counts.tallies import Tallies
from sim.engine.warming import warm_up
from sim.errors import UserError
from sim.games import find_game
from sim.limits import games_words
from sim.runs import dataset, ownership
from sim.runs.backends import Backend
from sim.runs.crew import Crew, Done, Task
from sim.runs.directory import RunDirectory
from sim.runs.ledger import Ledger, Range, block_size, common, count, join, without
from sim.runs.manifest import GAMES, Manifest
from sim.storage.files import make_directory, remove, remove_temporaries, write_whole
from sim.storage.places import Place

if TYPE_CHECKING:
    import polars as pl

    from sim.runs.cluster import Cluster
    from sim.stats.precision import Verdict

SAVE_EVERY = 2.0
"""The fewest seconds between two saves of the ledger."""

SAVE_SHARE = 0.02
"""The largest share of the time spent on saving."""


IMPATIENT = 0.5
"""Seconds after an interrupt before a second one ends the run at once."""


_ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""Signals that end a run: the interrupt key, a request to end, and the end of the terminal."""


class Interrupted(KeyboardInterrupt):
    """The user interrupted a run; its complete blocks are saved."""

    def __init__(self, done: int, planned: int) -> None:
        self.done = done
        self.planned = planned
        super().__init__(f"interrupted after {done:,} of {games_words(planned)}; --resume plays the rest")


@dataclass(frozen=True)
class Progress:
    """The progress of a run.

    Attributes
    ----------
    games_done, games_planned
        Games of each variant; the plan is the most that may be played.
    games_before
        The games done before this session.
    variants
        The number of variants that play each deal.
    seconds
        The time since this session began.
    counted
        The tallies so far.
    verdict
        The result of the last check of the precision; None before the first.
    """

    games_done: int
    games_planned: int
    games_before: int
    variants: int
    seconds: float
    counted: Tallies
    verdict: Verdict | None = None

    def tallies(self) -> pl.DataFrame:
        """Return the tallies so far as a table."""
        return self.counted.frame()


def run_blocks(
    directory: RunDirectory,
    manifest: Manifest,
    tallies: Tallies,
    *,
    backend: Backend,
    block_games: int | None = None,
    compiling: Callable[[], object] | None = None,
) -> Generator[Progress, None, None]:
    """Play the missing games of a run; the caller must hold the lock of its directory.

    Parameters
    ----------
    directory
        The directory of the run; its manifest has been written.
    manifest, tallies
        The state of the run.
    backend
        Which workers play.
    block_games
        The number of games in a block; None for a size that follows from the scenario.
    compiling
        Called once if games have to be compiled before the first is played.

    Yields
    ------
    Progress
        At the start, after every block and after every check of the precision.

    Raises
    ------
    UserError
        If something cannot be written or read.
    Interrupted
        If the user interrupts; the run can be resumed.
    """
    scenario = manifest.scenario
    size = block_games or block_size(len(scenario.variants), manifest.games)
    folder = directory.path / GAMES
    # A process that has lost a lease must find out; a lock of the system cannot be lost.
    fenced = scenario.keep_games
    owned = ownership.session(folder) if fenced else nullcontext("")
    with owned as word:
        if manifest.ledger != (manifest.range,) and not manifest.stopped:
            # Once, here, and not in every worker process at the same time; it does not count for the speed.
            rules = [variant.rules for variant in scenario.variants]
            warm_up(find_game(scenario.game), rules, scenario.seed, compiling)
        session = _Session(directory, manifest, tallies, word, backend.kind)
        yield from _play(session, size, backend)


def _pool(task: Task, backend: Backend) -> Crew | Cluster:
    if backend.kind != "dask":
        return Crew(task, backend.workers, backend.kind)
    from sim.runs.cluster import Cluster

    return Cluster(task, backend.scheduler, backend.workers)


def _play(session: _Session, size: int, backend: Backend) -> Generator[Progress, None, None]:
    manifest, scenario = session.manifest, session.manifest.scenario
    with closing(_pool(session.task, backend)) as crew, _interrupts(crew):
        try:
            yield session.progress()
            lost = session.lost_rows()
            for done in crew.play(lost, size, counted=True):
                session.add(done)
            for look in looks(scenario.precision, manifest.games):
                if session.manifest.stopped:
                    break
                upto = ((manifest.first, manifest.first + look),)
                for done in crew.play(without(upto, session.ledger), size):
                    session.add(done)
                    session.save_now_and_then()
                    yield session.progress()
                if not crew.stopping.is_set() and session.ledger == upto:
                    session.judge(look)
                    yield session.progress()
        finally:
            # Whatever ended it, the workers drop or finish their blocks, and the complete ones are saved.
            crew.stopping.set()
            try:
                for done in crew.rest():
                    if done.error is None:
                        session.add(done)
            finally:
                session.save()
        if not session.is_owner:
            raise UserError(
                "another process has begun to write this run",
                where=str(session.directory.path),
                cure="wait for it, or stop it and --resume",
            )
        if session.ledger != (manifest.range,) and not session.manifest.stopped:
            raise Interrupted(count(session.ledger), manifest.games)


class _Session:
    """The state of the main process while blocks come in."""

    def __init__(
        self, directory: RunDirectory, manifest: Manifest, tallies: Tallies, word: str, kind: str
    ) -> None:
        self.directory = directory
        self.manifest = manifest
        self.tallies = tallies
        self.before = count(manifest.ledger)
        self.started = time.monotonic()
        self.saved = self.started
        self.saving = 0.0
        self.verdict: Verdict | None = None
        scenario = manifest.scenario
        self.task = Task(
            directory.variants(scenario),
            scenario.keep_games,
            os.getpid(),
            directory.path / GAMES,
            word,
            scenario.mirrored,
            scenario.queries,
            sends=not isinstance(directory.path, Path) and kind == "loky",
        )

    @property
    def ledger(self) -> Ledger:
        return self.manifest.ledger

    def progress(self) -> Progress:
        return Progress(
            games_done=count(self.ledger),
            games_planned=self.manifest.games,
            games_before=self.before,
            variants=len(self.task.variants),
            seconds=time.monotonic() - self.started,
            counted=self.tallies,
            verdict=self.verdict,
        )

    def lost_rows(self) -> Ledger:
        """Remove files that do not belong, and return the games that are counted but whose rows are missing."""
        if isinstance(self.directory.path, Path):
            remove_temporaries(self.directory.path)
        if not self.task.keep_games:
            return ()
        lost: Ledger = ()
        kept: list[dict[Range, Place]] = []
        for variant in self.task.variants:
            make_directory(variant.directory)
            found = dataset.parts(variant)
            within, _ = dataset.covered(found, self.ledger)
            sound = {games: path for games, path in within.items() if dataset.is_sound(variant, games, path)}
            there, missing = dataset.chosen(sound, self.ledger)
            for games in found.keys() - there.keys():
                remove(found[games])
            kept.append(there)
            lost = join((*lost, *missing))
        # They are played again under every variant, in other blocks perhaps, and no game may be stored twice: the parts
        # with some of them go, and so more games are lost.
        while spoilt := [(there, games) for there in kept for games in there if common(lost, (games,))]:
            for there, games in spoilt:
                remove(there.pop(games))
            lost = join((*lost, *(games for _, games in spoilt)))
        return lost

    def add(self, done: Done) -> None:
        if done.error is not None:
            raise done.error
        for place, block, content in done.parts:
            if not self.is_owner:
                return
            write_whole(self.task.variants[place].part(block.first, block.games), content)
        if done.abandoned or done.block.counted:
            return
        self.tallies = self.tallies + done.tallies
        self.manifest = replace(self.manifest, ledger=join((*self.ledger, done.block.range)))

    def judge(self, look: int) -> None:
        scenario = self.manifest.scenario
        game = find_game(scenario.game)
        self.verdict = verdict(self.tallies, game, scenario.rules, scenario.precision, scenario.queries)
        if self.verdict is not None and self.verdict.met and look < self.manifest.games:
            self.manifest = replace(
                self.manifest, stopped=f"after {games_words(look)}: {self.verdict.reason}"
            )

    def save_now_and_then(self) -> None:
        pause = max(SAVE_EVERY, self.saving / SAVE_SHARE)
        if time.monotonic() - self.saved > pause:
            self.save()

    @property
    def is_owner(self) -> bool:
        """Whether no other session has begun since; where there are no locks, one can."""
        return not self.task.session or ownership.is_current(self.task.folder, self.task.session)

    def save(self) -> None:
        if not self.is_owner:
            return
        started = time.monotonic()
        self.directory.write(self.manifest, self.tallies)
        self.saved = time.monotonic()
        self.saving = self.saved - started


@contextmanager
def _interrupts(crew: Crew | Cluster) -> Iterator[None]:
    """Let a first interrupt end the run and save its complete blocks, and a second one end it at once."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    asked: list[float] = []

    def stop(signum: int, frame: object) -> None:
        # One key press can come twice: to the process and to its group.
        if asked and time.monotonic() - asked[0] > IMPATIENT:
            raise KeyboardInterrupt
        asked.append(time.monotonic())
        crew.stopping.set()

    # The end of a terminal that is ignored stays so: nohup lets a run live on.
    wanted = [one for one in _ENDING if one == signal.SIGINT or signal.getsignal(one) is not signal.SIG_IGN]
    before = {one: signal.signal(one, stop) for one in wanted}
    try:
        yield
    finally:
        for one, handler in before.items():
            # None stands for a handler that was not set from Python.
            signal.signal(one, signal.SIG_DFL if handler is None else handler)
