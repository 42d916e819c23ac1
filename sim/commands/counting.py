"""Games counted in memory, for a quick answer: nothing is written and no row is kept."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sim.contract.game import Game
    from sim.contract.rules import GameRules
    from sim.runs.ledger import Block
    from sim.tallies.tally import Tallies

AWAKE = 0.2
"""Seconds between two looks at whether there was an interrupt."""


def count_games(
    game: Game, rules: GameRules, seed: int, first: int, games: int, workers: int, tell: Callable[[int], None]
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
    from sim.engine.playing import play_block
    from sim.runs import ledger
    from sim.tallies.tally import Tallies, tally

    wanted = True

    def count(block: Block) -> Tallies:
        played = play_block(game, rules, seed, block.first, block.games, going=lambda: wanted)
        return tally(game, ("",), (played,))

    done, total = 0, Tallies()
    begun: deque[tuple[Block, Future[Tallies]]] = deque()
    blocks = ledger.blocks(((first, first + games),), ledger.block_size(1, workers))
    with ThreadPoolExecutor(workers) as threads:
        # One block more than there are workers, so that any number of games needs the memory of a few blocks.
        begun.extend((block, threads.submit(count, block)) for block in islice(blocks, workers + 1))
        try:
            while begun:
                block, counts = begun.popleft()
                # Waking now and then: an interrupt that another thread received is heard only by a thread awake.
                while not wait((counts,), timeout=AWAKE).done:
                    pass
                total += counts.result()
                done += block.games
                tell(done)
                begun.extend((block, threads.submit(count, block)) for block in islice(blocks, 1))
        finally:
            # After an interrupt the threads leave what they have in hand.
            wanted = False
    return total
