"""Timing: each way to play beside a yardstick, turn by turn, and the medians of the ratios.

A speed alone says little: processors differ, and other programs slow one down from one
second to the next. So the yardstick is timed right before and right after each way, in
every turn, and what is reported is a ratio.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial


@dataclass(frozen=True)
class Way:
    """A way to play some games.

    Attributes
    ----------
    name
        What it is called.
    games
        How many games it plays.
    play
        The function that plays them.
    """

    name: str
    games: int
    play: Callable[[], object]


@dataclass(frozen=True)
class Ratio:
    """The median of a ratio over several turns, with the lower and the upper quartile."""

    median: float
    low: float
    high: float

    @classmethod
    def of(cls, turns: Sequence[float]) -> Ratio:
        low, median, high = statistics.quantiles(turns, n=4, method="inclusive")
        return cls(median, low, high)

    def __str__(self) -> str:
        places = 0 if self.median >= 100 else 2 if self.median >= 0.1 else 4
        spread = f"{self.low:.{places}f} to {self.high:.{places}f}"
        return f"{self.median:10.{places}f}  {spread:<16}"


def beside(
    yardstick: Way, ways: Iterable[Way], *, turns: int = 7
) -> dict[str, list[float]]:
    """Return the speed of each way as a multiple of the yardstick's, for each of several turns."""
    chosen = list(ways)
    found: dict[str, list[float]] = {way.name: [] for way in chosen}
    for turn in range(turns + 1):
        before = _seconds(yardstick)
        for way in chosen:
            took, after = _seconds(way), _seconds(yardstick)
            if turn:
                speed = 2 * yardstick.games / (before + after)
                found[way.name].append(way.games / took / speed)
            before = after
    return found


def enough(name: str, play: Callable[[int], object], seconds: float = 0.1) -> Way:
    """Return a way to play for about the given number of seconds, at least 20 games."""
    play(20)
    games, took = 20, 0.0
    while took < seconds / 10:
        games *= 10
        # The first time something may be compiled that fewer games did not need.
        play(games)
        took = _seconds(Way(name, games, partial(play, games)))
    games = max(20, int(games * seconds / took))
    return Way(name, games, partial(play, games))


def _seconds(way: Way) -> float:
    start = time.process_time()
    way.play()
    return max(time.process_time() - start, 1e-9)
