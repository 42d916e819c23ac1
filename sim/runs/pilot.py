"""Pilots: a few games of a scenario, to learn what more of them would cost.

They are played and stored as a run would be.
"""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from sim.collect.ledger import block_size
from sim.collect.tasks import PIECE
from sim.counts.tallies import Tallies
from sim.machine.resources import cores
from sim.runs.launch import run
from sim.scenario import Scenario

FIRST = 1 << 61
"""The number of a pilot's first game. No run reaches it from 0, so a plan does not
depend on the games that will decide."""

GAMES = 20_000
FEWEST_GAMES = 320

SMALL, LARGE, TIMES = 1, 4, 3
"""Pieces of two sizes are played three times each: they differ in the games alone, not
in what each piece takes."""

_T_OF_FOUR = 2.776
"""The quantile of Student's t for 95 % and the four degrees of freedom of two groups of
three."""


@dataclass(frozen=True)
class Cost:
    """The cost of a run of some games.

    Attributes
    ----------
    games
        The games of each variant.
    seconds, seconds_low, seconds_high
        The time, with its interval at 95 %.
    memory, disk
        Bytes, known to within about a quarter.
    """

    games: int
    seconds: float
    seconds_low: float
    seconds_high: float
    memory: int
    disk: int


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
        The processor's time of a game under all variants, divided among all workers,
        and its interval at 95 %: other work on the machine does not disturb it.
    bytes_per_part, bytes_per_game
        On disk; 0 where no rows are kept.
    bytes_besides
        Of the manifest and the tallies.
    bytes_in_memory
        Of this process.
    row_bytes
        Of one game, under all variants, while it is played.
    """

    scenario: Scenario
    workers: int
    games: int
    seconds: float
    tallies: Tallies
    seconds_per_game: tuple[float, float, float]
    bytes_per_part: float
    bytes_per_game: float
    bytes_besides: int
    bytes_in_memory: int
    row_bytes: int

    def cost(self, games: int) -> Cost:
        """The cost of a run of ``games`` games."""
        variants = len(self.scenario.variants)
        block = min(block_size(variants, games), games)
        parts = math.ceil(games / block) * variants
        disk = (
            self.bytes_per_part * parts + self.bytes_per_game * games
            if self.scenario.keep_games
            else 0
        )
        in_hand = block if self.scenario.keep_games else min(block, PIECE)
        memory = self.bytes_in_memory + self.workers * in_hand * self.row_bytes
        seconds, low, high = (games * took for took in self.seconds_per_game)
        return Cost(games, seconds, low, high, memory, round(disk) + self.bytes_besides)


def play_pilot(
    scenario: Scenario,
    games: int = GAMES,
    workers: int = 1,
    progress: Callable[[int], object] | None = None,
) -> Played:
    """Play about ``games`` games of a scenario with some threads.

    ``progress`` gets the number of those done.
    """
    import psutil
    import pyarrow.parquet as pq

    started = time.perf_counter()
    whole = replace(scenario, precision=None)
    unit = max(games // (SMALL + TIMES * (SMALL + LARGE)), workers, FEWEST_GAMES // 16)
    sizes = [unit * size for size in (SMALL, *(SMALL, LARGE) * TIMES)]
    with TemporaryDirectory(prefix="warlab-pilot-") as directory:
        where = Path(directory) / "run"
        done = 0
        seconds = []
        for size in sizes:
            done += size
            begun = time.process_time()
            played = run(
                whole,
                where,
                games=done,
                first=FIRST,
                workers=workers,
                resume=done > size,
                block_games=math.ceil(size / workers),
            )
            seconds.append((time.process_time() - begun) / min(workers, cores()))
            if progress is not None:
                progress(done)
        # The first piece compiled and imported what the others need.
        slope, reach = _slope(sizes[1:], seconds[1:])
        parts = [path for path in where.rglob("*.parquet") if path.parent != where]
        rows = [pq.read_metadata(path).num_rows for path in parts]
        per_part, per_game = _line(rows, [path.stat().st_size for path in parts])
        return Played(
            whole,
            workers,
            done,
            time.perf_counter() - started,
            played.counted,
            (slope, max(slope - reach, 0.0), slope + reach),
            per_part,
            per_game * len(scenario.variants),
            sum(path.stat().st_size for path in where.iterdir() if path.is_file()),
            psutil.Process().memory_info().rss,
            _row_bytes(scenario),
        )


def _slope(sizes: list[int], seconds: list[float]) -> tuple[float, float]:
    """The seconds that a game takes, and the reach of the interval to either side."""
    small, large = (
        np.array(
            [took for size, took in zip(sizes, seconds, strict=True) if size == wanted]
        )
        for wanted in (min(sizes), max(sizes))
    )
    more = max(sizes) - min(sizes)
    error = math.sqrt(float(small.var(ddof=1) + large.var(ddof=1)) / TIMES)
    # A piece of games takes no less than none: on a busy machine the difference can
    # come out too small.
    slope = max(float(large.mean() - small.mean()), 0.1 * float(large.mean())) / more
    return slope, _T_OF_FOUR * error / more


def _line(games: list[int], sizes: list[int]) -> tuple[float, float]:
    """The bytes that a part takes on disk, and each of its games."""
    if not games:
        return 0.0, 0.0
    if len(set(games)) == 1:
        return 0.0, sizes[0] / games[0]
    slope, start = np.polyfit(games, sizes, 1)
    return max(float(start), 0.0), max(float(slope), 0.0)


def _row_bytes(scenario: Scenario) -> int:
    """The bytes of one game in memory under all variants.

    They are those of its row twice, since it is written, and of its deals.
    """
    from sim.contract.deck_rules import DeckRules
    from sim.games import find_game

    game = find_game(scenario.game)
    rows = sum(
        np.dtype(column.dtype).itemsize
        for rules in scenario.rules.values()
        for column in game.columns_under(rules)
    )
    decks = {
        (rules.deck, game.deals.same(rules))
        for rules in scenario.rules.values()
        if isinstance(rules, DeckRules)
    }
    return 2 * rows + sum(deck.size for deck, _ in decks)
