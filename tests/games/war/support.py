"""Small games of War for the tests, written as the cards that each player holds, top card first."""

from functools import partial

from tests.support import both_ways

RUN_OUTS = ("lose", "last-card", "all-in", "fewest", "draw")
PICKUPS = ("winner-first", "loser-first", "latest-first", "seat", "shuffled")

events = partial(both_ways.events, "war")
row = partial(both_ways.row, "war")
shown = partial(both_ways.shown, "war")
after_round = partial(both_ways.table_after, "war")
