"""``[answer]`` is read strictly: every mistake is one line with its place and its cure."""

import math
from dataclasses import replace

import pytest

from sim.errors import UserError
from sim.scenario import from_dict, load_scenario, parse_scenario, shipped_scenarios
from sim.scenario.answer import KINDS, WAYS, PlannedPicture
from sim.scenario.schema import scenario_schema

HEAD = """
game = "war"
games = 1000
seed = 1

[[variant]]
name = "one"
rules = {}

[[variant]]
name = "two"
rules = { face_down = 2 }
"""

ANSWER = '''
[answer]
text = """
{% set title %}Nobody is favoured{% endset %}
{% if verdict == "yes" %}Yes, by {{ less }}.{% else %}{{ cannot_tell }}{% endif %}

War lasts {{ rounds }} rounds ({{ rounds.interval }}), {{ less }} less than with two cards down.

{{ show("length") }}
"""

[answer.numbers.rounds]
statistic = "rounds mean"
variant = "one"
label = "rounds"

[answer.numbers.less]
statistic = "rounds mean"
variant = "two"
versus = "one"
as = "percent less"
label = "shorter with two"

[answer.numbers.aces]
statistic = "player 0 wins"
variant = "one"
given = { aces = "more" }
label = "won with more aces"

[answer.verdict]
number = "less"
above = 0

[answer.picture]
kind = "shares"
statistic = "player 0 wins"
line = 0.5
'''

TOURNAMENT = """
game = "gops"
games = 1000
seed = 1
tournament = ["match", "random", "match-plus-one"]
"""


def plan_of(text):
    found = parse_scenario(text).answer
    assert found is not None
    return found


def refusal(text):
    with pytest.raises(UserError) as caught:
        parse_scenario(text, "my.toml")
    said = str(caught.value)
    assert said.startswith("my.toml: answer")
    assert "\n" not in said
    return said


def test_an_answer_is_read_field_by_field():
    plan = plan_of(HEAD + ANSWER)
    assert [one.name for one in plan.numbers] == ["rounds", "less", "aces"]
    rounds, less, aces = plan.numbers
    assert (rounds.statistic, rounds.variant, rounds.versus, rounds.written) == (
        "rounds mean",
        "one",
        "",
        "number",
    )
    assert (less.versus, less.written) == ("one", "percent less")
    assert (aces.given, aces.written) == ({"aces": "more"}, "percent")
    assert (plan.verdict.number, plan.verdict.low, plan.verdict.high) == (
        "less",
        0.0,
        math.inf,
    )
    assert (plan.picture.kind, plan.picture.line) == ("shares", 0.5)


def test_an_answer_does_not_change_what_is_sampled():
    assert parse_scenario(HEAD + ANSWER).hash == parse_scenario(HEAD).hash


@pytest.mark.parametrize(
    "text",
    [HEAD + ANSWER, *(path.read_text() for path in shipped_scenarios().values())],
)
def test_an_answer_survives_being_written(text):
    scenario = parse_scenario(text)
    assert from_dict(scenario.as_dict()).answer == scenario.answer


def test_a_single_variant_needs_no_name():
    alone = 'game = "war"\ngames = 10\nseed = 1\n'
    number = '[answer.numbers.x]\nstatistic = "wars mean"\nlabel = "wars"\n'
    assert plan_of(alone + number).numbers[0].variant == "war"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "text =",
            "txet =",
            "answer: unknown key 'txet'; did you mean 'text'?",
        ),
        (
            'variant = "two"',
            'variant = "tow"',
            "unknown variant 'tow'; did you mean 'two'?",
        ),
        (
            'variant = "two"\n',
            "",
            "answer.numbers.less: there is no 'variant'; name one",
        ),
        (
            '"rounds mean"\nvariant = "one"',
            '"round mean"\nvariant = "one"',
            "did you mean 'rounds mean'?",
        ),
        (
            '"rounds mean"\nvariant = "two"',
            '"wars mean"\nvariant = "two"',
            "statistic of a comparison 'wars mean'",
        ),
        (
            'versus = "one"',
            'versus = "two"',
            "unknown variant to compare 'two' with 'two'",
        ),
        (
            'as = "percent less"',
            'as = "percents"',
            "answer.numbers.less.as: unknown way to write a number 'percents'",
        ),
        (
            'as = "percent less"',
            'as = "minutes"',
            "cannot be written as 'minutes'; choose from",
        ),
        (
            'versus = "one"\n',
            "",
            "cannot be written as 'percent less'; choose from number",
        ),
        (
            "{{ less }} less",
            "{{ lesss }} less",
            "answer.text: unknown number 'lesss'; did you mean 'less'?",
        ),
        (
            "{{ rounds.interval }}",
            "{{ rounds.range }}",
            "answer.text: unknown form of a number 'range'",
        ),
        (
            "({{ rounds.interval }})",
            "{{ rounds",
            "answer.text: line 4: expected token ':', got '}'; numbers stand in {{ }}",
        ),
        (
            "{{ rounds }} rounds",
            "{% for i in [rounds] %}{{ rounds }}{% endfor %} rounds",
            "answer.text: line 4: For in a text; it can have numbers, if and set",
        ),
        (
            "{{ rounds }} rounds",
            "{{ 9 ** 9 }} rounds",
            "answer.text: line 4: Pow in a text",
        ),
        (
            'show("length")',
            "less()",
            'answer.text: line 6: a call in a text; only show("length")',
        ),
        (
            'show("length")',
            'show("length", "roundz")',
            "answer.text: unknown variant or column 'roundz'; did you mean 'rounds'?",
        ),
        (
            "aces =",
            "ace =",
            "answer.numbers.aces.given: unknown column 'ace'; did you mean 'aces'?",
        ),
        (
            'aces = "more"',
            "aces = 4",
            "answer.numbers.aces.given.aces: 4 is no condition; write",
        ),
        (
            '{ aces = "more" }',
            "{ }",
            "answer.numbers.aces.given: 0 conditions; give one column",
        ),
        (
            '"player 0 wins"\nvariant',
            '"wars mean"\nvariant',
            "answer.numbers.aces.given: it is of 'wars mean'; give it to",
        ),
        (
            "above = 0\n",
            "",
            "answer.verdict: there is no limit; give one of above and below",
        ),
        (
            "above = 0\n",
            "above = 0\nbelow = 1\n",
            "answer.verdict: both 'above' and 'below'",
        ),
        (
            "above = 0\n",
            'above = "half"\n',
            "answer.verdict.above: 'half' is not a valid limit",
        ),
        (
            'number = "less"',
            'number = "more"',
            "answer.verdict.number: unknown number 'more'",
        ),
        (
            'kind = "shares"',
            'kind = "share"',
            "unknown kind of picture 'share'; did you mean 'shares'?",
        ),
        (
            'kind = "shares"',
            'kind = "ranking"',
            "answer.picture.kind: 'ranking' is not for this scenario",
        ),
        (
            'kind = "shares"',
            'kind = "numbers"',
            "answer.picture: 'numbers' does not have 'statistic'",
        ),
        (
            '"player 0 wins"\nline',
            '"player 5 wins"\nline',
            "unknown statistic 'player 5 wins'",
        ),
        (
            'kind = "shares"\nstatistic = "player 0 wins"',
            'kind = "tail"\nas = "minutes"\nstatistic = "rounds"',
            "answer.picture.as: 'as' with 'tail' of 'rounds'; only the tail of plays can be in minutes",
        ),
        ("line = 0.5", 'line = "half"', "answer.picture.line: 'half' is not a number"),
        (
            "[answer.numbers.less]",
            "[answer.numbers.Less]",
            "answer.numbers: 'Less' is not a valid name",
        ),
        (
            "[answer.numbers.less]",
            "[answer.numbers.none]",
            "answer.numbers.none: 'none' is a word of the text's own; choose another",
        ),
        ('label = "rounds"\n', "", "answer.numbers.rounds: there is no 'label'"),
        (
            'label = "rounds"',
            'label = "rounds"\npolicy = "match"',
            "answer.numbers.rounds.policy: it is not for this scenario",
        ),
    ],
)
def test_a_mistake_is_told_with_its_place_and_its_cure(old, new, said):
    assert old in ANSWER
    assert said in refusal(HEAD + ANSWER.replace(old, new, 1))


