"""The worker pool of one machine: threads or processes, by joblib, that play blocks and write their parts.

A worker gets a block, writes its rows and returns its tallies. Kernels release the interpreter lock, so threads are
enough on one machine. :mod:`sim.runs.cluster` does the same with the workers of a cluster. Nothing here depends on when
to stop.
"""

from __future__ import annotations

import os
import pickle
import signal
import threading
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from sim.contract.game import Game
from sim.contract.rules import GameRules
from sim.counts.counting import Columns, Counter, tally
from sim.counts.queries import Query
from sim.counts.tallies import Tallies
from sim.engine.pieces import AbandonedError, Going
from sim.engine.playing import play_variants
from sim.errors import UserError
from sim.machine.interrupts import blocked_in_children
from sim.runs import dataset
from sim.runs.ledger import Block, Ledger, blocks
from sim.runs.ownership import end_with, is_current, start_worker
from sim.storage.files import write_whole
from sim.storage.places import Place

PIECE = 1 << 17
"""The games of a block that are played and counted at a time where no rows are kept."""

Sent = tuple[tuple[int, Block, bytes], ...]
"""Parts that are still to be written: the place of the variant, the games, and the content."""


@dataclass(frozen=True)
class Task:
    """What a worker needs besides the block.

    Attributes
    ----------
    variants
        Each block is played under all of them, on the same deals.
    keep_games
        Whether the games are written as rows.
    process
        The process that collects the tallies.
    folder, session
        The folder of the parts, and the word of the session that owns them; "" if no rows are kept.
    mirrored
        In a tournament, pairs of variants (by place) with the same two players in exchanged seats.
    queries
        What is counted besides what the game declares.
    sends
        Whether the workers send the contents of their parts back instead of writing them.
    """

    variants: tuple[dataset.Variant, ...]
    keep_games: bool
    process: int
    folder: Place
    session: str = ""
    mirrored: tuple[tuple[int, int], ...] = ()
    queries: tuple[Query, ...] = ()
    sends: bool = False

    @property
    def played(self) -> tuple[Game, int, list[str], list[GameRules]]:
        """The game, the seed, the names of the variants, and their rules."""
        game, seed = self.variants[0].game, self.variants[0].seed
        return game, seed, [one.name for one in self.variants], [one.rules for one in self.variants]

    @property
    def counted(self) -> tuple[tuple[tuple[int, int], ...], tuple[Query, ...]]:
        """What is counted besides what the game declares of each variant."""
        return self.mirrored, self.queries

    @property
    def for_others(self) -> Task:
        """The same for workers that send their parts back: where the parts will lie is no concern of theirs."""
        return replace(
            self,
            folder=Path(),
            session="",
            variants=tuple(replace(one, directory=Path()) for one in self.variants),
            sends=True,
        )


@dataclass(frozen=True)
class Done:
    """A block that has been played, or the error that stopped it.

    Attributes
    ----------
    block, tallies
        The games, and their counts.
    error
        What stopped it; None if nothing did.
    abandoned
        Whether it was left unfinished, since it was no longer wanted.
    parts
        The parts that were sent back.
    seconds
        The time that it took, where that is measured.
    """

    block: Block
    tallies: Tallies
    error: Exception | None = None
    abandoned: bool = False
    parts: Sent = ()
    seconds: float = 0.0


def play(
    task: Task,
    block: Block,
    going: Going | None = None,
    core: AbstractContextManager[object] = nullcontext(),  # noqa: B008 - it has no state
) -> Done:
    """Play a block under every variant, count it and write its parts; an error is returned, not raised.

    Parameters
    ----------
    task, block
        What is played.
    going
        Returns False once the block is no longer wanted.
    core
        Held while there is something to compute, and not while the disk is waited for.
    """
    end_with(task.process)
    if os.getpid() != task.process and threading.current_thread() is threading.main_thread():
        # An interrupt from the keyboard reaches every process; only the main one handles it.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        game, seed, names, rules = task.played
        parts: Sent = ()
        with core:
            if task.keep_games:
                played = play_variants(game, rules, seed, block.first, block.games, going=going)
                parts = parts_of(task, block, played)
                counted = (
                    Tallies()
                    if block.counted
                    else tally(game, names, played, *task.counted, first=block.first)
                )
                del played
            else:
                counted = counts_of(task, block, going)
        if not task.sends:
            for place, _, content in parts:
                if not is_current(task.folder, task.session):
                    return Done(block, Tallies(), abandoned=True)
                write_whole(task.variants[place].part(block.first, block.games), content)
            parts = ()
    except AbandonedError:
        return Done(block, Tallies(), abandoned=True)
    except Exception as error:  # the main process raises it, after saving the other blocks
        return Done(block, Tallies(), error if os.getpid() == task.process else sendable(error))
    return Done(block, counted, parts=parts)


