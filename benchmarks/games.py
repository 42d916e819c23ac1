"""Every game without choices: its kernel against its rulebook and against the plain loop of two-player War."""

from functools import partial

import numpy as np

import sim
from benchmarks.playing import cases, kernel_of, rulebook_of
from benchmarks.timing import Ratio, Way, beside
from benchmarks.yardsticks import plain_beggar
from sim.deals.deck import deal_rows, layout
from sim.engine.playing import play_block
from sim.games.beggar_my_neighbour.kernel import play_block as play_beggar
from sim.games.beggar_my_neighbour.rules import BeggarMyNeighbourRules


def measure(yardstick: Way, battles_of_yardstick: float) -> None:
    """Measure and print, given how many battles a game of the yardstick has."""
    print(
        "\nEvery game without choices, deals included: games and battles, as multiples of the yardstick's"
    )
    print(
        f"  {'':<44}{'games':>10}  {'quartiles':<16}{'battles':>10}{'x rulebook':>12}"
    )
    for game in sim.games().values():
        if game.policies is not None:
            continue
        for label, rules in cases(game):
            kernel = kernel_of(game, label, rules)
            rulebook = rulebook_of(game, rules, max(3, kernel.games // 3000))
            found = beside(yardstick, [kernel, rulebook])
            ratio = Ratio.of(found[label])
            played = play_block(game, rules, 1, 0, kernel.games)
            battles = f"{'':>10}"
            if "battles" in played:
                each = played["battles"].sum() / kernel.games
                battles = f"{ratio.median * each / battles_of_yardstick:10.2f}"
            faster = Ratio.of(
                [one / other for one, other in zip(*found.values(), strict=True)]
            ).median
            print(f"  {label:<44}{ratio}{battles}{faster:12,.0f}")
    _measure_beggar(30_000)


def _measure_beggar(games: int) -> None:
    """Measure Beggar-My-Neighbour against a plain loop over its cards, on the same deals."""
    rules = BeggarMyNeighbourRules.of()
    deals, debts = deal_rows(rules, 1, 0, games), np.array(rules.debts, np.uint8)
    rows = np.zeros((games, 7), np.int32)
    plain = Way("plain compiled loop", games, partial(plain_beggar, deals, debts, rows))
    ours = Way("warlab", games, partial(play_beggar, rules, deals, layout(rules), 1, 0))
    ratio = Ratio.of(beside(plain, [ours])["warlab"])
    played = play_beggar(rules, deals, layout(rules), 1, 0)
    assert all(
        (rows[:, place] == values).all() for place, values in enumerate(played.values())
    )
    print(
        "\nBeggar-My-Neighbour, default rules, deals given, as a multiple of a plain compiled loop over its cards"
    )
    print(f"  {'warlab':<44}{ratio}")
