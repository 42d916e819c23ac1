"""Small games of War for the tests, written as the cards that each player holds, top card first."""

from functools import partial

from sim.contract.events import Settled
from tests.support import both_ways
from tests.support.both_ways import of_kind
from tests.support.decks import parse_cards

RUN_OUTS = ("lose", "last-card", "all-in", "fewest", "draw")
PICKUPS = ("winner-first", "loser-first", "latest-first", "seat", "shuffled")

events = partial(both_ways.events, "war")
row = partial(both_ways.row, "war")
shown = partial(both_ways.shown, "war")


def after_round(number, *hands, **options):
    """What each player's packet holds after a round."""
    return list(of_kind(Settled, events(*hands, **options))[number].packets)


def packets(*hands):
    return [parse_cards(hand) for hand in hands]
