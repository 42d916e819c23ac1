"""The first screen, from counts written by hand: every word and number of it can be worked out on paper."""

import pytest

from reports.answer import first_screen
from reports.answer.values import Value, value_of
from reports.answer.wording import interval as interval_of
from reports.answer.wording import wording
from reports.facts import gather
from reports.numbers import duration
from sim.counts.counted import Key
from sim.scenario import parse_scenario
from sim.scenario.answer import PlannedNumber
from sim.stats import Interval
from tests.support.counted_run import CountedRun, counted

TWO = """
title = "Two ways"
game = "war"
games = 400
seed = 1

[[variant]]
name = "old"
rules = {}

[[variant]]
name = "new"
rules = { face_down = 3 }
"""

ONE = """
title = "One way"
game = "war"
games = 400
seed = 1
"""

SHORTER = '''
[answer]
text = """
{% set title %}The new way is shorter by {{ less }} rounds{% endset %}
{% if verdict == "yes" %}
Yes: {{ less }} rounds fewer.
{% elif verdict == "no" %}
No: {{ less }} rounds more.
{% else %}
{{ cannot_tell }}
{% endif %}

A game lasts {{ old }} rounds, and {{ new }} the new way.
"""
[answer.numbers.old]
statistic = "rounds mean"
variant = "old"
label = "rounds the old way"
[answer.numbers.new]
statistic = "rounds mean"
variant = "new"
label = "rounds the new way"
[answer.numbers.less]
statistic = "rounds mean"
variant = "new"
versus = "old"
label = "the difference in rounds"
[answer.verdict]
number = "less"
below = 0
[answer.picture]
kind = "means"
statistic = "rounds mean"
'''


def run_of_two(old, new, change, text="", endings=None):
    """Return games of these numbers of rounds, with these differences between them."""
    half = sum(old.values()) // 2
    other = sum(old.values()) - half
    own = {(0, 0): half, (1, 0): other}
    entries = {
        Key("old", "", "rounds"): counted(old),
        Key("new", "", "rounds"): counted(new),
        Key("new", "old", "rounds"): counted(change),
        Key("new", "old", "winner", "winner"): counted({(0, 0): half, (1, 1): other}),
    }
    for name in ("old", "new"):
        entries[Key(name, "", "winner", "ending")] = counted(
            (endings or {}).get(name, own)
        )
    return CountedRun(parse_scenario(TWO + text), entries)


def two(old, new, change, text=SHORTER, endings=None):
    return first_screen(gather(run_of_two(old, new, change, text, endings)))


# 100 games each of 90, 100, 100 and 110 rounds; the new way takes 10 off half of them
# and 30 off the others.
OLD = {90: 100, 100: 200, 110: 100}
NEW = {60: 50, 70: 100, 80: 100, 90: 100, 100: 50}
CHANGE = {-10: 200, -30: 200}


def test_a_headline_says_what_was_counted():
    # (90 + 100 + 100 + 110) / 4 = 100; (60 * 50 + 70 * 100 + 80 * 100 + 90 * 100 + 100
    # * 50) / 400 = 80.
    answer = two(OLD, NEW, CHANGE)
    assert answer.headline == "A game lasts 100 rounds, and 80 the new way."
    # The differences have standard deviation 10.01: the interval is 20 +- 1.966 * 10.01
    # / 20 = 20 +- 0.98.
    assert [number.text for number in answer.numbers] == ["100", "80", "−20.0"]
    assert answer.numbers[2].interval == "−21.0 to −19.0"


@pytest.mark.parametrize(
    ("games", "decision", "verdict", "title"),
    [
        (
            (OLD, NEW, CHANGE),
            "yes",
            "Yes: −20.0 rounds fewer.",
            "The new way is shorter by −20.0 rounds",
        ),
        (
            (NEW, OLD, {10: 200, 30: 200}),
            "no",
            "No: 20.0 rounds more.",
            "The new way is shorter by 20.0 rounds",
        ),
        # Differences of +-10, 210 and 190 of them: -0.5 +- 0.98.
        (
            (OLD, OLD, {-10: 210, 10: 190}),
            "unclear",
            ("These games cannot tell (the difference in rounds: −1.5 to 0.5)."),
            "Rounds mean",
        ),
    ],
)
def test_a_verdict_needs_the_whole_interval_on_one_side_of_the_limit(
    games, decision, verdict, title
):
    answer = two(*games)
    assert (answer.decision, answer.verdict) == (decision, verdict)
    assert answer.picture.title == title


