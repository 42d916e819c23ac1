"""Steal War: its pack, and the kernel against the rulebook."""

import pytest

import sim
from sim.games.steal_war.rules import StealWarRules
from tests.games.steal_war.support import GAME, OPTIONS
from tests.support.both_ways import (
    assert_same,
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
