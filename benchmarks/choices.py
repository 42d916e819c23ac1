"""The games of choice: speed by policies, against the rulebook and, for GOPS, against the alternatives."""

from functools import partial
from importlib.util import find_spec
from typing import Any

import numpy as np
from numba import njit

import sim
from benchmarks.playing import cases, kernel_of, rulebook_of
from benchmarks.timing import Ratio, Way, beside
from sim.contract.game import Game, seated
from sim.contract.rules import GameRules
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
    _against_others()


def _line(yardstick: Way, game: Game, rules: GameRules, label: str) -> None:
    kernel = kernel_of(game, label, rules)
    found = beside(
        yardstick, [kernel, rulebook_of(game, rules, max(1, kernel.games // 10_000))]
    )
    faster = Ratio.of(
        [one / other for one, other in zip(*found.values(), strict=True)]
    ).median
    print(f"  {label:<76}{Ratio.of(found[label])}{faster:12,.0f}")


def _against_others() -> None:
    """Print the speed of GOPS with 13 cards, random against random, next to the alternatives."""
    game = sim.games()["gops"]
    rules = seated(game, game.rules.of({}), ["random", "random"])
    games, few = 300_000, 500
    prizes, hands, scores = (
        np.zeros(13, np.int64),
        np.zeros((2, 13), np.int64),
        np.zeros(games, np.int64),
    )
    plain = Way(
        "plain compiled loop", games, partial(plain_gops, prizes, hands, scores)
    )
    ways = [
        Way("warlab, all columns", games, partial(play_block, game, rules, 1, 0, games))
    ]
    if find_spec("pyspiel") is not None:
        ways.append(
            Way(
                "OpenSpiel's goofspiel, driven from Python",
                few,
                partial(open_spiel_games, few),
            )
        )
    print(
        "\nGOPS with 13 cards, random against random, as multiples of a plain compiled loop with margins only"
    )
    for name, turns in beside(plain, ways).items():
        print(f"  {name:<76}{Ratio.of(turns)}")
    if len(ways) == 1:
        print(
            "  OpenSpiel is not installed (the extra openspiel), so it is not compared."
        )
