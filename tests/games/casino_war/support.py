"""Rounds of Casino War for the tests, written as the cards off the shoe, the first one out first; and sessions."""

from functools import partial

from sim.games.casino_war.rulebook import GAME
from sim.games.casino_war.rules import CasinoWarRules
from tests.support import both_ways
from tests.support.both_ways import row_of

all_events = partial(both_ways.events, "casino-war")
row = partial(both_ways.row, "casino-war")


def session(number=0, seed=1, **options):
    """Everything that happens in a session."""
    return list(GAME.tell(CasinoWarRules.of(options), [[]], seed, number))


def session_row(number=0, seed=1, **options):
    """The row of that session."""
    return row_of(session(number, seed, **options))
