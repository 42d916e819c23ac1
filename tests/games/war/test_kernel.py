"""The compiled War for two and more gives the rulebook's row for every deal, and the means that theory gives."""

import itertools
from functools import partial
from math import sqrt

import numpy as np
import pytest

import sim
from sim.contract.dealing import Layout
from sim.deals.deck import deal_rows
from sim.games.war.kernel.block import play_block
from sim.games.war.rulebook import WarRules
from tests.support import tiers
from tests.support.both_ways import assert_capped_around_cycles, assert_same, by_kernel

assert_equal = partial(assert_same, "war", ways=[{"lanes": False}])
"""Hold the rows of the kernel for one game at a time to the rulebook's."""


@pytest.mark.parametrize("players", [2, 3, 8])
def test_given_deals_of_any_size(players):
    """Some players have a card more than the others."""
    deals = np.random.default_rng(4).integers(1, 12, (20, 51), dtype=np.uint8)
    assert_equal(
        WarRules.of({"players": players, "max_rounds": 500}), deals, given=True
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    "options",
    [
        {"lowest": 1, "highest": 250, "copies": 4},
        {"players": 8, "highest": 129, "copies": 8, "captured": "pile-shuffled"},
        {"players": 3, "copies": 78, "pickup": "shuffled"},
    ],
    ids=str,
)
def test_the_largest_decks(options):
    rules = WarRules.of(options | {"max_rounds": 1500})
    assert_equal(rules, deal_rows(rules, 3, 0, 3), seed=3)


# Repetitions and the cap.


@pytest.mark.parametrize(
    "options",
    [
        {"pickup": "seat"},
        {"players": 3, "face_down": 0, "pickup": "loser-first"},
    ],
    ids=str,
)
def test_a_cycle_is_found_where_the_cap_just_allows_it(options):
    deals = deal_rows(WarRules.of(options), 5, 0, 100)
    assert (
        len(assert_capped_around_cycles("war", options, deals, by_kernel, most=5)) == 5
    )


def test_a_cycle_whose_position_at_the_cap_comes_again_within_a_pass():
    """The cap cuts a pass short, so the position there is seen again only if every round is looked at."""
    deck = {"players": 4, "lowest": 1, "highest": 4, "copies": 6, "max_rounds": 3000}
    rules = WarRules.of(deck | {"run_out": "fewest", "pickup": "seat"})
    deals = [deal_rows(rules, 7, 1000 + place, 1) for place in (39, 196, 668, 1256)]
    rows = assert_equal(rules, np.concatenate(deals), seed=7)
    assert {row["ending"] for row in rows} == {"cycle"}


# What is known without a rulebook.


def test_first_out_is_the_same_game_for_two():
    default, first_out = (
        sim.play("war", 300, rules={"end": end})
        for end in ("last-standing", "first-out")
    )
    assert default.equals(first_out)


@pytest.mark.parametrize("sizes", [(4, 4, 4), (17, 17, 17), (1, 8, 3)], ids=str)
def test_distinct_cards_are_a_sticky_random_walk(sizes):
    """The mean length is that of the three tower problem; and as mean sizes never change, each wins by their cards.

    With a, b and c of n cards it is ab + bc + ca - 2abc / (n - 2) rounds (A. Engel,
    American Mathematical Monthly 100, 1993, 62-64). Within 4.9 standard errors: of the
    12 comparisons one fails in 80,000 seeds.
    """
    cards = sum(sizes)
    games = tiers.size(40_000, 200_000)
    options = {
        "players": len(sizes),
        "lowest": 1,
        "highest": cards,
        "copies": 1,
        "pickup": "shuffled",
    }
    rules = WarRules.of(options)
    starts = tuple(itertools.accumulate(sizes[:-1], initial=0))
    played = play_block(
        rules, deal_rows(rules, 31, 0, games), Layout(starts, sizes, 1), 31, 0
    )
    rounds = played["rounds"]
    a, b, c = sizes
    exact = a * b + b * c + c * a - 2 * a * b * c / (cards - 2)
    assert abs(rounds.mean() - exact) <= 4.9 * rounds.std() / sqrt(games)
    for seat, size in enumerate(sizes):
        share = size / cards
        assert abs((played["winner"] == seat).mean() - share) <= 4.9 * sqrt(
            share * (1 - share) / games
        )
    assert np.array_equal(played["battles"], rounds)
    assert not played["ending"].any()
