"""Every game without choices: its kernel against its rulebook and against the plain loop of two-player War."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import sim
from benchmarks.timing import best_times
from sim.contract.game import Game, outcome
from sim.contract.rules import GameRules
from sim.engine.playing import play_block

MORE: dict[str, tuple[dict[str, object], ...]] = {
    "war": ({}, {"players": 3, "pickup": "shuffled"}, {"players": 4}, {"players": 8}),
    "pyanitsa": ({}, {"players": 3}),
    "ace-race": ({}, {"jokers": 2}),
    "steal-war": ({}, {"players": 4}),
    "casino-war": ({}, {"bankroll": 100}),
}
"""Rules besides the default ones that are measured."""


def _told(game: Game, rules: GameRules, games: int) -> None:
    for number in range(games):
        packets = game.deals.packets(rules, game.deals.row(rules, 1, number))
        outcome(game, rules, packets, seed=1, number=number)


def _size(game: Game, rules: GameRules) -> int:
    """Return how many games take about a fifth of a second."""
    play_block(game, rules, 1, 0, 20)
    took = best_times({"some": partial(play_block, game, rules, 1, 0, 200)}, turns=1)["some"]
    return max(200, int(200 * 0.2 / max(took, 1e-6)))


def measure(battle_of_yardstick: float) -> None:
    """Measure and print; the yardstick's time is in seconds a battle."""
    print(
        "\nEvery game without choices, deals included, against its rulebook and, a battle, against the yardstick"
    )
    print(f"  {'':<44}{'M games/s':>8}{'x rulebook':>12}{'ns/battle':>10}{'x yardstick':>12}")
    for name, game in sim.games().items():
        if game.policies is not None:
            continue
        for options in MORE.get(name, ({},)):
            rules = game.rules.of(options)
            games = _size(game, rules)
            few = max(3, games // 3000)
            ways: dict[str, Callable[[], object]] = {
                "kernel": partial(play_block, game, rules, 1, 0, games),
                "rulebook": partial(_told, game, rules, few),
            }
            times = best_times(ways, turns=3)
            speed = games / times["kernel"]
            label = ", ".join([name, *(f"{key} = {value}" for key, value in options.items())])
            line = f"  {label:<44}{speed / 1e6:8.3f}{speed / (few / times['rulebook']):12.0f}"
            played = sim.play(name, games, seed=1, rules=options)
            if "battles" in played.columns:
                each = times["kernel"] / played["battles"].sum()
                line += f"{each * 1e9:10.2f}{each / battle_of_yardstick:12.2f}"
            print(line)
