"""Every game without choices: its kernel against its rulebook and against the plain loop of two-player War."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

import sim
from benchmarks.playing import by_rulebook, cases, worth_measuring
from benchmarks.timing import best_times
from benchmarks.yardsticks import plain_beggar
from sim.deals.deck import deal_rows, layout
from sim.engine.playing import play_block
from sim.games.beggar_my_neighbour.kernel import play_block as play_beggar
from sim.games.beggar_my_neighbour.rules import BeggarMyNeighbourRules


def measure(battle_of_yardstick: float) -> None:
    """Measure and print; the yardstick's time is in seconds per battle."""
    print(
        "\nEvery game without choices, deals included, against its rulebook and, per battle, against the yardstick"
    )
    print(f"  {'':<44}{'M games/s':>8}{'x rulebook':>12}{'ns/battle':>10}{'x yardstick':>12}")
    for game in sim.games().values():
        if game.policies is not None:
            continue
        for label, rules in cases(game):
            games = worth_measuring(game, rules)
            few = max(3, games // 3000)
            ways: dict[str, Callable[[], object]] = {
                "kernel": partial(play_block, game, rules, 1, 0, games),
                "rulebook": partial(by_rulebook, game, rules, few),
            }
            times = best_times(ways, turns=3)
            speed = games / times["kernel"]
            line = f"  {label:<44}{speed / 1e6:8.3f}{speed / (few / times['rulebook']):12.0f}"
            played = play_block(game, rules, 1, 0, games)
            if "battles" in played:
                each = times["kernel"] / played["battles"].sum()
                line += f"{each * 1e9:10.2f}{each / battle_of_yardstick:12.2f}"
            print(line)
    _measure_beggar(100_000)


def _measure_beggar(games: int) -> None:
    """Measure Beggar-My-Neighbour against a plain loop over its cards, on the same deals."""
    rules = BeggarMyNeighbourRules.of()
    deals, debts = deal_rows(rules, 1, 0, games), np.array(rules.debts, np.uint8)
    rows = np.zeros((games, 7), np.int32)
    ways: dict[str, Callable[[], object]] = {
        "plain compiled loop": partial(plain_beggar, deals, debts, rows),
        "warlab": partial(play_beggar, rules, deals, layout(rules), 1, 0),
    }
    times = best_times(ways, turns=5)
    played = play_beggar(rules, deals, layout(rules), 1, 0)
    assert all((rows[:, place] == values).all() for place, values in enumerate(played.values()))
    print("\nBeggar-My-Neighbour, default rules, deals given")
    print(f"  {'':<44}{'M games/s':>8}{'ratio':>8}{'ns/card':>10}")
    for name, seconds in times.items():
        ratio, each = times["plain compiled loop"] / seconds, seconds / played["cards"].sum() * 1e9
        print(f"  {name:<44}{games / seconds / 1e6:8.3f}{ratio:8.2f}{each:10.2f}")
