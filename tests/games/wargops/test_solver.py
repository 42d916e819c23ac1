"""WarGops solved: against published chances, a plain recursion with scipy's linear programs, and played games."""

from functools import cache
from itertools import combinations_with_replacement, product

import numpy as np
import pytest
from numba import njit

import sim
from sim.errors import UserError
from sim.games.wargops.solution.problem import LAST_POTS, WarGopsProblem
from sim.games.wargops.solution.responses import best_response
from sim.policies import draw, lowest, nth_of
from tests.games.wargops.support import NAMES, play_out, rules_of, scripted, told_row
from tests.support import tiers
from tests.support.matrix_games import value_of


@cache
def solved(ranks, last_pot="survivor"):
    return sim.exact.wargops(ranks, last_pot, workers=1)


def full(ranks):
    return tuple(range(1, ranks + 1))


def recursion(last_pot):
    """A solver in a few lines, and what it knows."""
    known = {}

    def value(mine, theirs, pots):
        key = mine, theirs, pots
        if key not in known:
            if mine and theirs:
                known[key] = value_of(
                    tuple(
                        tuple(
                            value(*play_out(mine, theirs, pots, card, answer))
                            for answer in sorted(set(theirs))
                        )
                        for card in sorted(set(mine))
                    )
                )
            else:
                last = sum(pots) * (last_pot == "survivor")
                known[key] = (
                    sum(mine) + last if mine else -sum(theirs) - last if theirs else 0
                )
        return known[key]

    return value, known


def positions(ranks):
    """All possible positions: each rank's two cards in hands, pot or trash; in the pot only with one in the trash."""
    places = [
        pair
        for pair in combinations_with_replacement((0, 1, 2, 3), 2)
        if 2 not in pair or pair == (2, 3)
    ]
    for where in product(places, repeat=ranks):
        held = ([], [], [], [])
        for rank, pair in enumerate(where, 1):
            for place in pair:
                held[place].append(rank)
        yield tuple(tuple(cards) for cards in held[:3])


# Published.


def test_published_first_cards_of_five_ranks():
    found = solved(5, "orphan").first_cards
    assert found.round(4).tolist() == [0.1382, 0.4055, 0.0696, 0.3454, 0.0413]


# Worked out by hand.


@pytest.mark.parametrize("last_pot", LAST_POTS)
def test_positions_worked_out_by_hand(last_pot):
    """2 against 2 ties; with another card, a one, the holder survives with it, and perhaps with the tied two."""
    tied = 1 + 2 * (last_pot == "survivor")
    solution = solved(5, last_pot)
    assert solution.position([2], [2]) == 0
    assert solution.position([1, 2], [2]) == tied
    assert solution.position([2], [1, 2]) == -tied
    # Without the last pot it is all the same: the two takes the one in the next trick.
    if last_pot == "survivor":
        assert solution.cards([2, 1], [2]) == {1: 0, 2: 1}
    # The five wins all but itself. The four ties: what lies there then is 3 and 4,
    # which the survivor takes or not.
    assert solution.position([4, 5], [4], [3]) == (
        5 + 4 + 3 if last_pot == "survivor" else 4 + 4 + 3
    )
    # Nobody lays a card any more.
    assert solution.position([4, 4], [], [3]) == 8 + 3 * (last_pot == "survivor")
    assert solution.position([], [4, 4], [3]) == -8 - 3 * (last_pot == "survivor")
    assert solution.position([], [], [3]) == 0
    assert solved(2, last_pot).position((1, 2), (1, 2)) == 0


# A plain recursion.


@tiers.crossed(("last_pot", "ranks"), LAST_POTS, [2, 3])
def test_every_position_of_few_ranks(ranks, last_pot):
    """Those that a game leads to, and all others that can be."""
    solution = sim.exact.wargops(ranks, last_pot)
    value, known = recursion(last_pot)
    value(full(ranks), full(ranks), ())
    assert solution.positions == len(known)
    every = list(positions(ranks))
    assert set(known) <= set(every)
    for position in every:
        assert solution.position(*position) == pytest.approx(value(*position), abs=1e-9)


# What a solution is.


@tiers.crossed(("last_pot", "ranks"), LAST_POTS, [2, 3, 4, 5, 6])
def test_nobody_gains_by_another_strategy(ranks, last_pot):
    solution = solved(ranks, last_pot)
    stake = ranks * (ranks + 1)
    assert abs(solution.value) < 1e-12 * stake
    assert abs(solution.exploitability()) < 1e-12 * stake
    assert solution.gap < 1e-12 * stake
    assert solution.first_cards.sum() == pytest.approx(1)


def test_threads_change_nothing():
    reports = []
    alone = sim.exact.wargops(7, workers=1)
    several = sim.exact.wargops(7, workers=3, check=True, progress=reports.append)
    is_reached = alone._game.marks > 0
    assert np.array_equal(alone._game.marks, several._game.marks)
    assert np.array_equal(
        alone._all_values[is_reached], several._all_values[is_reached]
    )
    assert (alone.positions, alone.games, alone.gap) == (
        several.positions,
        several.games,
        several.gap,
    )
    assert sorted({progress.layer for progress in reports}) == list(range(1, 15))
    assert reports[-1].games_done == reports[-1].games == alone.games
    assert alone.exploitability() == several.exploitability() < 1e-10


