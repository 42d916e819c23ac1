"""Games counted in memory, for a quick answer: nothing is written and no row is kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sim.contract.game import Game
    from sim.contract.rules import GameRules
    from sim.engine.pieces import Going
    from sim.tallies.counts import Tallies
    from sim.tallies.queries import Query


def _silent(done: int) -> None:
    """Say nothing."""


def count_games(
    game: Game,
    rules: GameRules,
    seed: int,
    first: int,
    games: int,
    workers: int = 1,
    tell: Callable[[int], None] = _silent,
    queries: Sequence[Query] = (),
) -> Tallies:
    """Play games and return their tallies, under one variant without a name.

    Parameters
    ----------
    game, rules, seed, first, games
        What is played.
    workers
        How many threads.
    tell
        Called with the number of games done after every block.
    queries
        What else is counted.
    """
    from sim.engine.playing import play_block, spread
    from sim.tallies.counting import tally
    from sim.tallies.counts import Tallies

    def count(start: int, size: int, going: Going) -> tuple[int, Tallies]:
        played = play_block(game, rules, seed, first + start, size, going=going)
        return size, tally(game, ("",), (played,), queries=queries)

    done, total = 0, Tallies()
    for size, counts in spread(count, games, workers):
        done, total = done + size, total + counts
        tell(done)
    return total
