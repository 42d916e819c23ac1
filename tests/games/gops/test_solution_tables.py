"""The kept equilibria of GOPS: as the solver has them, and made anew bit by bit."""

from itertools import product

import pytest

import sim
from docs.tables import gops_content
from sim.games.gops.equilibria import sizes, table_path
from tests.games.gops.solving import turns_of_random_games
from tests.games.gops.support import thresholds
from tests.support import tiers
from tests.support.mixtures import WHOLE, assert_kept, assert_made

KINDS = list(product(("points", "win"), (False, True)))


@pytest.mark.parametrize(("objective", "carry_over"), KINDS)
def test_kept_chances_are_those_of_the_solution(objective, carry_over):
    for cards in sizes(objective, carry_over)[:5]:
        solution = sim.exact.gops(
            cards, objective=objective, carry_over=carry_over, workers=1
        )
        for mine, theirs, prizes, upcard, pot, lead in turns_of_random_games(
            cards, carry_over, cards, 30
        ):
            seen = prizes, upcard, pot, lead
            found = thresholds(cards, objective, carry_over, (mine, theirs), *seen)
            left = sum(prizes) + upcard + pot
            if objective == "win" and abs(lead) > left:
                assert found[0] == WHOLE
                continue
            bids = solution.bids(mine, theirs, *seen)
            assert_kept(found, list(bids.values()))


@pytest.mark.parametrize(("objective", "carry_over"), KINDS)
def test_the_tables_are_what_the_solver_gives(objective, carry_over):
    for cards in sizes(objective, carry_over)[: tiers.size(4, None)]:
        made = gops_content(
            sim.exact.gops(cards, objective=objective, carry_over=carry_over)
        )
        assert_made(table_path(cards, objective, carry_over), made)


def test_which_tables_there_are():
    assert sizes("points", False) == tuple(range(2, 9))
    assert sizes("points", True) == tuple(range(2, 8))
    assert sizes("win", False) == sizes("win", True) == tuple(range(2, 7))
    folder = table_path(5, "points", False).parent
    paths = [
        table_path(cards, objective, carry_over)
        for objective, carry_over in KINDS
        for cards in sizes(objective, carry_over)
    ]
    assert sorted(folder.glob("gops-*.npz")) == sorted(paths)
    assert sum(path.stat().st_size for path in paths) < 4_000_000