# Best responses and named policies.


@tiers.crossed(
    ("last_pot", "name"),
    LAST_POTS,
    [name for name in NAMES if not name.startswith("random")],
)
def test_best_response_to_a_policy_that_never_draws(name, last_pot):
    """Every way to play against it, through the rulebook."""
    options = {"ranks": 3, "last_pot": last_pot}
    margins = []
    # Three ranks take at most five tricks, and the last card is not asked for.
    for script in product((1, 2, 3), repeat=5):
        try:
            row = told_row(rules_of([scripted(*script), name], **options))
        except UserError:
            continue
        margins.append(row["points_0"] - row["points_1"])
    assert len(margins) > 10
    assert best_response(WarGopsProblem(**options), name) == max(margins)


@pytest.mark.parametrize("last_pot", LAST_POTS)
def test_best_responses_to_bidding_at_random(last_pot):
    """Uniform over the cards, or over the ranks: the best card of every position in a few lines."""

    def value(mine, theirs, pots):
        if not (mine and theirs):
            last = sum(pots) * (last_pot == "survivor")
            return sum(mine) + last if mine else -sum(theirs) - last if theirs else 0
        answers = theirs if name == "random" else set(theirs)
        return max(
            sum(
                value(*play_out(mine, theirs, pots, card, answer)) for answer in answers
            )
            / len(answers)
            for card in set(mine)
        )

    for name in ("random", "random-rank"):
        known = value(full(3), full(3), ())
        assert best_response(WarGopsProblem(3, last_pot), name) == pytest.approx(
            known, abs=1e-12
        )


@pytest.mark.parametrize("compiled", [False, True])
def test_a_policy_of_ones_own_sees_the_whole_table(compiled):
    """Any card while nothing lies in pot or trash, then the lowest: asked for every draw."""

    def own(view, chance):
        trashed = 0
        for rank in range(view.ranks + 1):
            trashed += view.trash[rank]
        if view.pots or trashed:
            return lowest(view.hand)
        return nth_of(view.cards[view.seat], draw(view.held, chance))

    def value(mine, theirs, pots):
        if not (mine and theirs):
            return (
                sum(mine) + sum(pots)
                if mine
                else -sum(theirs) - sum(pots) * any(theirs)
            )
        answers = theirs if len(mine) + len(theirs) == 2 * 4 else theirs[:1]
        return max(
            sum(
                value(*play_out(mine, theirs, pots, card, answer)) for answer in answers
            )
            / len(answers)
            for card in set(mine)
        )

    problem = WarGopsProblem(4)
    found = best_response(problem, njit(own) if compiled else own)
    assert found == pytest.approx(value(full(4), full(4), ()), abs=1e-12)
    with pytest.raises(UserError, match="policy <lambda> answers 9 in game 0"):
        best_response(problem, lambda view, chance: 9)


# What is refused.


@pytest.mark.parametrize("ranks", [1, 13, "5", True, 2.0])
def test_ranks_that_cannot_be(ranks):
    with pytest.raises(UserError, match="give a whole number from 2 to 12"):
        sim.exact.wargops(ranks)


def test_other_invalid_input_is_refused(monkeypatch):
    with pytest.raises(UserError, match="did you mean 'orphan'"):
        sim.exact.wargops(4, last_pot="orphans")
    with pytest.raises(UserError, match="workers: 0 is not a valid number"):
        sim.exact.wargops(4, workers=0)
    solution = sim.exact.wargops(4)
    for position, words in (
        (([5], [1], []), "5 is not a card of this game"),
        (([True], [1], []), "True is not a card of this game"),
        (([1], 3, []), "3 is not a collection of cards"),
        (([1, 1], [1], []), "3 cards of rank 1"),
        (([1], [2], [2]), "the pot has a card of rank 2"),
        (([1], [2], [3, 3]), "the pot has a card of rank 3"),
    ):
        with pytest.raises(UserError, match=words):
            solution.position(*position)
    with pytest.raises(UserError, match="no card can be laid"):
        solution.cards([], [1])
    with pytest.raises(UserError, match="did you mean 'high'"):
        solution.best_response("hihg")
    monkeypatch.setattr("sim.machine.resources.available_bytes", lambda: 20_000)
    with pytest.raises(
        UserError, match="4 ranks would take 22 kB of memory, but only 20 kB are free"
    ):
        sim.exact.wargops(4)


def test_a_solution_describes_itself():
    solution = solved(3, "orphan")
    assert repr(solution).startswith(
        "WarGopsSolution(ranks=3, last_pot='orphan', value="
    )
    reports = solution.as_dict()
    assert (
        reports["ranks"],
        reports["last_pot"],
        reports["positions"],
        reports["matrix_games"],
    ) == (3, "orphan", 70, 33)
    assert reports["first_cards"] == solution.first_cards.tolist()
