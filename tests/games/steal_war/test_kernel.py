"""Steal War: its pack, and the kernel against the rulebook."""

import pytest

import sim
from sim.games.steal_war.rules import StealWarRules
from tests.games.steal_war.support import GAME, OPTIONS
from tests.support import tiers
from tests.support.both_ways import (
    assert_same,
    assert_same_on_shuffled,
    crossed,
)
from tests.support.decks import arrangements
from tests.support.plain_deals import packets


@pytest.mark.parametrize(("players", "packet"), [(2, 27), (3, 18), (4, 13)])
def test_there_are_two_jokers_and_what_does_not_go_round_stays_out(players, packet):
    rules = StealWarRules.of({"players": players})
    assert rules.deck.size == 54
    assert rules.deck.cards().count(15) == 2
    hands = packets(rules, rules.deck.cards())
    assert [len(hand) for hand in hands] == [packet] * players


def test_there_is_no_pickup_and_there_are_at_most_four_players():
    with pytest.raises(sim.UserError, match="pickup"):
        StealWarRules.of({"pickup": "seat"})
    with pytest.raises(sim.UserError, match="players"):
        StealWarRules.of({"players": 5})


# The kernel.


def test_the_kernel_plays_every_deal_of_eight_cards_of_two_ranks():
    deals = arrangements((4, 9), 4)
    for options in crossed(**OPTIONS, max_rounds=(3, 400)):
        assert_same(GAME, StealWarRules.of(options), deals, given=True)


@pytest.mark.parametrize("options", list(crossed(**OPTIONS)), ids=str)
def test_the_kernel_plays_shuffled_packs_as_the_rulebook(options):
    assert_same_on_shuffled(GAME, tiers.size(15, 600), seed=8, **options)
    # Few ranks and many copies: thefts, exchanges and wars one after the other.
    for deck in ({"highest": 4, "copies": 5}, {"highest": 3, "copies": 9, "jokers": 0}):
        assert_same_on_shuffled(
            GAME, tiers.size(15, 300), seed=8, max_rounds=400, **deck, **options
        )


@pytest.mark.parametrize(
    ("options", "games"),
    [
        ({"jokers": 0}, 100),
        ({"bury_jokers": True}, 100),
        ({"hands": ["A A A A", "*rest"]}, 200),
        ({"players": 3, "hands": ["A A A A", "*rest", "2 2"]}, 200),
        ({"max_rounds": 40}, 200),
        ({"players": 4, "max_rounds": 1}, 100),
        ({"players": 3, "copies": 12}, 10),
        ({"highest": 250, "jokers": 0, "max_rounds": 2000}, 5),
        (
            {
                "lowest": 9,
                "highest": 11,
                "copies": 40,
                "players": 4,
                "max_rounds": 3000,
            },
            10,
        ),
    ],
    ids=str,
)
def test_the_kernel_plays_other_decks_hands_and_caps_as_the_rulebook(options, games):
    assert_same_on_shuffled(GAME, tiers.part(games), seed=2, **options)
