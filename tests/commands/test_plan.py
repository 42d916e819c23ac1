"""``warlab plan``: what it prints, and what it refuses."""

import pytest

from tests.support.command_line import is_like, refusal, refuses, typed, warlab

SCENARIO = """
title = "Small"
game = "war"
games = 5000
seed = 1

[rules]
lowest = 9

[[variant]]
name = "one"
rules = { face_down = 1 }

[[variant]]
name = "none"
rules = { face_down = 0 }
"""


@pytest.fixture
def small(tmp_path):
    path = tmp_path / "small.toml"
    path.write_text(SCENARIO)
    return path


@pytest.fixture
def alone(tmp_path):
    path = tmp_path / "alone.toml"
    path.write_text('game = "war"\ngames = 100\nseed = 1\n[rules]\nlowest = 9\n')
    return path


@pytest.mark.slow
def test_a_plan_for_programs(small):
    asked = "--precision 'rounds mean 1 %' --power 'rounds mean 5 %'"
    found = warlab(f"plan --pilot 480 --workers 1 --json {asked}", small).json
    assert found["pilot"]["games"] == 480
    needs = found["needs"]
    assert [need["what"] for need in needs] == [
        "rounds mean within 1 % of its value",
        "rounds mean: a difference of 5 %",
    ]
    assert {need["whose"] for need in needs[1:]} == {"none against one"}
    assert found["games"] == max(need["games"] for need in needs)
    assert found["seconds"] > 0
    assert found["disk_bytes"] > 1000


@pytest.mark.slow
def test_a_plan_for_people_ends_with_the_command_to_type(small):
    said = warlab("plan --pilot 480 --precision 'rounds mean 2 %'", small)
    assert (said.code, said.err) == (0, "")
    lines = said.out.splitlines()
    assert lines[0] == "Small"
    assert lines[2].startswith("Pilot: 480 games under each of 2 variants in ")
    assert lines[-1].startswith(f"  $ warlab run {small} --games ")
    assert any(line.startswith("• disk: about ") for line in lines)


@pytest.mark.slow
def test_without_a_wish_it_says_what_the_scenarios_games_cost(small):
    said = warlab("plan --pilot 480", small).out
    assert said.rstrip().endswith("--games 5000")


@pytest.mark.slow
def test_the_scenarios_own_precision_is_planned_if_nothing_else_is_asked(small):
    small.write_text(SCENARIO + '[precision]\n"rounds mean" = "3 %"\n')
    found = warlab("plan --pilot 480 --json", small).json
    assert [need["what"] for need in found["needs"]] == [
        "rounds mean within 3 % of its value"
    ]


MISTAKES = typed("""
$ warlab plan --pilot 320 --precision 'rounds meen 1 %'
...--precision: unknown statistic 'rounds meen'; did you mean 'rounds mean'?...
$ warlab plan --pilot 320 --precision 'rounds mean'
...--precision: 'rounds mean' is not a statistic with a half width; write...
$ warlab plan --pilot 320 --power 'rounds 1 %'
...unknown statistic of a comparison 'rounds'; did you mean 'rounds mean'?...
$ warlab plan --pilot 320 --with-power 2
...--with-power: '2' is not a share between 0 and 1; write it as 0.95 or 95%...
$ warlab plan --pilot 320 --pilot 3
...--pilot: 3 is out of range; give a whole number from 320...
$ warlab plan --pilot 320 --power 'player 0 wins 1.5'
...the pilot has no differences from which...
""")


@pytest.mark.parametrize(("words", "line"), MISTAKES)
def test_what_cannot_be_planned_is_refused_in_one_line(small, words, line):
    assert is_like(refusal(words, small), line)


def test_one_variant_compares_nothing_and_tournaments_are_not_planned(alone):
    refuses(f"""
$ warlab plan --power 'rounds mean 1 %' {alone}
plan: the scenario has only one variant: nothing is compared; ask for a --precision
$ warlab plan gops-policies
plan: a tournament cannot be planned...
""")


def test_a_planned_precision_brings_the_column_that_it_names():
    words = "plan quick --pilot 400 --precision 'kings mean 1 %'"
    assert "kings mean" in warlab(words).out
