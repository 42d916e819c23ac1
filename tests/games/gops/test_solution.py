"""GOPS solved: against published bids, and a plain recursion with scipy's linear programs."""

import numpy as np
import pytest

import sim
from sim.errors import UserError
from sim.games.gops.solution.layers import patterns
from sim.games.gops.solution.problem import GopsProblem
from tests.games.gops.solving import EVERY, recursion, solved
from tests.support import tiers


def test_published_first_bids():
    """The first bids of five cards for the prizes 4 and 5, to the four digits given."""
    bids = solved(5).first_bids
    assert bids.shape == (5, 5)
    assert bids[3].round(4).tolist() == [0.1226, 0.0735, 0.1915, 0.2043, 0.4081]
    assert bids[4].round(4).tolist() == [0.1123, 0.0241, 0, 0, 0.8636]
    assert bids.sum(axis=1) == pytest.approx(np.ones(5))


@pytest.mark.parametrize(("objective", "carry_over", "order"), EVERY)
def test_every_position_of_small_games(objective, carry_over, order):
    most = tiers.size(3 + (objective == "points"), 5 - (order == "random"))
    for cards in range(3, most + 1):
        solution = solved(cards, objective, carry_over, order)
        known = recursion(cards, objective, carry_over, order)
        assert len(known) > cards
        for hands_and_prizes, value in known.items():
            assert solution.position(*hands_and_prizes) == pytest.approx(
                value, abs=1e-9
            )


def test_a_known_order_has_one_first_prize():
    for order, upcard in (("descending", 6), ("ascending", 1)):
        solution = solved(6, "points", False, order)
        assert solution.first_upcards == (upcard,)
        assert solution.first_bids.shape == (1, 6)
        assert solution.first_bids.sum() == pytest.approx(1)
    assert solved(5).first_upcards == (1, 2, 3, 4, 5)


def test_patterns_are_counted_by_the_delannoy_numbers():
    """All pairs of hands of k cards up to relabelling are the central Delannoy numbers 3, 13, 63, 321, 1683."""
    for size, count in enumerate((1, 3, 13, 63, 321, 1683)):
        keys, missing = patterns(GopsProblem(12), size)
        assert 2 * len(keys) - 1 == count
        assert (np.diff(keys.astype(np.int64)) > 0).all()
        assert missing.min() >= 12 - 2 * size


def test_invalid_games_are_refused():
    for cards in (1, 16, 2.5, True, "5"):
        with pytest.raises(
            UserError, match=r"cards: .*; give a whole number from 2 to 15"
        ):
            sim.exact.gops(cards)
    with pytest.raises(
        UserError, match="objective: unknown objective 'point'; did you mean 'points'"
    ):
        sim.exact.gops(3, objective="point")
    with pytest.raises(
        UserError, match="order: unknown order 'descend'; did you mean 'descending'"
    ):
        sim.exact.gops(3, order="descend")
    with pytest.raises(UserError, match="carry_over: 1; give True or False"):
        sim.exact.gops(3, carry_over=1)
    with pytest.raises(UserError, match="workers: 0 is not a valid number"):
        sim.exact.gops(3, workers=0)


def test_invalid_positions_are_refused():
    def refused(solution, what, *position, **more):
        with pytest.raises(UserError, match=what):
            solution.position(*position, **more)

    five = solved(5)
    unequal = "2, 2, 1 cards; give hands and prizes of equal size"
    refused(five, unequal, (1, 2), (1, 3), (4,))
    strange = "hand_0: 6 is not a card of this game; cards are from 1 to 5"
    refused(five, strange, (1, 6), (1, 3), (4, 5))
    refused(five, "hand_1: .* has a card twice", (1, 2), (3, 3), (4, 5))
    refused(five, "hand_0: 5 is not a collection of cards", 5, (1,), (1,))
    refused(five, "no game leads to pot 3 and lead 0", (1,), (2,), (3,), pot=3)
    refused(five, "no game leads to pot 0 and lead 13", (1,), (2,), (3,), lead=13)
    refused(five, r"pot: 0\.5; give a whole number", (1,), (2,), (3,), pot=0.5)
    known = solved(5, "points", False, "descending")
    never = r"prizes \(4, 5\) are never left in descending order"
    refused(known, never, (1, 2), (1, 3), (4, 5))
    with pytest.raises(UserError, match="prize 1 is not next"):
        known.bids((1, 2), (1, 3), (2,), 1)
    three = (1, 2, 3), (1, 2, 4), (1, 2, 4)
    refused(solved(4, "win"), "no game leads to pot 0 and lead 2", *three, lead=2)
