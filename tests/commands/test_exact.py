"""``warlab exact``: the odds of Casino War as a table and as JSON, and what it refuses."""

from fractions import Fraction

import pytest

import sim
from tests.support.command_line import refusal, typed, warlab

SIX_DECKS = """\
Casino War, exact odds: 6 decks

figure                             exact    as a fraction
─────────────────────────────────────────────────────────
win                            46.3023 %          144/311
lose                           46.3023 %          144/311
win the war                     3.4242 %   170016/4965115
tie the war                     0.5471 %    27163/4965115
lose the war                    3.4242 %   170016/4965115
mean result, of the ante       −2.8771 %  −142853/4965115
house edge                      2.8771 %   142853/4965115
mean result, per unit staked   −2.6790 %  −142853/5332310
standard deviation, in antes      1.0497
mean result of the tie bet    −18.6495 %          −58/311
"""
"""Checked against the rules contract (ev, tie bet) and the published shares; the rest follows from those."""


def test_the_odds_of_six_decks_are_printed():
    assert warlab("exact casino-war").out == SIX_DECKS
    assert warlab("exact casino-war --decks 6").out == SIX_DECKS


def test_programs_get_fractions():
    (found,) = warlab("exact casino-war --on-tie surrender --json").json
    assert found["game"] == "casino-war"
    assert found["rules"].items() >= {"decks": 6, "on_tie": "surrender"}.items()
    figures = found["figures"]
    ev = {"value": -23 / 622, "fraction": "-23/622", "share": True}
    assert figures["ev"] == ev
    results = ("win", "lose", "surrender")
    assert sum(Fraction(figures[name]["fraction"]) for name in results) == 1


def test_several_decks_are_columns_of_one_table():
    said = warlab("exact casino-war --decks 1,6-8 --tie-bonus 1").out.splitlines()
    assert said[0] == "Casino War, exact odds: decks as listed, tie_bonus=1"
    assert said[2].split() == ["decks", "1", "6", "7", "8"]
    rows = {line.split("  ")[0]: line for line in said[4:]}
    assert rows["house edge"].split()[4] == "2.3301"


def test_a_session_has_odds_too():
    words = "exact casino-war -r bankroll=100 -r hands=200 --per-hour 60"
    (found,) = warlab(words, "--json").json
    figures = found["figures"]
    edge = 142853 / 4965115
    # A bankroll of a hundred units almost never runs out in 200 hands: the mean is
    # nearly that of all hands.
    cost = figures["mean cost"]
    hourly = figures["cost an hour at 60 hands"]
    assert cost["value"] == pytest.approx(200 * edge, rel=1e-6)
    assert hourly["value"] == pytest.approx(60 * edge, rel=1e-6)
    assert "ahead at the end" in warlab(words).out


MISTAKES = typed("""
$ warlab exact bridge
unknown exact answer 'bridge'; choose from casino-war, war, first-ties, sweep, ruin
$ warlab exact casino-war --decks 9
--decks: 9 is out of range; give numbers from 1 to 8
$ warlab exact casino-war --decks six
--decks: 'six' is not a number of decks; write 6, 1-8, 1,2,6 or infinite
$ warlab exact casino-war -r decks=3
-r: decks is not set here; give it as --decks
$ warlab exact casino-war --on-tie wor
--on-tie: unknown value 'wor'; did you mean 'war'?
$ warlab exact casino-war --tie-bet ten
--tie-bet: 'ten' is not a valid value of this option; it takes a whole number from 0 to 1000
$ warlab exact casino-war -r bankroll=9 -r hands=1_000_000
hands: 1000000 are too many; give at most 5000; to estimate it: warlab play casino-war -r bankroll=...
$ warlab exact casino-war -r bankroll=500 -r goal=500
hands: no limit, with 1000 stakes from ruin to the goal; take at most 250, or give a number of hands
$ warlab exact casino-war -r bankroll=9
hands: 0 without a goal; give a number of hands, or a goal
$ warlab exact casino-war -r bankroll=9 -r hands=5 -r penetration=0.5
penetration: 0.5; only hands from fresh shoes are independent
$ warlab exact casino-war --break-even tie-bett
--break-even: unknown payout 'tie-bett'; did you mean 'tie-bet'?
$ warlab exact casino-war --break-even tie-bonus --on-tie surrender
--break-even: no war is played; take on_tie = "war" and cards that can tie twice
$ warlab exact casino-war --break-even tie-bet -r bankroll=100 -r hands=5
--break-even: it is of one round; leave out bankroll
""")


@pytest.mark.parametrize(("words", "line"), MISTAKES)
def test_what_has_no_answer_is_refused(words, line):
    assert refusal(words) == line


def test_the_payout_at_which_nobody_has_an_edge_is_exact():
    # With six decks, 23 of the 311 other cards tie: the bet is even at 288 to 23.
    at = "exact casino-war --break-even"
    (bet,) = warlab(at, "tie-bet", "--json").json
    assert bet == bet | {"fraction": "288/23", "house": 12, "player": 13}
    assert warlab(at, "tie-bet").out.split()[-3:] == ["288/23", "12", "13"]
    for even in warlab(at, "tie-bonus", "--decks", "1-3", "--json").json:
        assert even["player"] - even["house"] == 1
        for side, sign in (("house", -1), ("player", 1)):
            odds = sim.exact.casino_war(even["decks"], tie_bonus=even[side])
            assert sign * odds.ev > 0
