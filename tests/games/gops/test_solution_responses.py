"""GOPS solved: nobody gains by another strategy, and what best responses win."""

from itertools import product

import pytest
from numba import njit

import sim
from sim.errors import UserError
from sim.games.gops.policies import POLICIES
from sim.policies import draw, has, highest, lowest, nth
from tests.games.gops.solving import EVERY, OBJECTIVES, ORDERS, best_of, solved
from tests.support import tiers


@pytest.mark.slow
@pytest.mark.parametrize(("objective", "carry_over", "order"), EVERY)
def test_nobody_gains_by_another_strategy(objective, carry_over, order):
    """The compiled pass, and for four cards the best response of plain Python against the solution as a policy."""
    for cards in tiers.size((2, 4, 5), (2, 4, 6, 7 if order == "random" else 10)):
        solution = solved(cards, objective, carry_over, order)
        assert abs(solution.value) < 1e-12 * solution.problem.stake
        assert -1e-12 < solution.exploitability() < 1e-12 * solution.problem.stake
    four = solved(4, objective, carry_over, order)
    assert four.best_response(four.policy) == pytest.approx(0, abs=1e-12)


def test_a_wrong_value_shows_as_exploitability():
    """The check would not be worth much if it only repeated the solution."""
    solution = sim.exact.gops(5, workers=1)
    solution._values[3][5] += 0.5
    assert solution.exploitability() > 1e-4


LARGE = [pytest.param(cards, marks=pytest.mark.slow) for cards in (9, 13)]


@pytest.mark.parametrize("cards", [*range(3, 8), *LARGE])
def test_matching_the_prizes_loses_all_but_the_highest(cards):
    """The best response gives the highest prize away for the ace and bids one more for every other."""
    for order in ("random", "descending"):
        gained = sim.exact.gops_response("match", cards, order=order)
        assert gained == sum(range(1, cards)) - cards


PLANS = {
    "match": lambda view: view.upcard % view.cards + 1,
    "match-plus-one": lambda view: (view.upcard + 1) % view.cards + 1,
    "low-first": lambda view: (view.cards - view.held + 1) % view.cards + 1,
    "high-first": lambda view: 1 if view.held == view.cards else view.held + 1,
}
"""Bids that lose one prize at most, whatever the deal: they beat the cards of a policy that looks at nothing else."""


@pytest.mark.parametrize("carry_over", [False, True])
@pytest.mark.parametrize(
    ("name", "plan"),
    [
        *((name, name) for name in PLANS),
        ("match-pot", "match"),
        ("proportional", "match"),
    ],
)
def test_a_fixed_plan_wins_every_game_of_thirteen_cards(name, plan, carry_over):
    policies = [lambda view, chance: PLANS[plan](view), name]
    games = sim.play(
        "gops", games=40, policies=policies, rules={"carry_over": carry_over}
    )
    assert (games["winner"] == 0).all()
    assert games["score_1"].max() <= 13
    assert sim.exact.gops_response(name, 6, "win", carry_over) == pytest.approx(
        1, abs=1e-12
    )


@tiers.crossed(
    ("objective", "carry_over", "order", "name"),
    OBJECTIVES,
    [False, True],
    ORDERS,
    [policy.name for policy in POLICIES.parts[0].policies[:8]],
)
def test_the_best_response_is_that_of_plain_python(objective, carry_over, order, name):
    """Every way to play against the policy, as the rulebook has it."""
    for cards in (2, 3, 4):
        game = cards, objective, carry_over, order
        assert sim.exact.gops_response(name, *game) == pytest.approx(
            best_of(*game, name), abs=1e-12
        )


def test_kept_equilibria_are_exploited_by_rounding_alone():
    """Thresholds of 20 bits cost less than a millionth of the stake for each bid; for winning, it takes winning."""
    for carry_over in (False, True):
        for name, objective in (("equilibrium", "points"), ("equilibrium-win", "win")):
            assert (
                0
                <= sim.exact.gops_response(name, 5, objective, carry_over) + 1e-12
                < 5e-6 * 15
            )
    assert sim.exact.gops_response("equilibrium", 5, "win") > 0.1


@njit
def _careless(view, chance):
    """Ahead, the lowest card; otherwise one of the two lowest, or the highest, each as likely."""
    if view.score > view.other_score:
        return lowest(view.hand)
    if draw(3, chance):
        return nth(view.hand, draw(2, chance))
    return highest(view.hand)


def _careless_chances(mine, theirs, prizes, upcard, pot, lead):
    assert len(mine) == len(theirs) == len(prizes) + 1
    assert upcard not in prizes
    if lead > 0:
        return {mine[0]: 1.0}
    chances = dict.fromkeys((*mine[:2], mine[-1]), 1 / 3)
    return chances if len(mine) > 2 else {mine[0]: 1 / 3, mine[1]: 2 / 3}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("objective", "carry_over"), list(product(OBJECTIVES, (False, True)))
)
def test_a_policy_of_ones_own_is_asked_for_every_draw(objective, carry_over):
    """Compiled, in Python, or given by its chances: the same best response as in plain Python."""
    game = 4, objective, carry_over, "random"
    known = best_of(*game, _careless_chances)
    for policy in (_careless, _careless.py_func, _careless_chances):
        assert sim.exact.gops_response(policy, *game) == pytest.approx(known, abs=1e-12)


def always(chances):
    """A function of six hands and numbers that answers the same each time."""
    return lambda mine, theirs, prizes, upcard, pot, lead: chances


@pytest.mark.slow
def test_wrong_policies_are_refused():
    for wrong, what in (
        ({1: 0.5}, "add up to 0.5"),
        ({1: -1.0, 2: 2.0}, "chance -1.0 of card 1"),
        ({7: 1.0}, "card 7 with the hand"),
        ([1.0], "1 chance for 2 cards"),
        (None, "None as the chances of cards"),
    ):
        with pytest.raises(UserError, match=what):
            solved(3).best_response(always(wrong))
    with pytest.raises(
        UserError, match="unknown policy 'matsch'; did you mean 'match'"
    ):
        solved(3).best_response("matsch")
    with pytest.raises(UserError, match="policy <lambda> answers 9 in game 0"):
        solved(3).best_response(lambda view, chance: 9)
    for bound, times in ((1 << 20, 1), (2, 20)):
        with pytest.raises(
            UserError,
            match="policy <lambda> draws in too many ways; let it draw less, or give",
        ):
            solved(3).best_response(
                lambda view, chance, bound=bound, times=times: (
                    1 + max(draw(bound, chance) for _ in range(times)) * 0
                    if has(view.hand, 1)
                    else lowest(view.hand)
                )
            )
    with pytest.raises(
        UserError, match="equilibrium under cards = 9; its tables are for 2 to 8 cards"
    ):
        sim.exact.gops_response("equilibrium", 9)
