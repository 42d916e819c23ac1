"""Scenario files are read strictly, and a mistake is reported in one line with its place and its cure."""

import itertools
import json

import numpy as np
import pytest

from sim.errors import UserError
from sim.limits import parse_count
from sim.scenario import (
    find_scenario,
    from_dict,
    load_scenario,
    parse_scenario,
)
from sim.scenario.schema import scenario_schema
from sim.stats.precision import Precision

HEAD = 'game = "war"\ngames = 1000\nseed = 1\n'


def refusal(text):
    with pytest.raises(UserError) as caught:
        parse_scenario(text, "my.toml")
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_a_scenario_says_what_is_played():
    scenario = parse_scenario(
        'title = "T"\nquestion = "Q?"\n'
        + HEAD
        + "[rules]\nface_down = 3\n[report]\nseconds_per_play = 2\n"
    )
    assert (scenario.title, scenario.question, scenario.game) == ("T", "Q?", "war")
    assert (scenario.games, scenario.seed, scenario.keep_games) == (1000, 1, True)
    assert scenario.report.seconds_per_play == 2.0
    [variant] = scenario.variants
    assert variant.name == "war"
    assert variant.rules.as_dict()["face_down"] == 3


def test_vary_plays_every_combination_in_order():
    scenario = parse_scenario(
        HEAD
        + '[rules]\npickup = "seat"\n[vary]\nface_down = [0, "rank"]\nrun_out = ["lose", "all-in"]\n'
    )
    downs, outs = (0, "rank"), ("lose", "all-in")
    combinations = list(itertools.product(downs, outs))
    assert list(scenario.names) == [
        f"face_down={down}, run_out={out}" for down, out in combinations
    ]
    rules = [variant.rules.as_dict() for variant in scenario.variants]
    assert [(one["face_down"], one["run_out"]) for one in rules] == combinations
    assert {one["pickup"] for one in rules} == {"seat"}


def test_flags_and_hands_have_plain_names():
    scenario = parse_scenario(
        HEAD + '[vary]\nlow_beats_high = [false, true]\nhands = [["A A", "*rest"]]\n'
    )
    assert scenario.names[1] == "low_beats_high=true, hands=A A / *rest"


def test_named_variants_change_the_common_rules():
    scenario = parse_scenario(
        HEAD
        + '[rules]\nface_down = 2\n[[variant]]\nname = "Plain"\n'
        + '[[variant]]\nname = "Shuffled"\nrules = { pickup = "shuffled", face_down = 3 }\n'
    )
    assert scenario.names == ("Plain", "Shuffled")
    plain, shuffled = (variant.rules.as_dict() for variant in scenario.variants)
    assert (plain["face_down"], plain["pickup"]) == (2, "winner-first")
    assert (shuffled["face_down"], shuffled["pickup"]) == (3, "shuffled")


@pytest.mark.parametrize(
    ("written", "games"),
    [
        ("1_000_000", 10**6),
        ("1e6", 10**6),
        ('"1e6"', 10**6),
        ('"1_000"', 1000),
        ("2.0", 2),
        ('"2.5e3"', 2500),
    ],
)
def test_games_may_be_written_as_people_do(written, games):
    assert parse_scenario(f'game = "war"\ngames = {written}\nseed = 1\n').games == games


@pytest.mark.parametrize(
    "value",
    [0, -1, 1.5, "1.5", "", "many", "nan", "inf", True, None, [1], "1e30", 10**16],
)
def test_what_is_no_number_of_games_is_refused(value):
    with pytest.raises(
        UserError, match="is not a valid number of games; give a whole number from 1"
    ):
        parse_count(value, "games")


