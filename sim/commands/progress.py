"""The progress line while games are played, on a terminal only.

It says how far, how fast, the time left, and the estimate.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

    from sim.collect.driver import Progress


_MINUTE = 60.0
"""The seconds between two lines where there is no terminal."""


class Silence:
    """A progress line that shows nothing."""

    shown = False
    variants = 1

    def __call__(
        self, now: int, games: int | None = None, estimate: str | None = None
    ) -> None:
        """Take the games done, of how many, and perhaps the estimate so far in words."""

    def follow(self, progress: Progress[Any], estimate: str | None = None) -> None:
        """Take how far a run has got."""
        self(progress.games_done, progress.games_planned, estimate)


class ProgressLine(Silence):
    """The line on a terminal."""

    shown = True

    def __init__(self, bar: Bar, games: int) -> None:
        self.bar = bar
        self.task = bar.add_task("", total=games, rate="", estimate="")

    def __call__(
        self, now: int, games: int | None = None, estimate: str | None = None
    ) -> None:
        """Show the number of games done, and the estimate so far.

        The one before stays if there is none.
        """
        self.bar.update(self.task, completed=now, total=games)
        if estimate is not None:
            self.bar.update(self.task, estimate=estimate)
        (task,) = self.bar.tasks
        if task.speed is not None:
            self.bar.update(self.task, rate=rate(self.variants * task.speed, 1.0))


class PipedLine(Silence):
    """Progress where there is no terminal: a line a minute on standard error."""

    def __init__(self) -> None:
        self.last = time.monotonic()

    def __call__(
        self, now: int, games: int | None = None, estimate: str | None = None
    ) -> None:
        """Write how far it is, if a minute has passed since the last line."""
        clock = time.monotonic()
        if clock - self.last < _MINUTE:
            return
        self.last = clock
        done = f"{now / (games or 1):.0%} done"
        print(f"{done}, {estimate}", file=sys.stderr, flush=True)


@contextmanager
def progress_line(games: int, *, piped: bool = False) -> Iterator[Silence]:
    """Show progress while a number of games are played, and erase the line at the end.

    Parameters
    ----------
    games
        The number of games.
    piped
        Whether to write a line a minute where there is no terminal.
    """
    if not sys.stderr.isatty():
        yield PipedLine() if piped else Silence()
        return
    from rich import progress
    from rich.console import Console

    columns = (
        progress.BarColumn(bar_width=24),
        progress.TextColumn("{task.percentage:>3.0f} %"),
        progress.TextColumn("{task.fields[rate]}", markup=False),
        progress.TimeRemainingColumn(),
        progress.TextColumn("{task.fields[estimate]}", markup=False),
    )
    console = Console(stderr=True, highlight=False)
    with progress.Progress(*columns, console=console, transient=True) as bar:
        yield ProgressLine(bar, games)


def rate(games: float, seconds: float) -> str:
    """The speed in words; "" before it is known."""
    return (
        f"{float(f'{games / seconds:.3g}'):,.0f} games/s"
        if games > 0 and seconds > 0
        else ""
    )
