"""The games of choice: speed by policies, against the rulebook, plain loops and, for GOPS, OpenSpiel."""

from functools import partial
from importlib.util import find_spec
from typing import Any

import numpy as np

import sim
from benchmarks.plain import LOOPS
from benchmarks.playing import cases, kernel_of, rulebook_of
from benchmarks.timing import Ratio, Way, beside
from sim.contract.game import Game, seated
from sim.contract.rules import GameRules
from sim.engine.playing import play_block


def open_spiel_games(games: int) -> None:
    """Play random against random with OpenSpiel's goofspiel, driven from Python."""
    import pyspiel

    game: Any = pyspiel.load_game(
        "goofspiel(imp_info=False,num_cards=13,points_order=random)"
    )
    rng = np.random.default_rng(1)
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, _chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(actions[rng.integers(len(actions))])
            else:
                legal = [state.legal_actions(seat) for seat in range(2)]
                state.apply_actions([own[rng.integers(len(own))] for own in legal])
        state.returns()


def measure(yardstick: Way) -> None:
    """Measure and print."""
    print(
        "\nThe games of choice, deals included, as multiples of the yardstick's games"
    )
    print(f"  {'':<76}{'games':>10}  {'quartiles':<16}{'x rulebook':>12}")
    for game in sim.games().values():
        if game.policies is not None:
            for label, rules in cases(game):
                _line(yardstick, game, rules, label)
    for name in LOOPS:
        _beside_plain(name)


def _line(yardstick: Way, game: Game, rules: GameRules, label: str) -> None:
    kernel = kernel_of(game, label, rules)
    found = beside(
        yardstick, [kernel, rulebook_of(game, rules, max(1, kernel.games // 10_000))]
    )
    faster = Ratio.of(
        [one / other for one, other in zip(*found.values(), strict=True)]
    ).median
    print(f"  {label:<76}{Ratio.of(found[label])}{faster:12,.0f}")


def _beside_plain(name: str) -> None:
    """Print the speed of a game, random against random, next to a plain loop."""
    games, few, play = 100_000, 500, LOOPS[name]
    plain = Way("plain", games, partial(play, np.zeros(games, np.int64)))
    game = sim.games()[name]
    rules = seated(game, game.rules.of({}), ["random", "random"])
    ours = partial(play_block, game, rules, 1, 0, games)
    ways = [Way("warlab, all columns", games, ours)]
    if name == "gops" and find_spec("pyspiel") is not None:
        label = "OpenSpiel's goofspiel, driven from Python"
        ways.append(Way(label, few, partial(open_spiel_games, few)))
    print(
        f"\n{game.title}, random against random, as multiples of a plain compiled loop"
    )
    for label, turns in beside(plain, ways).items():
        print(f"  {label:<76}{Ratio.of(turns)}")
