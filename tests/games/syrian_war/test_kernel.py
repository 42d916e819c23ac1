"""Syrian War: its pack, cycles, and the kernel against the rulebook."""

from collections import Counter

import pytest

from sim.games.syrian_war.rules import SyrianWarRules
from tests.support import tiers
from tests.support.both_ways import (
    assert_same,
    assert_same_on_shuffled,
    crossed,
    row,
)
from tests.support.decks import arrangements

GAME = "syrian-war"
PICKUPS = ("winner-first", "loser-first", "latest-first", "seat", "shuffled")
OPTIONS = {
    "war_tie": ("again", "take-back"),
    "rows": ("winner", "own"),
    "pickup": PICKUPS,
}


def test_aces_are_the_ones_and_the_pack_goes_from_ace_to_king():
    deck = SyrianWarRules.of().deck
    assert (deck.size, deck.lowest, deck.highest) == (52, 1, 13)
    played = row(GAME, "1 A 1", "5 1 9")
    assert (played["aces"], played["rank_sum"]) == (2, 16)


# Games that never end.


def test_where_the_rows_are_shuffled_only_the_cap_stops_a_game():
    endings = Counter(
        played["ending"]
        for played in assert_same_on_shuffled(
            GAME, 300, highest=3, pickup="shuffled", max_rounds=30
        )
    )
    assert "cap" in endings
    assert "cycle" not in endings


# The kernel.


@pytest.mark.parametrize("pickup", PICKUPS)
def test_the_kernel_plays_every_deal_of_six_cards_under_every_option(pickup):
    deals = arrangements((1, 2, 3), 2)
    for options in crossed(
        war_tie=OPTIONS["war_tie"],
        rows=OPTIONS["rows"],
        pickup=(pickup,),
        picture=(1, 10),
        max_rounds=(7, 1000),
    ):
        assert_same(GAME, SyrianWarRules.of(options), deals, given=True)


@pytest.mark.parametrize("ranks", [(1, 2), (2, 11), (1, 15)])
def test_the_kernel_plays_every_deal_of_eight_cards_of_two_ranks(ranks):
    deals = arrangements(ranks, 4)[:: tiers.size(3, 1)]
    for options in crossed(**OPTIONS, picture=(1, 3)):
        assert_same(GAME, SyrianWarRules.of(options), deals, given=True)
