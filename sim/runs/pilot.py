"""Pilots: a few games of a scenario, to learn what more of them would cost.

They are played and stored as a run would be.
"""

import time
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from sim.counts.tallies import Tallies
from sim.machine.resources import cores
from sim.runs.launch import run
from sim.scenario import Scenario

FIRST = 1 << 61
"""The number of a pilot's first game. No run reaches it from 0, so a plan does not
depend on the games that will decide."""

GAMES = 20_000
FEWEST_GAMES = 320

WARM = 16
"""One part in so many of the games is played first: it waits for the compiler."""


@dataclass(frozen=True)
class Played:
    """A pilot: what it counted, and what it cost.

    Attributes
    ----------
    scenario, workers
        What was played, and by how many threads.
    games
        The games of each variant.
    seconds
        The time, all in all.
    tallies
        The counts.
    seconds_per_game
        The processor's time of a game under all variants, divided among all workers:
        other work on the machine does not disturb it.
    bytes_per_game
        On disk, under all variants; 0 where no rows are kept.
    bytes_besides
        Of the manifest and the tallies.
    """

    scenario: Scenario
    workers: int
    games: int
    seconds: float
    tallies: Tallies
    seconds_per_game: float
    bytes_per_game: float
    bytes_besides: int

    def seconds_of(self, games: int) -> float:
        """The time of a run of so many games."""
        return games * self.seconds_per_game

    def disk_of(self, games: int) -> int:
        """The bytes that a run of so many games takes on disk."""
        return round(games * self.bytes_per_game) + self.bytes_besides


def play_pilot(
    scenario: Scenario,
    games: int = GAMES,
    workers: int = 1,
) -> Played:
    """Play ``games`` games of a scenario with some threads."""
    started = time.perf_counter()
    whole = replace(scenario, precision=None)
    with TemporaryDirectory(prefix="warlab-pilot-") as directory:
        where = Path(directory) / "run"
        warm = games // WARM
        run(whole, where, games=warm, first=FIRST, workers=workers)
        begun = time.process_time()
        played = run(
            whole, where, games=games, first=FIRST, workers=workers, resume=True
        )
        seconds = (time.process_time() - begun) / min(workers, cores())
        rows = sum(path.stat().st_size for path in where.glob("games/*/*.parquet"))
        return Played(
            whole,
            workers,
            games,
            time.perf_counter() - started,
            played.counted,
            seconds / (games - warm),
            rows / games,
            sum(path.stat().st_size for path in where.iterdir() if path.is_file()),
        )
