"""GOPS solved: nobody gains by another strategy, and what best responses win."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

import sim
from sim.errors import UserError
from sim.games.gops.solution.responses import NAMES
from tests.games.gops.solving import EVERY, OBJECTIVES, solved
from tests.games.gops.test_solution import some_positions


@pytest.mark.parametrize(("objective", "carry_over", "order"), EVERY)
def test_nobody_gains_by_another_strategy(objective, carry_over, order):
    """The compiled pass, and for four cards the best response of plain Python against the solution as a policy."""
    for cards in (2, 4, 6):
        solution = solved(cards, objective, carry_over, order)
        assert abs(solution.value) < 1e-12 * solution.problem.stake
        assert -1e-12 < solution.exploitability() < 1e-12 * solution.problem.stake
    four = solved(4, objective, carry_over, order)
    assert four.best_response(four.policy) == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize(
    ("cards", "objective", "carry_over", "order"),
    [
        (8, "points", False, "random"),
        (7, "points", True, "random"),
        (6, "win", False, "random"),
        (6, "win", True, "random"),
        (11, "points", True, "descending"),
        (10, "win", True, "ascending"),
    ],
)
def test_larger_games_are_in_equilibrium_too(cards, objective, carry_over, order):
    solution = solved(cards, objective, carry_over, order)
    assert abs(solution.value) < 1e-11 * solution.problem.stake
    assert solution.exploitability() < 1e-11 * solution.problem.stake


def test_a_wrong_value_shows_as_exploitability():
    """The check would not be worth much if it only repeated the solution."""
    solution = sim.exact.gops(5, workers=1)
    solution._values[3][5] += 0.5
    assert solution.exploitability() > 1e-4


def test_bids_of_both_seats_are_in_equilibrium():
    """In any position, both mixtures hold the matrix game to the mean of what the position is worth."""
    solution = solved(5)
    for mine, theirs, prizes in some_positions(5, 2, 40):
        mean = 0.0
        for upcard in prizes:
            rest = [prize for prize in prizes if prize != upcard]
            x = solution.bids(mine, theirs, rest, upcard)
            y = solution.bids(theirs, mine, rest, upcard)
            assert (list(x), list(y)) == (list(mine), list(theirs))
            payoffs = np.array(
                [
                    [
                        np.sign(i - j) * upcard
                        + (solution.position({*mine} - {i}, {*theirs} - {j}, rest) if rest else 0)
                        for j in theirs
                    ]
                    for i in mine
                ]
            )
            sure, held = ([*x.values()] @ payoffs).min(), (payoffs @ [*y.values()]).max()
            assert sure == pytest.approx(held, abs=1e-11)
            mean += sure / len(prizes)
        assert solution.position(mine, theirs, prizes) == pytest.approx(mean, abs=1e-11)


@pytest.mark.parametrize("cards", range(3, 8))
def test_matching_the_prizes_loses_all_but_the_highest(cards):
    """The best response gives the highest prize away for the ace and bids one more for every other."""
    assert solved(cards).best_response("match") == sum(range(1, cards)) - cards
    assert sim.exact.gops(cards, order="descending").best_response("match") == sum(range(1, cards)) - cards


def test_every_named_policy_can_be_exploited():
    for objective, carry_over in product(OBJECTIVES, (False, True)):
        solution = solved(4, objective, carry_over)
        for name in NAMES:
            assert 0.5 < solution.best_response(name) <= solution.problem.stake


def test_the_best_response_to_bidding_high_first():
    """The opponent bids 2, then 1. Against prize 2 first: 1, 2 win one and lose two; 2, 1 tie both. Else: one up."""
    assert solved(2).best_response("high-first") == pytest.approx((0 + 1) / 2)
    assert solved(2).best_response("low-first") == pytest.approx((1 + 0) / 2)


def test_a_policy_may_be_any_function(monkeypatch):
    solution = solved(3)
    uniform = solution.best_response("random")
    by_place = solution.best_response(
        lambda mine, theirs, prizes, upcard, pot, lead: [1 / len(mine)] * len(mine)
    )
    assert by_place == pytest.approx(uniform)

    def lazy(mine, theirs, prizes, upcard, pot, lead):
        assert len(mine) == len(theirs) == len(prizes) + 1
        assert upcard not in prizes
        return {mine[0]: 1.0}

    assert solution.best_response(lazy) == solution.best_response("low-first")
    for wrong, what in (
        ({1: 0.5}, "add up to 0.5"),
        ({1: -1.0, 2: 2.0}, "chance -1.0 of card 1"),
        ({7: 1.0}, "card 7 with the hand"),
        ([1.0], "1 chances for 3 cards"),
    ):
        with pytest.raises(UserError, match=what):
            solution.best_response(lambda *where, wrong=wrong: wrong)
    with pytest.raises(UserError, match="unknown policy 'matsch'; did you mean 'match'"):
        solution.best_response("matsch")
    monkeypatch.setattr("sim.solver.policies.MOST_POSITIONS", 30)
    with pytest.raises(UserError, match="more than 30 positions to visit; use fewer cards"):
        solution.best_response("random")
