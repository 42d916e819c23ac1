"""``warlab exact war``, ``first-ties``, ``sweep`` and ``ruin``: the answers in words, as JSON, and what is refused."""

import re
from fractions import Fraction

import pytest

from tests.support.command_line import answers, is_like, refusal, typed, warlab

SMALL = "exact war --ranks 3 --copies 4 -r face_down=0 -r pickup=latest-first"

ALL_34650 = """\
All 34,650 deals of 12 cards under lowest=1, highest=3, face_down=0, pickup=latest-first.

deals
──────────────────────────────
first player wins   16,579  47.8 %
second player wins   16,579  47.8 %
draw               772  2.23 %
never ends         720  2.08 %
all             34,650   100 %
"""
"""The counts of Mathieu and Delahaye."""


def test_the_published_counts_are_printed():
    said = warlab(SMALL)
    printed, expected = (
        " ".join(text.replace("─", "").split()) for text in (said.out, ALL_34650)
    )
    assert printed.startswith(expected)
    assert "length of the cycle, in rounds deals 19 720" in printed
    assert re.search(r"the longest \(\d+ deals?\) 37 ", printed)


def test_the_command_for_the_longest_game_replays_it():
    """It is printed below the packets, as it is typed."""
    (command, *_) = re.findall(r"\$ warlab (replay .*)", warlab(SMALL).out)
    told = warlab(command).out
    assert told.startswith("War: a given deal as game 0 of seed 1\n\n  rules: ")
    assert "rounds 37," in told.splitlines()[-1]


def test_programs_get_the_counts():
    found = warlab("exact war --ranks 4 --copies 2 --workers 2 --json").json
    assert found == found | {
        "game": "war",
        "deals": 2_520,
        "wins": [1_069, 1_069],
        "draws": 312,
        "cycles": 70,
        "unfinished": 0,
        "cycle_lengths": {"8": 70},
    }
    rounds = {int(length): deals for length, deals in found["rounds"].items()}
    assert sum(rounds.values()) == 2_450
    mean = Fraction(sum(length * deals for length, deals in rounds.items()), 2_450)
    assert Fraction(found["mean_rounds"]["fraction"]) == mean
    assert max(rounds) == found["longest"]["rounds"]
    assert sorted(found["longest"]["deal"]) == [1, 1, 2, 2, 3, 3, 4, 4]


def test_what_is_special_is_said():
    answers("""
$ warlab exact war --ranks 2 --copies 2 -r max_rounds=1
...unfinished after 1 round ...
$ warlab exact war --ranks 3 --copies 1
All 6 deals of 3 cards under lowest=1, highest=3, copies=1; 1 card of each deal
stays out of the game.
...
$ warlab exact first-ties -r copies=1
No battle can be a tie: no two cards are alike...
$ warlab exact sweep -r highest=2 -r copies=8
Nobody can win all of 4 battles...
$ warlab exact sweep
One player wins all of 26 battles, and with them the game, in one of 159,620,171.7 deals; a named
player with the chance 93686147409122073121/29908397871631390876014250000...
$ warlab exact ruin
...676.00 rounds on average (standard deviation 551.5433)...over after 512...
$ warlab exact first-ties
The first battle is a tie in 5.8824 % of the deals (1/17); ... another tie after the first 5.9592 % 73/1225...
""")


def test_the_deck_may_be_given_by_rules_alone():
    by_rules = warlab("exact war -r lowest=1 -r highest=4 -r copies=2 --json").json
    by_options = warlab("exact war --ranks 4 --copies 2 --json").json
    assert by_rules == by_options
    shifted = warlab("exact war --ranks 4 -r lowest=6 -r copies=2 --json").json
    for name in ("wins", "cycles"):
        assert shifted[name] == by_options[name]


def test_ties_are_counted_only_as_long_as_there_are_cards():
    """With six cards each and three face down, a war takes four: the third battle would need a ninth card."""
    words = "exact first-ties -r highest=4 -r copies=4 -r face_down=3 --json"
    assert len(warlab(words).json["ties"]) == 2


def test_with_three_players_anyone_sweeps_three_times_as_often():
    found = warlab("exact sweep -r players=3 --json").json
    anyone, named = (Fraction(found[who]["fraction"]) for who in ("anyone", "named"))
    assert anyone == 3 * named


MISTAKES = typed("""
$ warlab exact war
a deck of 52 cards has 9.2e+49 deals; at most 10^10 are counted: ...
$ warlab exact war --ranks 13 --copies 2
a deck of 26 cards has 4.9e+22 deals; at most 10^10 are counted: ...
$ warlab exact war --ranks 4 -r pickup=shuffled
pickup: 'shuffled' leaves the game to chance after the deal; ... warlab play war...
$ warlab exact war --ranks 4 -r captured=pile-shuffled
captured: 'pile-shuffled' leaves the game to chance after the deal; ... warlab play war...
$ warlab exact war --ranks 4 -r 'hands=["2 3", "*rest"]'
hands: every deal of the whole deck is counted; leave this option out...
$ warlab exact war --ranks 0
--ranks: 0 is out of range; give a whole number from 1 to 255...
$ warlab exact war --ranks 4 -r highest=3
-r: highest: highest together with a number of ranks; give only one of the two...
$ warlab exact war --copies 4 -r copies=3
-r: copies: copies is given twice; give it once...
$ warlab exact war --ranks 3 -r pickup=sea
-r: pickup: unknown value 'sea'; did you mean 'seat'?...
$ warlab exact war -r face_down
-r: 'face_down' is not a valid setting; write option=value, such as face_down=3...
$ warlab exact first-ties -r players=9
-r: players: 9 is not a valid value of this option; ...
$ warlab exact first-ties -r 'hands=["A A", "*rest"]'
-r: hands: the chances are those of single cards of the whole shuffled deck; leave it out...
$ warlab exact first-ties -r players=8 -r lowest=1 -r highest=7 -r copies=1
-r: 7 cards for 8 players; the deck must have a card for each player...
$ warlab exact sweep -r cards_up=2
-r: cards_up: the chances are those of single cards of the whole shuffled deck...
$ warlab exact sweep -r players=3 -r low_beats_high=true
-r: low_beats_high: true with 3 players; the chances are known for two players, or with it false...
$ warlab exact ruin --packets 9
--packets: [9] are not packets; give the cards of two players, at least one each...
$ warlab exact ruin --packets 26,0
--packets: 0 is out of range; give a whole number from 1 to 10000...
$ warlab exact ruin --packets 60,10000
--packets: 10,060 cards; give at most 10,000...
$ warlab exact ruin --packets 26,x
--packets: 'x' is not a whole number; write it as 1000000, 1,000,000, 1e6 or 1M...
""")


@pytest.mark.parametrize(("words", "line"), MISTAKES)
def test_what_has_no_answer_is_refused(words, line):
    assert is_like(refusal(words), line)
