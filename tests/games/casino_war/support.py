"""Rounds of Casino War for the tests, written as the cards off the shoe, the first one out first; and sessions."""

from fractions import Fraction
from functools import partial

from sim.games.casino_war.odds.rounds import RoundOdds
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


def closed_form(decks=6, on_tie="war", tie_bonus=0, tie_bet=10):
    """Return the odds of a round from a fresh shoe by formula."""
    # With ``n`` cards, ``c`` of each rank, two cards tie with chance
    # ``t = (c-1)/(n-1)``, and after a tie the next two with chance
    # ``s = ((c-2)(c-3) + 12 c (c-1)) / ((n-2)(n-3))``; otherwise either side is equally
    # likely to win.
    n = 52 * decks
    c = 4 * decks
    t = Fraction(c - 1, n - 1)
    s = Fraction((c - 2) * (c - 3) + 12 * c * (c - 1), (n - 2) * (n - 3))
    war = t if on_tie == "war" else Fraction()
    return RoundOdds(
        on_tie,
        tie_bonus,
        tie_bet,
        {
            "win": (1 - t) / 2,
            "lose": (1 - t) / 2,
            "war-win": war * (1 - s) / 2,
            "war-tie": war * s,
            "war-lose": war * (1 - s) / 2,
            "surrender": t - war,
        },
    )
