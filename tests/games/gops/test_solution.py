"""GOPS solved: against published bids, a plain recursion with scipy's linear programs, and OpenSpiel."""

from __future__ import annotations

import numpy as np
import pytest

import sim
from sim.errors import UserError
from sim.games.gops.solution.layers import patterns
from tests.games.gops.solving import EVERY, OBJECTIVES, ORDERS, recursion, solved, turns_of_random_games
from tests.support.matrix_games import value_of


def check_all_positions(cards, objective, carry_over, order):
    solution = solved(cards, objective, carry_over, order)
    known = recursion(cards, objective, carry_over, order)
    assert len(known) > cards
    for (mine, theirs, prizes, pot, lead), value in known.items():
        assert solution.position(mine, theirs, prizes, pot, lead) == pytest.approx(value, abs=1e-9)


def test_published_first_bids():
    """The first bids of five cards for the prizes 4 and 5, to the four digits given."""
    bids = solved(5).first_bids
    assert bids.shape == (5, 5)
    assert bids[3].round(4).tolist() == [0.1226, 0.0735, 0.1915, 0.2043, 0.4081]
    assert bids[4].round(4).tolist() == [0.1123, 0.0241, 0, 0, 0.8636]
    assert bids.sum(axis=1) == pytest.approx(np.ones(5))


@pytest.mark.parametrize(("objective", "carry_over", "order"), EVERY)
def test_every_position_of_three_cards(objective, carry_over, order):
    check_all_positions(3, objective, carry_over, order)


@pytest.mark.parametrize("carry_over", [False, True])
@pytest.mark.parametrize("order", ORDERS)
def test_every_position_of_four_cards(carry_over, order):
    check_all_positions(4, "points", carry_over, order)


@pytest.mark.slow
@pytest.mark.parametrize(("objective", "carry_over", "order"), EVERY)
def test_every_position_of_four_and_some_of_five_cards(objective, carry_over, order):
    check_all_positions(4, objective, carry_over, order)
    if order != "random":
        check_all_positions(5, objective, carry_over, order)


def some_positions(cards, seed, count):
    rng = np.random.default_rng(seed)
    for _ in range(count):
        size = int(rng.integers(1, cards))
        yield tuple(
            tuple(sorted((rng.permutation(cards)[:size] + 1).tolist())) for _ in range(3)
        )  # fmt: skip


@pytest.mark.parametrize("carry_over", [False, True])
@pytest.mark.parametrize("objective", OBJECTIVES)
def test_what_one_player_gains_the_other_loses(objective, carry_over):
    solution = solved(6, objective, carry_over)
    for mine, theirs, rest, upcard, pot, lead in turns_of_random_games(6, carry_over, 1, 60):
        prizes = [upcard, *rest]
        there = solution.position(mine, theirs, prizes, pot, lead)
        assert there == pytest.approx(-solution.position(theirs, mine, prizes, pot, -lead), abs=1e-12)
        assert abs(there) <= solution.problem.stake


def test_only_the_order_of_the_hands_matters():
    solution = solved(8)
    assert solution.position((1, 4, 5), (2, 4, 8), (3, 6, 7)) == pytest.approx(
        solution.position((3, 5, 7), (4, 5, 8), (3, 6, 7)), abs=1e-12
    )
    assert solution.position((1,), (2,), (7,)) == -7
    assert solution.position((8,), (8,), (7,)) == 0


def test_points_already_won_are_part_of_the_value():
    solution = solved(5)
    there = solution.position((1, 2), (1, 3), (4, 5))
    assert solution.position((1, 2), (1, 3), (4, 5), lead=2) == there + 2


def test_a_pot_is_worth_what_lies_there():
    """The last prize brings the pot with it, and nobody gets it if that is tied too."""
    solution = solved(3, "points", True)
    assert solution.position((3,), (1,), (2,), pot=3) == 5
    assert solution.position((2,), (2,), (3,), pot=3) == 0
    win = solved(3, "win", True)
    assert win.position((3,), (1,), (2,), pot=1, lead=-3) == 0
    assert win.position((2,), (2,), (1,), pot=0, lead=-5) == -1


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
        keys, missing = patterns(12, size)
        assert 2 * len(keys) - 1 == count
        assert (np.diff(keys.astype(np.int64)) > 0).all()
        assert missing.min() >= 12 - 2 * size


