"""The compiled Wilcox War against its rulebook, users' own policies, and how independent the players' chance is."""

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