@pytest.mark.parametrize(
    ("written", "interval", "text", "between"),
    [
        ("number", (282.63, 282.1, 283.2), "282.6", "282.1 to 283.2"),
        ("number", (282.63, 282.6, 282.7), "282.63", "282.60 to 282.70"),
        ("number", (16.042, 16.01, 16.07), "16.04", "16.01 to 16.07"),
        ("number", (3.142, 3.12, 3.16), "3.14", "3.12 to 3.16"),
        ("percent", (0.8092, 0.808, 0.81), "80.92 %", "80.80 to 81.00 %"),
        ("percent", (0.50031, 0.50008, 0.50054), "50.03 %", "50.01 to 50.05 %"),
        ("percent", (0.0, 0.0, 0.0000037), "0 %", "at most 0.00037 %"),
        (
            "points",
            (-0.0361, -0.0385, -0.0337),
            "−3.6 percentage points",
            "−3.9 to −3.4 percentage points",
        ),
        ("percent more", (0.4928, None, None), "about 49 %", ""),
        ("percent more", (0.4928, 0.47, 0.51), "49 %", "47 to 51 %"),
        ("one in", (0.0301, 0.029, 0.031), "1 in 33", "1 in 32 to 1 in 34"),
        ("one in", (0.0, 0.0, 0.000003), "fewer than 1 in 330,000", ""),
        ("number", (float("inf"), 3000.0, float("inf")), "no end", "at least 3,000"),
        ("number", (None, None, None), "unknown", ""),
    ],
)
def test_a_number_has_the_digits_that_its_interval_bears(
    written, interval, text, between
):
    value = Value(
        PlannedNumber("x", "", "", written=written, label=""), Interval(*interval, 0.95)
    )
    assert (wording(value), interval_of(value)) == (text, between)


def test_minutes_are_no_better_known_than_the_pace():
    value = Value(
        PlannedNumber("x", "plays mean", "", written="minutes", label=""),
        Interval(13.871, 13.8, 13.9, 0.95),
    )
    assert wording(value) == f"about {duration(13.871)}"
    assert interval_of(value) == ""


def test_a_mean_that_is_only_a_lower_bound_is_no_number_of_the_answer():
    # Of the old games 100 of 400 repeat themselves: the median is that of 300 games of
    # 90 to 110 and 100 longer ones.
    endings = {"old": {(-2, 3): 100, (0, 0): 300}}
    found = two(OLD, NEW, CHANGE, SHORTER, endings)
    assert found.decision == "unclear"
    assert found.verdict == "These 400 games cannot tell."
    assert found.numbers[0].label == "rounds the old way (median)"
    assert found.numbers[0].note == "25 % of games have no end"
    assert found.numbers[2].text == "unknown"
    assert "A game lasts 100 rounds" not in found.headline
    assert "Under “old”, 25 % of games did not come to an end." in found.cautions


def test_one_game_cannot_tell():
    found = two({50: 1}, {10: 1}, {-40: 1})
    assert (found.headline, found.verdict) == (
        "One game cannot tell.",
        "One game cannot tell.",
    )
    assert found.sentences == ("One game cannot tell.",)


def test_too_few_games_for_a_headline_say_so():
    found = two({50: 1, 250: 1}, {10: 1, 300: 1}, {-40: 1, 50: 1})
    assert found.headline == "2 games are too few for an answer."
    assert found.decision == "unclear"


def one(rounds, winners, text=""):
    entries = {
        Key("war", "", "rounds"): counted(rounds),
        Key("war", "", "plays"): counted({2 * value: n for value, n in rounds.items()}),
        Key("war", "", "winner", "ending"): counted(winners),
        Key("war", "", "winner", "aces"): counted(
            {(0, 4): 80, (1, 4): 20, (0, 2): 150, (1, 2): 150}
        ),
    }
    run = CountedRun(parse_scenario(ONE + text), entries)
    return first_screen(gather(run))


def test_without_a_plan_the_answer_is_made_from_the_variants():
    # 200 plays of 2.5 seconds are 8 minutes and 20 seconds.
    found = one(OLD, {(0, 0): 228, (1, 0): 172})
    time = f"about {duration(200 * 2.5 / 60)}"
    assert found.headline == (
        f"A game lasts 100 rounds on average, {time} at a table; at most 1 in 40 takes more than 110 rounds."
    )
    assert [one.text for one in found.numbers] == ["100", time, "100"]
    assert found.decision == found.verdict == ""
    assert found.cautions == ()


def test_without_a_plan_several_variants_are_told_in_a_sentence():
    found = two(OLD, NEW, CHANGE, text="")
    assert found.headline == (
        "Rounds in a game, on average: 80 under “new”, 100 under “old”."
    )
    assert found.picture.title == "Rounds in a game, on average"


