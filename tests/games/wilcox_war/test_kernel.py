"""The compiled Wilcox War against its rulebook, users' own policies, and how independent the players' chance is."""

from itertools import product

import numpy as np
import pytest
from numba import njit
from polars.testing import assert_frame_equal

import sim
from sim.games.wilcox_war.policies import POLICIES
from sim.policies import draw
from tests.games.wilcox_war.support import assert_same, rules_of
from tests.support import tiers

NAME = "wilcox-war"
NAMES = POLICIES.names()
ENDS = [
    {"decks": 2},
    {"decks": 1},
    {"decks": 2, "play_on": True, "max_turns": tiers.size(200, 1000)},
    {"decks": 1, "play_on": True, "max_turns": tiers.size(200, 1000)},
]


@tiers.crossed(
    ("pair", "decks"),
    [["low", "low"], ["seek-ties", "high"], ["random", "equilibrium-now"]],
    [1, 2],
    ids=str,
)
def test_every_deal_of_eight_cards_of_three_ranks_is_the_rulebooks(pair, decks):
    """All 3^8 ways: hands of three, one card to draw; a part of them in ``make test`` and where chance plays."""
    deals = np.array(list(product((3, 9, 10), repeat=8)), np.uint8)
    if pair[0] == "random":
        deals = deals[::8]
    deals = deals[:: tiers.size(4, 1)]
    assert_same(rules_of(pair, decks=decks), deals, seed=2)


@pytest.mark.parametrize("options", ENDS, ids=str)
def test_deals_full_of_ties_are_the_rulebooks(options):
    """Few ranks, and packs of every size: cards run out in every step."""
    generator = np.random.default_rng(4)
    for place, size in enumerate(range(6, 106, tiers.size(8, 2))):
        ranks = generator.choice(np.arange(2, 15), 1 + place % 4, replace=False)
        deals = generator.choice(ranks, (tiers.size(2, 4), size)).astype(np.uint8)
        for pair in (
            ["random", "random"],
            ["seek-ties", "low"],
            ["equilibrium-now", "mid"],
        ):
            assert_same(rules_of(pair, **options), deals, seed=3, first=place)


# Chance.


def test_remade_piles_do_not_depend_on_the_players_chance():
    """One who draws numbers and does not use them changes nothing, though piles are shuffled."""

    @njit
    def wasteful(view, chance):
        draw(7, chance)
        return view.hand[0]

    rules = {"play_on": True, "decks": 1}
    assert_frame_equal(
        sim.play(NAME, 200, seed=2, rules=rules, policies=["low", "high"]),
        sim.play(NAME, 200, seed=2, rules=rules, policies=[wasteful, "high"]),
    )
