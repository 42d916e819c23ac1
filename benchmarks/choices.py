"""The games of choice: speed by policies, against the rulebook and, for GOPS, against the alternatives."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from typing import Any

import numpy as np
from numba import njit

import sim
from benchmarks.playing import by_rulebook, cases, worth_measuring
from benchmarks.timing import best_times
from sim.contract.game import Game
from sim.contract.rules import GameRules
from sim.contract.seating import seated
from sim.engine.playing import play_block


@njit(nogil=True, cache=True)
def plain_gops(prizes, hands, scores):
    """Play random against random in the most obvious way: hands as arrays, one generator, no rows."""
    cards = len(prizes)
    for _ in range(len(scores)):
        for card in range(cards):
            prizes[card] = card + 1
            hands[0, card] = card + 1
            hands[1, card] = card + 1
        np.random.shuffle(prizes)  # noqa: NPY002 - compiled code has no other
        score = 0
        for turn in range(cards):
            held = cards - turn
            one, other = np.random.randint(held), np.random.randint(held)  # noqa: NPY002 - as above
            bid, reply = hands[0, one], hands[1, other]
            hands[0, one], hands[1, other] = hands[0, held - 1], hands[1, held - 1]
            if bid != reply:
                score += prizes[turn] if bid > reply else -prizes[turn]
        scores[_] = score


def open_spiel_games(games: int) -> None:
    """Play random against random with OpenSpiel's goofspiel, driven from Python."""
    import pyspiel

    game: Any = pyspiel.load_game("goofspiel(imp_info=False,num_cards=13,points_order=random)")
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


def measure() -> None:
    """Measure and print."""
    print("\nThe games of choice, deals included")
    print(f"  {'':<66}{'M games/s':>10}{'x rulebook':>12}")
    for game in sim.games().values():
        if game.policies is not None:
            for label, rules in cases(game):
                _line(game, rules, label)
    _against_others()


def _line(game: Game, rules: GameRules, label: str) -> None:
    games = worth_measuring(game, rules)
    few = max(1, games // 10_000)
    times = best_times(
        {
            "kernel": partial(play_block, game, rules, 1, 0, games),
            "rulebook": partial(by_rulebook, game, rules, few),
        },
        turns=3,
    )
    speed = games / times["kernel"]
    print(f"  {label:<66}{speed / 1e6:10.3f}{speed / (few / times['rulebook']):12.0f}")


def _against_others() -> None:
    """Print the speed of GOPS with 13 cards, random against random, next to the alternatives."""
    game = sim.games()["gops"]
    rules = seated(game, game.rules.of({}), ["random", "random"])
    games, few = 1_000_000, 500
    prizes, hands, scores = np.zeros(13, np.int64), np.zeros((2, 13), np.int64), np.zeros(games, np.int64)
    ways: dict[str, tuple[int, Callable[[], object]]] = {
        "a plain compiled loop, margins only (the yardstick)": (
            games,
            partial(plain_gops, prizes, hands, scores),
        ),
        "warlab, all columns": (games, partial(play_block, game, rules, 1, 0, games)),
    }
    if find_spec("pyspiel") is not None:
        ways["OpenSpiel's goofspiel, driven from Python"] = (few, partial(open_spiel_games, few))
    times = best_times({name: way for name, (_, way) in ways.items()}, turns=3)
    yardstick = games / times["a plain compiled loop, margins only (the yardstick)"]
    print("\nGOPS with 13 cards, random against random")
    print(f"  {'':<66}{'M games/s':>10}{'ratio':>12}")
    for name, (count, _) in ways.items():
        speed = count / times[name]
        print(f"  {name:<66}{speed / 1e6:10.3f}{speed / yardstick:12.3f}")
    if len(ways) == 2:
        print("  OpenSpiel is not installed (the extra openspiel), so it is not compared.")
