"""Plays: the games of a scenario counted in a thread, and all plays of a server."""

import secrets
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from reports.live.limits import MOST_KEPT, MOST_PLAYING, MOST_SECONDS, UNWATCHED_SECONDS
from sim.collect.ledger import Block
from sim.counts.tallies import Tallies
from sim.engine.pieces import AbandonedError
from sim.engine.playing import BLOCK
from sim.errors import UserError
from sim.limits import games_words
from sim.machine.pool import Going, results
from sim.machine.workers import Workers
from sim.runs.results import Sample
from sim.runs.work import games_of
from sim.scenario.scenario import Scenario
from sim.stats import Measure
from sim.stats.precision import looks

FIRST_LOOK = 100
LOOK_RATIO = 1.25

FOLLOWED = (Measure.MEAN, Measure.SHARE, Measure.ANY)
"""The statistics whose course is kept."""

State = Literal["playing", "stopped", "done", "failed"]

Course = dict[tuple[str, str], tuple[float | None, float | None, float | None]]
"""For each variant and statistic its value and the ends of its interval."""


@dataclass(frozen=True, slots=True)
class Look:
    """What was known after a number of games of each variant."""

    games: int
    found: Course


@dataclass(frozen=True, slots=True)
class Standing:
    """How far a play is."""

    state: State  # whether it goes on
    why: str  # why it does not, in words; "" while it plays
    # games of each variant
    done: int
    wanted: int
    seconds: float  # how long has been played
    counted: Tallies  # the counts of all games so far
    # the course of the statistics, at geometrically spaced numbers of games and at every stop
    looks: tuple[Look, ...]


class Play:
    """A play, with the thread that plays it."""

    def __init__(self, key: str, scenario: Scenario, workers: int) -> None:
        self.key = key
        self.scenario = scenario
        self._workers = workers
        self._lock = threading.Lock()
        self._stop = ""
        self._seen = time.monotonic()
        self._began = 0.0
        self._thread: threading.Thread | None = None
        self._now = Standing(
            "stopped", "not begun", 0, scenario.games, 0.0, Tallies(), ()
        )

    @property
    def standing(self) -> Standing:
        """How far it is now."""
        with self._lock:
            return self._now

    def watch(self) -> Standing:
        """Return how far it is now, and note that somebody wanted to know."""
        self._seen = time.monotonic()
        return self.standing

    def start(self, games: int | None = None) -> None:
        """Play, from the beginning or from where it stopped."""
        with self._lock:
            now = self._now
            wanted = now.wanted if games is None else games
            if now.state == "playing":
                raise UserError("it is playing already", cure="stop it first")
            if now.state == "failed":
                raise UserError(f"it has failed: {now.why}", cure="begin a new play")
            if wanted <= now.done:
                raise UserError(
                    f"{games_words(now.done)} {'is' if now.done == 1 else 'are'} played already",
                    where="games",
                    cure="ask for more games",
                )
            self._now = replace(now, state="playing", why="", wanted=wanted)
            self._stop, self._seen, self._began = "", time.monotonic(), time.monotonic()
            self._thread = threading.Thread(
                target=self._play, name=f"play {self.key}", daemon=True
            )
            self._thread.start()

    def stop(self, why: str = "stopped") -> None:
        """Ask it to stop; what has been played is kept."""
        self._stop = self._stop or why

    def join(self, seconds: float | None = None) -> None:
        """Wait until it does not play any more."""
        thread = self._thread
        if thread is not None:
            thread.join(seconds)

    def _going(self) -> bool:
        """Return whether the games are still wanted; asked between the pieces of a block."""
        now = time.monotonic()
        if now - self._seen > UNWATCHED_SECONDS:
            self.stop("stopped because nobody was watching")
        elif now - self._began > MOST_SECONDS:
            self.stop(f"stopped after {MOST_SECONDS / 60:g} minutes")
        return not self._stop

    def _play(self) -> None:
        start = self.standing
        state: State = "failed"
        why = "an error in the program, which the terminal shows"
        try:

            def count(block: tuple[int, int], going: Going) -> tuple[int, Tallies]:
                def wanted() -> bool:
                    return self._going() and going()

                return sum(block), task.play(Block(*block), wanted).counts

            task = replace(games_of(self.scenario), keep=False)
            blocks = _blocks(start.done, start.wanted)
            for done, counted in results(
                count, blocks, Workers(self._workers), ordered=True
            ):
                self._add(done, counted, start.seconds)
                if not self._going():
                    break
            state, why = "done", ""
        except AbandonedError:
            state = "stopped"
        except UserError as error:
            why = str(error)
        finally:
            self._end(state, why, start.seconds)

    def _add(self, done: int, counted: Tallies, before: float) -> None:
        """Add the counts of the games up to a number; where it is one of the looks, keep what is known then."""
        now = self.standing
        counted = now.counted + counted
        seen = now.looks
        if done in _looks(now.wanted) and (not seen or seen[-1].games < done):
            seen = (*seen, Look(done, course(self.scenario, counted)))
        with self._lock:
            self._now = replace(
                self._now,
                done=done,
                counted=counted,
                looks=seen,
                seconds=before + self._elapsed,
            )

    def _end(self, state: State, why: str, before: float) -> None:
        now = self.standing
        seen = now.looks
        if now.done and (not seen or seen[-1].games < now.done):
            seen = (*seen, Look(now.done, course(self.scenario, now.counted)))
        if state != "failed":
            state = "done" if now.done == now.wanted else "stopped"
            why = self._stop if state == "stopped" else ""
        with self._lock:
            self._now = replace(
                self._now,
                state=state,
                why=why,
                looks=seen,
                seconds=before + self._elapsed,
            )

    @property
    def _elapsed(self) -> float:
        return time.monotonic() - self._began