def test_thirteen_numbers_are_too_many():
    number = '[answer.numbers.n{}]\nstatistic = "rounds mean"\nvariant = "one"\nlabel = "rounds"\n'
    text = "".join(number.format(place) for place in range(13))
    assert refusal(HEAD + text).endswith(
        "answer.numbers: 13 numbers; an answer has at most 12"
    )


def test_the_numbers_of_a_tournament_are_those_of_policies():
    text = '[answer.numbers.x]\nlabel = "lead"\n'
    found = plan_of(
        TOURNAMENT + text + 'statistic = "wins"\npolicy = "match"\nagainst = "random"\n'
    ).numbers[0]
    assert (found.policy, found.against, found.written) == (
        "match",
        ("random",),
        "percent",
    )
    assert "unknown policy of the tournament 'mach'; did you mean 'match'?" in refusal(
        TOURNAMENT + text + 'statistic = "wins"\npolicy = "mach"\n'
    )
    assert "unknown statistic of a tournament 'win'" in refusal(
        TOURNAMENT + text + 'statistic = "win"\npolicy = "match"\n'
    )
    assert "a policy against itself" in refusal(
        TOURNAMENT + text + 'statistic = "wins"\npolicy = "match"\nagainst = "match"\n'
    )


def test_a_tournament_can_draw_its_numbers():
    number = (
        '[answer.numbers.x]\nlabel = "lead"\nstatistic = "wins"\npolicy = "match"\n'
    )
    drawn = '[answer.picture]\nkind = "numbers"\nnumbers = ["x"]\n'
    assert plan_of(TOURNAMENT + number + drawn).picture == PlannedPicture(
        "numbers", numbers=("x",)
    )
    assert "'tail' is not for this scenario" in refusal(
        TOURNAMENT + number + '[answer.picture]\nkind = "tail"\nstatistic = "x"\n'
    )


def test_with_many_variants_only_the_first_is_compared():
    vary = 'game = "war"\ngames = 10\nseed = 1\n[vary]\nface_down = [0, 1, 2, 3, 4, 5, 6, 7, 8]\n'
    number = (
        '[answer.numbers.x]\nstatistic = "rounds mean"\nlabel = "more"\n'
        'variant = "face_down=3"\nversus = "face_down=%d"\n'
    )
    assert plan_of(vary + number % 0).numbers[0].versus == "face_down=0"
    assert "unknown variant to compare 'face_down=3' with 'face_down=1'" in refusal(
        vary + number % 1
    )


def test_the_schema_knows_every_way_and_every_kind():
    models = scenario_schema()["$defs"]
    assert models["PlannedNumber"]["properties"]["as"]["enum"] == list(WAYS)
    assert models["PlannedNumber"]["required"] == ["statistic", "label"]
    assert models["PlannedPicture"]["properties"]["kind"]["enum"] == list(KINDS)
    assert models["AnswerPlan"]["properties"]["numbers"]["maxProperties"] == 12


def test_a_changed_scenario_keeps_its_answer():
    scenario = load_scenario("quick")
    assert scenario.with_changes(games=10).answer == scenario.answer
    assert replace(scenario, answer=None).hash == scenario.hash
