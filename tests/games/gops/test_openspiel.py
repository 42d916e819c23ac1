"""GOPS beside OpenSpiel's goofspiel: every position has the same value, and solutions carry over."""

from itertools import product

import pytest

import sim
from sim.errors import UserError
from sim.exact.goofspiel import Turn
from tests.games.gops.solving import OBJECTIVES, ORDERS, solved
from tests.support.matrix_games import value_of

GAMES = [
    *product((4,), OBJECTIVES, ORDERS),
    *product((5,), OBJECTIVES, ORDERS[1:]),
    (5, "points", "random"),
    pytest.param(5, "win", "random", marks=pytest.mark.slow),
]


@pytest.fixture(autouse=True)
def _openspiel():
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")


def walk(game, value_here):
    """The values of all positions of OpenSpiel's game, solved from its own states, each asked of ``value_here``."""
    known = {}

    def value(state):
        if state.is_terminal():
            return game.unit * state.returns()[0]
        if state.is_chance_node():
            place = game.position(state)
            if place not in known:
                found = [
                    chance * value(state.child(action))
                    for action, chance in state.chance_outcomes()
                ]
                known[place] = sum(found)
                value_here(place, known[place])
            return known[place]
        place = game.position(state)
        if place not in known:
            rows = []
            for i in state.legal_actions(0):
                row = []
                for j in state.legal_actions(1):
                    after = state.clone()
                    after.apply_actions([i, j])
                    row.append(value(after))
                rows.append(tuple(row))
            known[place] = value_of(tuple(rows))
            value_here(place, known[place])
        return known[place]

    value(game.game.new_initial_state())
    return known


@pytest.mark.parametrize(("cards", "objective", "order"), GAMES)
def test_every_position_has_the_same_value(cards, objective, order):
    """Before and after the prize is turned."""
    solution = solved(cards, objective, False, order)
    game = sim.exact.openspiel(cards, objective, order=order)
    for_points = objective == "points"

    def compare(place, value):
        hand_0, hand_1, prizes, upcard, lead = place
        if upcard is None:
            assert solution.position(
                hand_0, hand_1, prizes, lead=lead
            ) == pytest.approx(value, abs=1e-9)
        elif order != "random":
            position = solution.position(hand_0, hand_1, (*prizes, upcard), lead=lead)
            assert position == pytest.approx(value, abs=1e-9)

    known = walk(game, compare)
    hands = {place[:3] for place in known if order != "random" or place.upcard is None}
    # All pairs of hands and, in random order, all sets of prizes, with two cards or
    # more.
    expected = {(4, True): 1 + 4**3 + 6**3, (5, True): 1 + 5**3 + 10**3 + 10**3}
    expected |= {(4, False): 1 + 4**2 + 6**2, (5, False): 1 + 5**2 + 10**2 + 10**2}
    assert len(hands) == expected[cards, order == "random"]
    assert for_points or len(known) > len(hands)


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


def test_what_openspiel_cannot_play_is_refused():
    with pytest.raises(UserError, match="carry_over: OpenSpiel discards tied prizes"):
        sim.exact.openspiel(4, carry_over=True)
    assert sim.exact.openspiel(3).position(
        sim.exact.openspiel(3).game.new_initial_state()
    ) == Turn((1, 2, 3), (1, 2, 3), (1, 2, 3), None, 0)