def course(scenario: Scenario, counted: Tallies) -> Course:
    """Return the statistics whose course is kept, of each variant."""
    return {
        (estimate.variant, estimate.statistic): estimate.interval.finite
        for estimate in Sample(scenario, counted).estimates()
        if estimate.measure in FOLLOWED
    }


def _looks(games: int) -> tuple[int, ...]:
    return looks(min(FIRST_LOOK, games), games, LOOK_RATIO)


def _blocks(done: int, wanted: int) -> Iterator[tuple[int, int]]:
    """Yield blocks of games, as their first number and their size, that end at every look."""
    # The first block is one game: how fast these rules are is known after it, and no piece of a block is
    # longer than it should be.
    for end in (1, *_looks(wanted)):
        while done < end:
            size = min(BLOCK, end - done)
            yield done, size
            done += size


class BusyError(UserError):
    """As much is going on as is allowed."""


class MissingError(UserError):
    """There is no such thing."""


class Plays:
    """The plays of a server."""

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._lock = threading.Lock()
        self._known: dict[str, Play] = {}

    def begin(self, scenario: Scenario) -> Play:
        """Begin to play a scenario."""
        play = Play(secrets.token_urlsafe(9), scenario, self._workers)
        with self._lock:
            self._check_busy()
            for key, kept in list(self._known.items()):
                if len(self._known) >= MOST_KEPT and kept.standing.state != "playing":
                    del self._known[key]
            self._known[play.key] = play
            play.start()
        return play

    def resume(self, play: Play, games: int | None) -> None:
        """Resume a play."""
        with self._lock:
            if play.standing.state != "playing":
                self._check_busy()
            play.start(games)

    def find(self, key: str) -> Play:
        """Return the play of that name."""
        with self._lock:
            if key in self._known:
                return self._known[key]
        raise MissingError(
            "there is no such play", cure="it may have been forgotten: begin it again"
        )

    def end(self, seconds: float = 5.0) -> None:
        """Stop all plays, and wait for their threads for a moment."""
        with self._lock:
            known = list(self._known.values())
        for play in known:
            play.stop("stopped with the server")
        for play in known:
            play.join(seconds)

    def _check_busy(self) -> None:
        playing = [
            play for play in self._known.values() if play.standing.state == "playing"
        ]
        if len(playing) >= MOST_PLAYING:
            raise BusyError(
                f"{len(playing)} plays are going on already",
                cure="stop one of them first",
            )