LONG = f"{39 * '0'} ... {20 * '0'}"
"""The end of 10^400 in a message."""


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("titel = 1\n" + HEAD, "unknown key 'titel'; did you mean 'title'?"),
        ("game = 1\n[[[", ", line 2, column 3: Invalid initial character for a key part; a scenario is"),
        ('game = "war"\ngame = "war"\n', ", line 2, column 13: Cannot overwrite a value; a scenario is"),
        ('game = "war"\n', "there is no 'games'; give the number of games of each variant"),
        (HEAD.replace("war", "wor"), "game: unknown game 'wor'; did you mean 'war'?"),
        (HEAD.replace("1000", "0.5"), "games: 0.5 is not a valid number of games; give a whole number"),
        (HEAD.replace("= 1\n", "= -1\n"), "seed: -1 is not a valid seed; a seed is a whole number from 0"),
        (HEAD + "title = 3\n", "title: 3 is not a text; put it in quotes"),
        (HEAD + "keep_games = 1\n", "keep_games: 1 is neither true nor false"),
        (HEAD + "x = " + 100_000 * "[" + 100_000 * "]", "its tables are nested too deeply, or"),
        (HEAD + "x = " + 5_000 * "9", "its tables are nested too deeply, or it has a number of thousands of digits"),
        (HEAD + f"[rules]\nface_down = 1{400 * '0'}", f"rules: face_down: 1{LONG} is not a valid"),
        (HEAD + f'[precision]\n"rounds mean" = 1{400 * "0"}', f"precision.rounds mean: 1{LONG} is not a valid"),
        (HEAD + f"[report]\nseconds_per_play = 1{400 * '0'}", f"report.seconds_per_play: 1{LONG} is not a valid"),
        (HEAD + "rules = 1\n", "rules: 1 is not a table; write it as [rules]"),
        (HEAD + "[rules]\nfacedown = 1\n", "rules: unknown option 'facedown'; did you mean 'face_down'?"),
        (HEAD + '[rules]\nrun_out = "loose"\n', "rules: run_out: unknown value 'loose'; did you mean"),
        (HEAD + "[rules]\nlowest = 9\nhighest = 8\n", "rules: highest = 8 with lowest = 9; the highest"),
        (HEAD + "[vary]\nfac_down = [1]\n", "vary: unknown option 'fac_down'; did you mean 'face_down'?"),
        (HEAD + "[vary]\nface_down = 1\n", "vary.face_down: 1 is not a list of one or more values; write [...]"),
        (HEAD + "[vary]\nface_down = []\n", "vary.face_down: [] is not a list of one or more values"),
        (HEAD + "[vary]\nface_down = [1, 1.5]\n", "vary: face_down: 1.5 is not a valid value of this option; it"),
        (HEAD + "[vary]\nface_down = [1, 1]\n", "variant: two variants are called 'face_down=1'"),
        (HEAD + "[vary]\n", "vary: nothing varies"),
        (HEAD + "[vary]\nface_down = [1]\n[rules]\nface_down = 1\n", "vary.face_down: face_down is in"),
        (HEAD + "[vary]\nface_down = [1]\n[[variant]]\nname = 'x'\n", "vary: both [vary] and [[variant]]"),
        (HEAD + "[[variant]]\nrules = {}\n", "variant 1: there is no 'name'; give its name"),
        (HEAD + "[[variant]]\nname = 'x'\nrule = {}\n", "variant 1: unknown key 'rule'; did you mean"),
        (HEAD + "[[variant]]\nname = ' '\n", "variant 1: name: the name ' ' is empty; give it a name"),
        (HEAD + "[variant]\nname = 'x'\n", "variant: {name = 'x'} is not a list of one or more variants"),
        (HEAD + "[report]\nsecond_per_play = 1\n", "report: unknown key 'second_per_play'; did you mean"),
        (HEAD + "[report]\nseconds_per_shuffle = 1e300\n", "report.seconds_per_shuffle: 1e+300 is not a valid time"),
        (HEAD + "[report]\nseconds_per_play = 0\n", "report.seconds_per_play: 0 is not a valid time; give a"),
        (HEAD + "[precision]\nlevel = 2\n", "precision.level: 2 is not a valid level; give a number such as 0.95"),
        (HEAD + "[precision]\n", "precision: no statistic is named; name a statistic"),
        (HEAD + '[precision]\n"rounds mean" = -1\n', "precision.rounds mean: -1 is not a valid precision; give a"),
        (HEAD + '[precision]\n"rounds mean" = "1"\n', "precision.rounds mean: '1' is not a valid precision"),
        (HEAD + '[vary]\nface_down = [1, 3]\n[precision]\n"rounds mean" = "sign"\n',
         "precision.rounds mean: it is no difference of two variants, and its sign says nothing; name a difference"),
        (HEAD + '[vary]\nface_down = [1, 3]\n[precision]\n"deals with a different winner" = "sign"\n',
         "precision.deals with a different winner: it is no difference of two variants"),
        (HEAD + '[vary]\nface_down = [1, 3]\n[precision]\n"plays mean diference" = "sign"\n',
         "precision: unknown statistic 'plays mean diference'; did you mean 'plays mean difference'"),
        (HEAD + '[precision]\n"rounds mean" = "sign"\n',
         "precision.rounds mean: it is no difference of two variants, and its sign says nothing; compare two variants"),
        (HEAD + '[precision]\n"round mean" = 1\n', "precision: unknown statistic 'round mean'; did you mean"),
        (HEAD + 'policies = ["random"]\n', "policies: war is not a game of choice; remove it"),
        (HEAD + 'tournament = ["random"]\n', "tournament: war is not a game of choice; remove it"),
    ],
)  # fmt: skip
def test_a_mistake_is_reported_with_its_place_and_its_cure(text, message):
    assert refusal(text).startswith(
        f"my.toml{message}" if message[0] == "," else f"my.toml: {message}"
    )


def test_a_precision_can_be_asked_of_a_statistic_or_a_comparison():
    scenario = parse_scenario(
        HEAD + "[vary]\nface_down = [1, 3]\n"
        '[precision]\nlevel = 0.99\n"rounds mean" = "0.5 %"\n"plays mean difference" = 2\n'
    )
    assert scenario.precision.level == 0.99
    found = [
        (aim.statistic, aim.half_width, aim.relative) for aim in scenario.precision.aims
    ]
    assert found == [
        ("rounds mean", 0.005, True),
        ("plays mean difference", 2.0, False),
    ]