def test_invalid_games_are_refused():
    for cards in (1, 16, 2.5, True, "5"):
        with pytest.raises(UserError, match=r"cards: .*; give a number from 2 to 15"):
            sim.exact.gops(cards)
    with pytest.raises(UserError, match="objective: unknown objective 'point'; did you mean 'points'"):
        sim.exact.gops(3, objective="point")
    with pytest.raises(UserError, match="order: unknown order 'descend'; did you mean 'descending'"):
        sim.exact.gops(3, order="descend")
    with pytest.raises(UserError, match="carry_over: 1; give True or False"):
        sim.exact.gops(3, carry_over=1)
    with pytest.raises(UserError, match="workers: 0 is not a valid number"):
        sim.exact.gops(3, workers=0)


def test_invalid_positions_are_refused():
    solution = solved(5)
    for hands, what in (
        (((1, 2), (1, 3), (4,)), "2, 2, 1 cards; give hands and prizes of equal size"),
        (((1, 6), (1, 3), (4, 5)), "hand_0: 6 is not a card of this game; cards are from 1 to 5"),
        (((1, 2), (3, 3), (4, 5)), "hand_1: .* has a card twice"),
        ((5, (1,), (1,)), "hand_0: 5 is not a collection of cards"),
    ):
        with pytest.raises(UserError, match=what):
            solution.position(*hands)
    with pytest.raises(UserError, match="no game leads to pot 3 and lead 0"):
        solution.position((1,), (2,), (3,), pot=3)
    with pytest.raises(UserError, match=r"pot: 0\.5; give a whole number"):
        solution.position((1,), (2,), (3,), pot=0.5)
    known = solved(5, "points", False, "descending")
    with pytest.raises(UserError, match=r"prizes \(4, 5\) are never left in descending order"):
        known.position((1, 2), (1, 3), (4, 5))
    with pytest.raises(UserError, match="prize 1 is not next"):
        known.bids((1, 2), (1, 3), (2,), 1)
    win = solved(4, "win")
    with pytest.raises(UserError, match="no game leads to pot 0 and lead 2"):
        win.position((1, 2, 3), (1, 2, 4), (1, 2, 4), lead=2)


def test_openspiel_agrees():
    """Every position of three cards in random order, and of four or five in known ones, points and winning alike."""
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    for objective, returns in (("points", "point_difference"), ("win", "win_loss")):
        for cards, order in ((3, "random"), (4, "descending"), (5, "descending"), (4, "ascending")):
            settings = {
                "imp_info": False,
                "num_cards": cards,
                "points_order": order,
                "returns_type": returns,
                "players": 2,
            }
            game = pyspiel.load_game("goofspiel", settings)
            # OpenSpiel's difference of points is that to the mean of both players.
            unit = 2 if objective == "points" else 1
            compared = _walk(game.new_initial_state(), solved(cards, objective, False, order), unit)
            assert compared > cards


def _walk(root, solution, unit):
    """Solve OpenSpiel's game from its own states, and compare every position; return how many."""
    compared = 0
    order = solution.problem.order
    every = frozenset(range(1, solution.problem.cards + 1))

    def value(state, mine, theirs, prizes, lead):
        """What the first player gets in all, before the next prize is turned."""
        nonlocal compared
        if state.is_terminal():
            return unit * state.returns()[0]
        if order == "random":
            found = [
                chance * turned(state.child(action), mine, theirs, prizes, action + 1, lead)
                for action, chance in state.chance_outcomes()
            ]
            worth = sum(found)
        else:
            upcard = max(prizes) if order == "descending" else min(prizes)
            worth = turned(state, mine, theirs, prizes, upcard, lead)
        compared += 1
        assert solution.position(mine, theirs, prizes, lead=lead) == pytest.approx(worth, abs=1e-9)
        return worth

    def turned(state, mine, theirs, prizes, upcard, lead):
        if state.is_terminal():
            return unit * state.returns()[0]
        payoffs = []
        for i in sorted(mine):
            row = []
            for j in sorted(theirs):
                after = state.clone()
                after.apply_actions([i - 1, j - 1])
                won = upcard if i > j else -upcard if i < j else 0
                row.append(value(after, mine - {i}, theirs - {j}, prizes - {upcard}, lead + won))
            payoffs.append(row)
        return value_of(tuple(map(tuple, payoffs)))

    value(root, every, every, every, 0)
    return compared
