"""Games counted in memory, for a quick answer: nothing is written and no row is kept."""

import time
from collections.abc import Callable, Sequence

from sim.contract.game import Game
from sim.contract.rules import GameRules
from sim.counts.counting import tally
from sim.counts.queries import Query
from sim.counts.tallies import Tallies
from sim.engine.pieces import Columns, Going
from sim.engine.playing import BLOCK, play_block, spread
from sim.machine.pool import results
from sim.machine.workers import Workers
from sim.runs.results import count_block
from sim.scenario import Scenario

FIRST_SAMPLE = 100
"""The games of each variant that are played before the time is looked at."""


def count_games(
    game: Game,
    rules: GameRules,
    seed: int,
    games: range,
    workers: int = 1,
    tell: Callable[[int], None] = lambda done: None,
    queries: Sequence[Query] = (),
    wanted: Going | None = None,
    kept: list[Columns] | None = None,
) -> Tallies:
    """Play the games of these numbers and return their tallies, under one variant without a name.

    Their blocks of columns are added to ``kept``, if it is given.
    """

    def count(start: int, size: int, going: Going) -> tuple[Columns, Tallies]:
        played = play_block(
            game, rules, seed, games.start + start, size, going=wanted or going
        )
        return played, tally(
            game, ("",), (played,), queries=queries, first=games.start + start
        )

    done, total = 0, Tallies()
    for block, counts in spread(count, len(games), workers):
        done, total = done + counts.games, total + counts
        if kept is not None:
            kept.append(block)
        tell(done)
    return total


def count_sample(
    scenario: Scenario, seconds: float, workers: int, tell: Callable[[int], None]
) -> Tallies:
    """Play the first games of a scenario for about some seconds and return their tallies."""
    done, total, began = 0, Tallies(), time.perf_counter()
    while done < scenario.games:
        more = min(max(done, FIRST_SAMPLE), scenario.games - done)
        size = min(-(-more // workers), BLOCK)
        blocks = [
            (start, min(size, done + more - start))
            for start in range(done, done + more, size)
        ]
        for counted in results(
            lambda block, going: count_block(scenario, *block, going=going),
            blocks,
            Workers(workers),
        ):
            total += counted
        # How long the first games take does not count: kernels may have to be compiled for them.
        began = began if done else time.perf_counter()
        done += more
        tell(done)
        # The next games take as long as all so far.
        if 2 * (time.perf_counter() - began) > seconds:
            break
    return total
