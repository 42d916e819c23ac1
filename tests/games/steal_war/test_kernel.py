"""Steal War: its pack, and what is no option of it."""

import pytest

import sim
from sim.games.steal_war.rules import StealWarRules
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