def test_a_run_may_stop_when_the_sign_of_a_difference_is_known():
    text = (
        HEAD
        + '[vary]\nface_down = [1, 3]\n[precision]\n"plays mean" = 2\n"plays mean difference" = "sign"\n'
    )
    scenario = parse_scenario(text)
    assert scenario.precision.signs == ("plays mean difference",)
    assert [aim.statistic for aim in scenario.precision.aims] == ["plays mean"]
    assert from_dict(scenario.as_dict()).precision == scenario.precision
    assert parse_scenario(
        text.replace('"plays mean" = 2\n', "")
    ).precision == Precision((), signs=("plays mean difference",))


class TestTheHash:
    """The hash names what is sampled: it changes with every outcome-relevant thing and nothing else."""

    BASE = HEAD + "[rules]\nface_down = 2\n"

    @pytest.mark.parametrize(
        "same",
        [
            'title = "New"\nquestion = "?"\nkeep_games = false\n' + BASE,
            BASE.replace("1000", "5000"),
            BASE + "[report]\nseconds_per_play = 9\n",
            BASE + '[precision]\n"rounds mean" = 1\n',
            HEAD + "# a remark\n[rules]\nface_down = 2.0\n",
            HEAD + '[rules]\nface_down = 2\nrun_out = "lose"\n',
        ],
    )
    def test_it_stays(self, same):
        assert parse_scenario(same).hash == parse_scenario(self.BASE).hash

    @pytest.mark.parametrize(
        "other",
        [
            BASE.replace("seed = 1", "seed = 2"),
            BASE.replace("= 2\n", "= 3\n"),
            BASE + 'pickup = "seat"\n',
            HEAD + "[vary]\nface_down = [2]\n",
        ],
    )
    def test_it_changes(self, other):
        assert parse_scenario(other).hash != parse_scenario(self.BASE).hash


def test_a_scenario_survives_json():
    scenario = parse_scenario(
        HEAD
        + 'keep_games = false\n[vary]\nface_down = [1, 3]\nhands = [["A A A A", "*rest"]]\n'
        + '[precision]\n"rounds mean" = "0.5 %"\n[report]\nseconds_per_play = 2\n'
    )
    again = from_dict(json.loads(json.dumps(scenario.as_dict())))
    assert again.hash == scenario.hash
    assert again.as_dict() == scenario.as_dict()


class TestFinding:
    """A scenario is found by its path or, if it is shipped, by its name."""

    def test_by_path(self, tmp_path):
        (tmp_path / "mine.toml").write_text(HEAD)
        assert load_scenario(tmp_path / "mine.toml").text == HEAD

    def test_by_name(self, tmp_path, monkeypatch):
        (tmp_path / "some-question.toml").write_text(HEAD)
        monkeypatch.setattr("sim.scenario.reading.shipped_directory", lambda: tmp_path)
        assert find_scenario("some-question") == tmp_path / "some-question.toml"
        with pytest.raises(
            UserError,
            match=r"unknown scenario 'some-questoin'; did you mean 'some-question'\?",
        ):
            find_scenario("some-questoin")

    def test_what_cannot_be_read(self, tmp_path):
        with pytest.raises(UserError, match=r"nowhere\.toml: there is no such file"):
            load_scenario(tmp_path / "nowhere.toml")
        with pytest.raises(UserError, match="it is a directory"):
            load_scenario(tmp_path)
        (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
        with pytest.raises(UserError, match="it is not a text file in UTF-8"):
            load_scenario(tmp_path / "bytes.toml")


def test_the_schema_has_a_meaning_for_every_key_and_option():
    schema = scenario_schema()
    json.dumps(schema)
    assert schema["additionalProperties"] is False
    assert all(field["description"] for field in schema["properties"].values())
    [war] = [
        one["then"]
        for one in schema["allOf"]
        if one["if"]["properties"]["game"]["const"] == "war"
    ]
    rules = war["properties"]["rules"]
    assert rules["additionalProperties"] is False
    assert rules["properties"]["run_out"]["enum"] == [
        "lose",
        "last-card",
        "all-in",
        "fewest",
        "draw",
    ]
    assert rules["properties"]["face_down"]["default"] == 1
    assert war["properties"]["vary"]["properties"]["players"]["items"]["minimum"] == 2


def test_numpy_s_values_make_the_same_scenario_as_python_s():
    plain = {"game": "war", "games": 10, "seed": 1, "keep_games": True}
    numpy = {
        "game": "war",
        "games": np.int64(10),
        "seed": np.uint8(1),
        "keep_games": np.True_,
    }
    rules = {"face_down": 3, "low_beats_high": True}
    same = {"face_down": np.int16(3), "low_beats_high": np.bool_(True)}
    assert (
        from_dict({**plain, "rules": rules}).hash
        == from_dict({**numpy, "rules": same}).hash
    )
