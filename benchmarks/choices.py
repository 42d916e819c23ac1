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


@njit(nogil=True, cache=True)
def plain_wargops(hands, pot, scores):
    """Play random against random in the most obvious way: cards counted by rank, one generator, no rows."""
    held = np.zeros(2, np.int64)
    laid = np.zeros(2, np.int64)
    for game in range(len(scores)):
        hands[:, 1:] = 1
        pot[:] = 0
        held[:] = len(pot) - 1
        while held[0] > 0 and held[1] > 0:
            for player in range(2):
                place, rank = np.random.randint(held[player]), 0  # noqa: NPY002 - as above
                while place >= hands[player, rank]:
                    place -= hands[player, rank]
                    rank += 1
                laid[player] = rank
                hands[player, rank] -= 1
                held[player] -= 1
            if laid[0] == laid[1]:
                pot[laid[0]] += 1
                continue
            winner = np.int64(laid[1] > laid[0])
            hands[winner, laid.min()] += 1
            held[winner] += 1 + pot.sum()
            hands[winner] += pot
            pot[:] = 0
        score = 0
        for rank in range(len(pot)):
            if held[0] > 0:
                score += rank * (hands[0, rank] + pot[rank])
            elif held[1] > 0:
                score -= rank * (hands[1, rank] + pot[rank])
        scores[game] = score


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
    _gops_beside_others()
    _wargops_beside_plain()


def _line(yardstick: Way, game: Game, rules: GameRules, label: str) -> None:
    kernel = kernel_of(game, label, rules)
    found = beside(
        yardstick, [kernel, rulebook_of(game, rules, max(1, kernel.games // 10_000))]
    )
    faster = Ratio.of(
        [one / other for one, other in zip(*found.values(), strict=True)]
    ).median
    print(f"  {label:<76}{Ratio.of(found[label])}{faster:12,.0f}")


def _gops_beside_others() -> None:
    """Print the speed of GOPS with 13 cards, random against random, next to the alternatives."""
    games, few = 300_000, 500
    prizes, hands = np.zeros(13, np.int64), np.zeros((2, 13), np.int64)
    play = partial(plain_gops, prizes, hands, np.zeros(games, np.int64))
    ways = [_all_columns("gops", games)]
    if find_spec("pyspiel") is not None:
        name = "OpenSpiel's goofspiel, driven from Python"
        ways.append(Way(name, few, partial(open_spiel_games, few)))
    _tell_ratios("GOPS with 13 cards", Way("plain", games, play), ways)
    if len(ways) == 1:
        print(
            "  OpenSpiel is not installed (the extra openspiel), so it is not compared."
        )


def _wargops_beside_plain() -> None:
    """Print the speed of WarGops with 13 ranks, random against random, next to a plain loop."""
    games = 100_000
    hands, pot = np.zeros((2, 14), np.int64), np.zeros(14, np.int64)
    play = partial(plain_wargops, hands, pot, np.zeros(games, np.int64))
    plain = Way("plain", games, play)
    _tell_ratios("WarGops with 13 ranks", plain, [_all_columns("wargops", games)])


def _all_columns(name: str, games: int) -> Way:
    """The way to play random against random under the default rules."""
    game = sim.games()[name]
    rules = seated(game, game.rules.of({}), ["random", "random"])
    play = partial(play_block, game, rules, 1, 0, games)
    return Way("warlab, all columns", games, play)


def _tell_ratios(title: str, plain: Way, ways: list[Way]) -> None:
    print(
        f"\n{title}, random against random, as multiples of a plain compiled loop with margins only"
    )
    for name, turns in beside(plain, ways).items():
        print(f"  {name:<76}{Ratio.of(turns)}")
