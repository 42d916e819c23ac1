"""Every game: its kernel against its rulebook and the yardstick.

The games of choice also against plain loops.
"""

from functools import partial

import numpy as np

import sim
from benchmarks.plain import LOOPS
from benchmarks.playing import cases, kernel_of, rulebook_of
from benchmarks.timing import Ratio, Way, beside
from sim.contract.game import Game, seated
from sim.contract.rules import GameRules
from sim.engine.playing import play_block


def measure(yardstick: Way) -> None:
    """Measure and print."""
    print("\nEvery game, deals included, as multiples of the yardstick's games")
    print(f"  {'':<76}{'games':>10}  {'quartiles':<16}{'x rulebook':>12}")
    for game in sim.games().values():
        for label, rules in cases(game):
            _line(yardstick, game, rules, label)
    for name in LOOPS:
        _beside_plain(name)


def _line(yardstick: Way, game: Game, rules: GameRules, label: str) -> None:
    kernel = kernel_of(game, label, rules)
    rulebook = rulebook_of(game, rules, max(3, kernel.games // 10_000))
    found = beside(yardstick, [kernel, rulebook])
    faster = Ratio.of(
        [one / other for one, other in zip(*found.values(), strict=True)]
    ).median
    print(f"  {label:<76}{Ratio.of(found[label])}{faster:12,.0f}")


def _beside_plain(name: str) -> None:
    """Print the speed of a game, random against random, next to a plain loop."""
    games = 100_000
    plain = Way("plain", games, partial(LOOPS[name], np.zeros(games, np.int64)))
    game = sim.games()[name]
    rules = seated(game, game.rules.of({}), ["random", "random"])
    ours = Way("warlab", games, partial(play_block, game, rules, 1, 0, games))
    print(
        f"\n{game.title}, random against random, as multiples of a plain compiled loop"
    )
    print(f"  {'warlab, all columns':<76}{Ratio.of(beside(plain, [ours])['warlab'])}")
