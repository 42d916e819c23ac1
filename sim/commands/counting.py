"""Games counted in memory, for a quick answer: nothing is written and no row is kept."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sim.games.base import Game
    from sim.options import Rules
    from sim.plan import Block
    from sim.tally import Tallies


def count_games(
    game: Game, rules: Rules, seed: int, first: int, games: int, workers: int, tell: Callable[[int], None]
) -> Tallies:
    """Play games and return their tallies, under one variant without a name.

    Parameters
    ----------
    game, rules, seed, first, games
        What is played.
    workers
        Threads; the compiled games run side by side.
    tell
        Called with the number of games done after every block.
    """
    from sim import plan
    from sim.play import play_block
    from sim.tally import Tallies, tally

    def count(block: Block) -> Tallies:
        return tally(game, ("",), (play_block(game, rules, seed, block.first, block.games),))

    done, total = 0, Tallies()
    blocks = list(plan.blocks(((first, first + games),), plan.block_size(1, workers)))
    with ThreadPoolExecutor(workers) as threads:
        try:
            for block, counts in zip(blocks, threads.map(count, blocks), strict=True):
                total += counts
                done += block.games
                tell(done)
        except BaseException:
            threads.shutdown(cancel_futures=True)
            raise
    return total