def test_without_a_plan_games_without_end_have_a_median():
    # 300 of 400 games end after 90, 100 or 110 rounds; those that repeat themselves
    # count as longer than all of these.
    entries = {
        Key("war", "", "rounds"): counted({90: 100, 100: 200, 500: 100}),
        Key("war", "", "rounds", ending="cycle"): counted({500: 100}),
        Key("war", "", "winner", "ending"): counted({(0, 0): 300, (-2, 3): 100}),
    }
    run = CountedRun(parse_scenario(ONE), entries)
    found = first_screen(gather(run))
    assert (
        found.headline
        == "Half of all games are over after 100 rounds; 25 % did not come to an end."
    )
    assert not any("average" in number.label for number in found.numbers)


def test_a_median_among_stopped_games_is_at_least_so_long():
    # 250 of 400 games were stopped after 60 rounds: no half of them is over by then.
    entries = {
        Key("war", "", "rounds"): counted({50: 150, 60: 250}),
        Key("war", "", "rounds", ending="cap"): counted({60: 250}),
        Key("war", "", "winner", "ending"): counted({(0, 0): 150, (-2, 4): 250}),
    }
    run = CountedRun(parse_scenario(ONE), entries)
    said = first_screen(gather(run)).headline
    assert said.startswith("Half of all games are over after at least 60 rounds")


@pytest.mark.parametrize(
    ("among", "winners", "said"),
    [
        # Of 100 deals with all four aces 80 are won; the deals with two each are left
        # out.
        ('given = { aces = "more" }', {(0, 0): 230, (1, 0): 170}, "80 %"),
        # 120 of 400, and 120 of the 200 that end.
        ("", {(0, 0): 120, (1, 0): 80, (-2, 3): 200}, "30 %"),
    ],
)
def test_a_share_can_be_of_some_deals(among, winners, said):
    plan = '[answer]\ntext = "So many: {{ x }}."\n[answer.numbers.x]\nstatistic = "player 0 wins"\nlabel = "won"\n'
    assert one(OLD, winners, plan + among).headline == f"So many: {said}."


def test_a_sentence_has_a_number_and_its_interval():
    text = '[answer]\ntext = "So: {{ won }}, {{ won.interval }}."\n'
    text += '[answer.numbers.won]\nstatistic = "player 0 wins"\nlabel = "won"\n'
    found = one(OLD, {(0, 0): 400}, text)
    assert found.headline == "So: 100 %, at least 99.3 %."  # 1 - 0.05 ** (1 / 400)


def test_a_difference_can_be_taken_either_way_round():
    facts = gather(run_of_two(OLD, NEW, CHANGE))

    def told(variant, versus, written):
        planned = PlannedNumber(
            "x", "rounds mean", variant, versus, written=written, label=""
        )
        return wording(value_of(facts, planned))

    # 80 against 100 rounds.
    assert told("new", "old", "number") == "−20.0"
    assert told("old", "new", "number") == "20.0"
    assert told("new", "old", "percent less") == "20.0 %"
    assert told("old", "new", "percent more") == "25.0 %"


@pytest.mark.parametrize(
    ("plan", "half", "late", "after"),
    [
        # Of 400 games 100 end after 90 rounds, 200 after 100 and 100 after 110.
        (
            'kind = "tail"\nstatistic = "rounds"',
            100,
            110,
            {89: 1.0, 99: 0.75, 109: 0.25},
        ),
        # A round is two plays of 2.5 seconds, so 12 rounds take a minute.
        (
            'kind = "tail"\nstatistic = "plays"\nas = "minutes"',
            100 / 12,
            110 / 12,
            {199 / 24: 0.75},
        ),
    ],
)
def test_a_picture_of_lengths_marks_the_median_and_one_game_in_40(
    plan, half, late, after
):
    text = f'[answer]\ntext = "It lasts."\n[answer.picture]\n{plan}\n[report]\nseconds_per_play = 2.5\n'
    picture = one(OLD, {(0, 0): 228, (1, 0): 172}, text).picture
    rows = [row for table in picture.draw()["datasets"].values() for row in table]
    unit = "minutes" if "minutes" in plan else "rounds"
    assert [(row["at"], *row["words"]) for row in rows if "words" in row] == [
        (pytest.approx(half), "half of all games", f"are over after {half:.0f} {unit}"),
        (
            pytest.approx(late),
            "at most 1 game in 40",
            f"takes more than {late:.0f} {unit}",
        ),
    ]
    drawn = {round(row["at"], 3): row["share"] for row in rows if "words" not in row}
    assert {at: drawn[round(at, 3)] for at in after} == pytest.approx(after)
