"""The kept equilibria of GOPS: as the solver has them, the same compiled as in Python, and made anew bit by bit."""

from itertools import pairwise, product

import numpy as np
import pytest

import sim
from docs.tables import gops_content
from sim.errors import UserError
from sim.games.gops.equilibria import gops_table, gops_thresholds, sizes, table_path
from sim.games.gops.kernel.equilibria import gops_choice
from sim.policies.thresholds import UNIT_BITS, WHOLE
from tests.games.gops.solving import turns_of_random_games
from tests.support import tiers

KINDS = list(product(("points", "win"), (False, True)))


def mask(cards):
    return sum(1 << int(card) - 1 for card in cards)


@pytest.mark.parametrize(("objective", "carry_over"), KINDS)
def test_kept_chances_are_those_of_the_solution(objective, carry_over):
    for cards in sizes(objective, carry_over)[:5]:
        solution = sim.exact.gops(
            cards, objective=objective, carry_over=carry_over, workers=1
        )
        for mine, theirs, prizes, upcard, pot, lead in turns_of_random_games(
            cards, carry_over, cards, 30
        ):
            table = gops_table(cards, objective, carry_over)
            found = gops_thresholds(
                table, mask(mine), mask(theirs), mask(prizes), upcard, pot, lead
            )
            assert (len(found), found[-1]) == (len(mine), WHOLE)
            assert all(0 <= low <= high <= WHOLE for low, high in pairwise(found))
            left = sum(prizes) + upcard + pot
            if objective == "win" and abs(lead) > left:
                assert found[0] == WHOLE
                continue
            chances = list(
                solution.bids(mine, theirs, prizes, upcard, pot, lead).values()
            )
            assert np.array(found) / WHOLE == pytest.approx(
                np.cumsum(chances), abs=2.0**-UNIT_BITS
            )


@pytest.mark.parametrize(("objective", "carry_over"), KINDS)
def test_the_compiled_twin_bids_the_same(objective, carry_over):
    rng = np.random.default_rng(4)
    for cards in sizes(objective, carry_over):
        table = gops_table(cards, objective, carry_over)
        for mine, theirs, prizes, upcard, pot, lead in turns_of_random_games(
            cards, carry_over, 9, 20
        ):
            masks = mask(mine), mask(theirs), mask(prizes)
            found = gops_thresholds(table, *masks, upcard, pot, lead)
            words = [0, 2**64 - 1, *map(int, rng.integers(0, 2**64, 3, np.uint64))]
            # Just below and just at every threshold.
            words += [(threshold << 32) - 1 for threshold in found if threshold]
            words += [threshold << 32 for threshold in found if threshold < WHOLE]
            for word in words:
                place = next(
                    place
                    for place, threshold in enumerate(found)
                    if threshold > word >> 32
                )
                seen = (
                    *map(np.uint64, (*masks, upcard, pot)),
                    np.int64(lead),
                    np.uint64(word),
                )
                assert gops_choice(table, *seen) == sorted(mine)[place]


def test_the_last_card_is_bid_without_a_table_entry():
    table = gops_table(4, "points", False)
    one = np.uint64(0b0100), np.uint64(0b0010), np.uint64(0), np.uint64(3), np.uint64(0)
    assert gops_choice(table, *one, np.int64(0), np.uint64(1)) == 3


@pytest.mark.parametrize(("objective", "carry_over"), KINDS)
def test_the_tables_are_what_the_solver_gives(objective, carry_over):
    for cards in sizes(objective, carry_over)[: tiers.size(4, None)]:
        made = gops_content(
            sim.exact.gops(cards, objective=objective, carry_over=carry_over)
        )
        with np.load(table_path(cards, objective, carry_over)) as kept:
            assert sorted(kept) == sorted(made)
            for name in kept:
                assert kept[name].dtype == made[name].dtype
                np.testing.assert_array_equal(kept[name], made[name])


def test_which_tables_there_are():
    assert sizes("points", False) == tuple(range(2, 9))
    assert sizes("points", True) == tuple(range(2, 8))
    assert sizes("win", False) == sizes("win", True) == tuple(range(2, 7))
    assert sizes("fun") == ()
    folder = table_path(5, "points", False).parent
    paths = [
        table_path(cards, objective, carry_over)
        for objective, carry_over in KINDS
        for cards in sizes(objective, carry_over)
    ]
    assert sorted(folder.glob("gops-*.npz")) == sorted(paths)
    assert sum(path.stat().st_size for path in paths) < 4_000_000
    with pytest.raises(
        UserError,
        match="no equilibrium table for 9 cards; there are tables from 2 to 8",
    ):
        gops_table(9, "points", False)
