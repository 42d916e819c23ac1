"""Small games of Steal War for the tests, written as the cards that each player holds, top card first."""

from functools import partial

from sim.contract.events import Settled
from sim.games.steal_war.events import Stolen
from tests.support import both_ways
from tests.support.both_ways import (
    of_kind,
)
from tests.support.decks import parse_cards

GAME = "steal-war"

events = partial(both_ways.events, GAME)
shown = partial(both_ways.shown, GAME)


def after_turn(number, *hands, **options):
    """Everybody's packet and pile after a turn, top cards first."""
    event = of_kind(Settled, events(*hands, **options))[number]
    return list(zip(event.packets, event.piles, strict=True))


def held(*texts):
    return [(parse_cards(packet), parse_cards(pile)) for packet, pile in texts]


def thefts(turns, *hands, **options):
    """Who steals from whom, with which card, how many cards, in the first turns."""
    course = of_kind(Stolen, events(*hands, max_rounds=turns, **options))
    return [(event.thief, event.victim, event.card, event.cards) for event in course]