def counts_of(task: Task, games: Block, going: Going | None = None, *, most: int = PIECE) -> Tallies:
    """Play and count games of which no row is kept, at most ``most`` at a time."""
    game, seed, names, rules = task.played
    counter = Counter(game, names, *task.counted)
    for piece in blocks((games.range,), min(most, PIECE)):
        played = play_variants(game, rules, seed, piece.first, piece.games, going=going)
        counter.add(played, piece.first)
        del played
    return counter.tallies


def parts_of(task: Task, block: Block, played: Sequence[Columns]) -> Sent:
    """Return the contents of the parts of a block, if rows are kept."""
    if not task.keep_games:
        return ()
    return tuple(
        (place, block, bytes(dataset.part_content(variant, block.first, columns)))
        for place, (variant, columns) in enumerate(zip(task.variants, played, strict=True))
    )


def sendable(error: Exception) -> Exception:
    """Return an error that can be sent to another process: itself, if it can, else its text."""
    try:
        # As a process builds it that has not loaded what other libraries teach pickle about exceptions.
        parts: Any = error.__reduce__()
        build, arguments = parts[:2]
        same = type(build(*arguments)) is type(error) and bool(pickle.dumps(error))
    except Exception:  # whatever its class does when it is built again
        same = False
    return error if same else RuntimeError(f"{type(error).__name__}: {error}")


class Crew:
    """A pool of workers on this machine.

    Parameters
    ----------
    task
        The variants to play.
    workers, backend
        The number of workers, and their kind: ``"threading"`` or ``"loky"``, processes.

    Attributes
    ----------
    stopping
        Once set, no further block starts.
    """

    def __init__(self, task: Task, workers: int, backend: str) -> None:
        self.stopping = threading.Event()
        self._task = task.for_others if task.sends else task
        self._workers = workers
        self._backend = backend
        self._results: Iterator[Done] = iter(())

    def play(self, games: Ledger, size: int, *, counted: bool = False) -> Iterator[Done]:
        """Play games in blocks of a size and yield them in the order in which they are finished."""
        wanted = blocks(games, size, counted=counted)
        self._results = self._one_by_one(wanted) if self._alone else self._together(wanted)
        return self._results

    def rest(self) -> Iterator[Done]:
        """Yield the blocks that were being played when ``stopping`` was set."""
        return self._results

    @property
    def _alone(self) -> bool:
        return self._workers == 1 and self._backend == "threading"

    def _going(self) -> bool:
        return not self.stopping.is_set()

    def close(self) -> None:
        """Nothing has to be given back: joblib keeps its processes for a while and ends them."""

    def _begun(self, wanted: Iterator[Block]) -> Iterator[Block]:
        for block in wanted:
            if self.stopping.is_set():
                return
            yield block

    def _one_by_one(self, wanted: Iterator[Block]) -> Iterator[Done]:
        for block in self._begun(wanted):
            yield play(self._task, block, self._going)

    def _together(self, wanted: Iterator[Block]) -> Iterator[Done]:
        from joblib import Parallel, delayed, parallel_config

        more: dict[str, Any] = {}
        hands, threads = self._workers, self._backend == "threading"
        core: AbstractContextManager[object] = nullcontext()
        if threads and self._task.keep_games and not self._task.sends:
            # One thread more waits for the disk while the others compute.
            hands, core = hands + 1, threading.Semaphore(hands)
        if not threads:
            more = {"initializer": start_worker, "initargs": (self._task.process,)}
        with parallel_config(backend=self._backend, **more):
            # Blocks are handed out on demand, so a run of any length needs the memory of a few.
            parallel = Parallel(
                n_jobs=hands,
                return_as="generator_unordered",
                batch_size=1,
                pre_dispatch=hands + 1,
            )
        from joblib.externals.loky.process_executor import BrokenProcessPool

        # A request to stop takes effect at once in threads; processes finish their blocks.
        going = (self._going, core) if threads else ()
        try:
            with blocked_in_children():
                # Processes start here, and a blocked signal stays blocked in them: only the main process handles it.
                results = parallel(delayed(play)(self._task, block, *going) for block in self._begun(wanted))
            yield from results
        except BrokenProcessPool:
            if self.stopping.is_set():
                return
            raise UserError(
                "a worker process was killed, perhaps because memory ran out",
                cure="--resume with fewer workers or smaller blocks plays the rest",
            ) from None
