"""A game that repeats itself ends at the first position that was there before, and at a cap if that comes first."""

from operator import add

import pytest

from sim.contract.events import Settled
from sim.deals.deck import deal_rows
from sim.games import find_game
from sim.games.syrian_war.table import LaidOnPile
from tests.support.both_ways import assert_capped_around_cycles, of_kind
from tests.support.decks import arrangements
from tests.support.plain_deals import packets

ACES = {"lowest": 12, "highest": 14, "copies": 3, "pickup": "seat"}
ONES_AND_TWOS = {"highest": 2, "war_tie": "take-back"}


def positions(name, course):
    """The tables of a game; in ace race the order in which each player's cards come out."""
    tables = of_kind(Settled, course)
    if name == "ace-race":
        return [tuple(map(add, table.packets, table.piles)) for table in tables]
    return [(table.packets, table.piles) for table in tables]


@pytest.mark.parametrize(
    ("name", "options", "cycles"),
    [
        ("war", {"lowest": 1, "highest": 4, "copies": 2}, 70),
        ("ace-race", ACES | {"speed": 0}, 11),
        ("ace-race", ACES | {"speed": 1}, 11),
        ("syrian-war", ONES_AND_TWOS | {"pickup": "winner-first"}, 1),
        ("syrian-war", ONES_AND_TWOS | {"pickup": "seat"}, 1),
    ],
)
def test_a_cycle_ends_at_the_first_position_that_was_there_before(
    name, options, cycles
):
    """All deals of War and Syrian War. In Syrian War whose turn it is belongs to the position."""
    game = find_game(name)
    rules = game.rules.of(options)
    deals = (
        deal_rows(rules, 2, 0, 150)
        if name == "ace-race"
        else arrangements(rules.deck.cards())
    )
    cycling = assert_capped_around_cycles(name, options, deals)
    assert len(cycling) >= cycles
    for place in cycling:
        course = list(game.tell(rules, packets(rules, deals[place]), 1, 0))
        *earlier, last = positions(name, course)
        turns = [event.player for event in of_kind(LaidOnPile, course)]
        told = list(zip(earlier, turns or [0] * len(earlier), strict=True))
        assert len(set(told)) == len(told) == course[-1].row["rounds"]
        assert last in earlier
