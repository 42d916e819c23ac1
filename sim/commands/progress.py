"""The progress line while games are played, on a terminal only.

It says how far, how fast, the time left, and the estimate.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

from sim.words import time_words

if TYPE_CHECKING:
    from rich.progress import Progress as Bar
    from rich.progress import TaskID

    from sim.collect.driver import Progress


_MINUTE = 60.0
"""The seconds between two lines where there is no terminal."""


_ENOUGH = 0.05
"""The share that is done from which on the time left is said."""


class Silence:
    """A progress line that shows nothing."""

    shown = False
    games = 0
    before = 0
    variants = 1
    seconds = 0.0

    def __call__(self, now: int, estimate: str | None = None) -> None:
        """Take the number of games done, and perhaps the estimate so far in words."""

    def show(
        self, now: int, games: int, before: int = 0, estimate: str | None = None
    ) -> None:
        """Take the number of games done, of how many, and how many of them before."""
        self.games = games
        self.before = before
        self(now, estimate)

    def follow(self, progress: Progress[Any], estimate: str | None = None) -> None:
        """Take how far a run has got."""
        self.games = progress.games_planned
        self.before = progress.games_before
        self.seconds = progress.seconds
        self(progress.games_done, estimate)


class ProgressLine(Silence):
    """The line on a terminal."""

    shown = True

    def __init__(self, bar: Bar, task: TaskID, games: int) -> None:
        self.bar = bar
        self.task = task
        self.games = games
        self.estimate = ""

    def __call__(self, now: int, estimate: str | None = None) -> None:
        """Show the number of games done, and the estimate so far.

        The one before stays if there is none.

        The compiler's time is no part of the speed, so a run brings the seconds of its
        games.
        """
        elapsed = self.seconds or self.bar.tasks[0].elapsed or 0.0
        if estimate is not None:
            self.estimate = estimate
        self.bar.update(
            self.task,
            completed=now,
            total=self.games,
            rate=rate((now - self.before) * self.variants, elapsed),
            left=left(self.games, now, self.before, elapsed),
            estimate=self.estimate,
        )


class PipedLine(Silence):
    """Progress where there is no terminal: a line a minute on standard error."""

    def __init__(self) -> None:
        self.began = self.last = time.monotonic()

    def __call__(self, now: int, estimate: str | None = None) -> None:
        """Write how far it is, if a minute has passed since the last line."""
        clock = time.monotonic()
        if clock - self.last < _MINUTE:
            return
        self.last = clock
        done = f"{now / self.games:.0%} done"
        # The first parts of a solution take far longer than the others.
        known = now >= self.games * _ENOUGH
        rest = left(self.games, now, self.before, clock - self.began) if known else ""
        words = [word for word in (done, rest, estimate) if word]
        print(", ".join(words), file=sys.stderr, flush=True)


_other: ContextVar[Silence | None] = ContextVar("other", default=None)


@contextmanager
def shown_on(line: Silence) -> Iterator[None]:
    """Show the progress of this thread's work on another line than the terminal's.

    Parameters
    ----------
    line
        Takes the progress.
    """
    before = _other.set(line)
    try:
        yield
    finally:
        _other.reset(before)


@contextmanager
def progress_line(games: int, *, piped: bool = False) -> Iterator[Silence]:
    """Show progress while a number of games are played, and erase the line at the end.

    Within :func:`shown_on` that line takes it.

    Parameters
    ----------
    games
        The number of games.
    piped
        Whether to write a line a minute where there is no terminal.
    """
    other = _other.get()
    if other is not None:
        other.games = games
        yield other
        return
    if not sys.stderr.isatty():
        yield PipedLine() if piped else Silence()
        return
    from rich import progress
    from rich.console import Console

    columns = (
        progress.BarColumn(bar_width=24),
        progress.TextColumn("{task.percentage:>3.0f} %"),
        *(
            progress.TextColumn(f"{{task.fields[{name}]}}", markup=False)
            for name in ("rate", "left", "estimate")
        ),
    )
    console = Console(stderr=True, highlight=False)
    with progress.Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=games, rate="", left="", estimate="")
        yield ProgressLine(bar, task, games)


def rate(games: int, seconds: float) -> str:
    """The speed in words; "" before it is known."""
    return (
        f"{float(f'{games / seconds:.3g}'):,.0f} games/s"
        if games > 0 and seconds > 0
        else ""
    )


def left(games: int, now: int, before: int, seconds: float) -> str:
    """The time left at the speed so far; "" before it is known."""
    played = now - before
    if played <= 0 or seconds <= 0 or now >= games:
        return ""
    rest = max(round((games - now) * seconds / played), 1)
    return f"{rest} s left" if rest < 60 else f"{time_words(rest)} left"
