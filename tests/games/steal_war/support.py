"""Small games of Steal War for the tests, written as the cards that each player holds, top card first."""

from functools import partial

from sim.games.steal_war.events import Stolen
from tests.support import both_ways
from tests.support.both_ways import (
    of_kind,
)

GAME = "steal-war"

events = partial(both_ways.events, GAME)
shown = partial(both_ways.shown, GAME)
after_turn = partial(both_ways.table_after, GAME)


def thefts(turns, *hands, **options):
    """Who steals from whom, with which card, how many cards, in the first turns."""
    course = of_kind(Stolen, events(*hands, max_rounds=turns, **options))
    return [(event.thief, event.victim, event.card, event.cards) for event in course]
