"""GOPS beside OpenSpiel's goofspiel: solutions carry over, and nobody gains against them there."""

from itertools import product

import pytest

import sim
from sim.errors import UserError
from sim.exact.goofspiel import Turn
from tests.games.gops.solving import OBJECTIVES, ORDERS, solved

GAMES = [
    *product((3,), OBJECTIVES, ORDERS),
    *product((4,), OBJECTIVES, ORDERS[1:]),
    *(
        pytest.param(*game, marks=pytest.mark.slow)
        for game in (
            *product((4,), OBJECTIVES, ORDERS[:1]),
            *product((5,), OBJECTIVES, ORDERS[1:]),
        )
    ),
]


@pytest.fixture(autouse=True)
def _openspiel():
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")


@pytest.mark.parametrize(("cards", "objective", "order"), GAMES)
def test_nobody_gains_against_a_solution(cards, objective, order):
    """By OpenSpiel's own best responses, in its own game."""
    from open_spiel.python.algorithms.exploitability import nash_conv

    game = sim.exact.openspiel(cards, objective, order=order)
    policy = game.policy(solved(cards, objective, False, order))
    assert nash_conv(game.game, policy) == pytest.approx(0, abs=1e-12)


def test_a_solution_carries_over():
    """It bids in OpenSpiel what it bids here."""
    game = sim.exact.openspiel(3)
    solution = solved(3)
    exported = game.policy(solution)
    state = game.game.new_initial_state()
    state.apply_action(2)  # the prize of 3
    state.apply_actions([0, 2])  # an ace for a three
    state.apply_action(0)
    for player, hands in ((0, ((2, 3), (1, 2))), (1, ((1, 2), (2, 3)))):
        bids = solution.bids(*hands, (2,), 1)
        assert exported.action_probabilities(state, player) == {
            card - 1: bids[card] for card in bids
        }
    state.apply_actions([1, 1])
    assert game.unit * state.returns()[0] == 2 - 3


def test_what_openspiel_cannot_play_is_refused():
    with pytest.raises(UserError, match="carry_over: OpenSpiel discards tied prizes"):
        sim.exact.openspiel(4, carry_over=True)
    assert sim.exact.openspiel(3).position(
        sim.exact.openspiel(3).game.new_initial_state()
    ) == Turn((1, 2, 3), (1, 2, 3), (1, 2, 3), None, 0)
