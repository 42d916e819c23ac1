"""Anything at all as a scenario, a command line, a deal, a policy or a manifest: an answer, or one line."""

import json
import re

import numpy as np
import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from typer.main import get_command

import sim
from sim.commands.cli import app
from sim.contract.columns import Column
from sim.counts.amounts import of_column
from sim.counts.expressions import condition, parsed
from sim.errors import UserError
from sim.games import GAMES
from sim.policies.sets import lowest
from sim.runs import run
from sim.scenario import from_dict, parse_scenario
from sim.scenario.schema import scenario_schema
from tests.faults.damages import Answer
from tests.support.command_line import warlab
from tests.support.fractions import in_fractions
from tests.support.toy_game import TOY, toy_scenario

CALM = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])

scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.integers(min_value=10**300, max_value=10**400),
    st.floats(),
    st.text(max_size=12),
    st.sampled_from(
        ["war", "gops", "1e6", "50 %", "rounds mean", "match", "\x1b[31m", "a\nb"]
    ),
)
NAMES = ["name", "rules", "face_down", "level"]

values = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(
            st.one_of(st.sampled_from(NAMES), st.text(max_size=8)),
            inner,
            max_size=3,
        ),
    ),
    max_leaves=8,
)
tables = st.dictionaries(
    st.one_of(
        st.sampled_from(sorted(scenario_schema()["properties"])), st.text(max_size=8)
    ),
    values,
    max_size=6,
)

VALID = '[rules]\nrun_out = "lose"\n[vary]\nface_down = [1, 3]\n[precision]\n"rounds mean" = "1 %"\n'
TEXT = f'title = "A"\nquestion = "B?"\ngame = "war"\ngames = 1_000\nseed = 1\n{VALID}'


def outcome(act):
    """Return what a call gives, or how it is refused."""
    try:
        return act(), None
    except UserError as error:
        return None, error


def one_line(error):
    """Return whether an error is one line of bearable length."""
    return "\n" not in str(error).strip() and 0 < len(str(error)) < 3000


@CALM
@given(tables)
def test_any_table_is_a_scenario_or_refused(data):
    for more in (data, {"game": "war", "games": 10, "seed": 1, **data}):
        scenario, refused = outcome(lambda more=more: from_dict(more))
        if refused is not None:
            assert one_line(refused)
        else:
            assert from_dict(json.loads(json.dumps(scenario.as_dict()))) == from_dict(
                scenario.as_dict()
            )


@CALM
@given(st.integers(0, len(TEXT)), st.integers(0, 12), st.text(max_size=12))
def test_any_edit_of_a_scenario_file_is_a_scenario_or_refused(start, gone, new):
    text = TEXT[:start] + new + TEXT[start + gone :]
    scenario, refused = outcome(lambda: parse_scenario(text, "edited.toml"))
    if refused is not None:
        assert one_line(refused)
        assert str(refused).startswith("edited.toml")
    else:
        assert scenario.games >= 1


WORDS = (
    "which rare solve worth page ask true 1979-05-27 1e-320 0.9999999999999999 9223372036854775808 "
    "rounds*1e16 rounds/1e300 kings+9223372036854775807 A/K 2|3 [2][3] 2;3 9♠TD --mean --given --level "
    "games validate replay status report compare exact scenarios war gops war-length first-ties casino-war ruin - -- "
    "-r --json --seed --deal --to --variant --policies face_down=3 face_down = 1e3 -1 /dev/null"
)
TOKENS = (
    "rounds wars < <= = <> AND OR NOT BETWEEN IN CASE WHEN THEN ELSE END ( ) , + - * / % "
    "0 3 2.5 'a' ABS( IF( MOD( -- \""
)
COLUMNS = {
    name: of_column(Column(name, "int32", name, signed=True))
    for name in ("rounds", "wars")
}
GAMES_PLAYED = pl.DataFrame({"rounds": [0, 1, 3, 26, 300], "wars": [0, 2, 3, 0, 17]})

CARDS = "A K 10 2 T t a 9♠ TD * 14 0 - / | ; , [ ] ( ) \n  \t"
"""Cards and separators as people write them; two blanks in a row are an empty one."""

words = st.one_of(st.sampled_from(WORDS.split()), st.text(max_size=8))


TYPED = """play tod-und-leben --games 60 --chance rounds>9 --json
run s.toml --out run --games 60 --block-games 20 --workers 1
report run --to a.md
compare run --csv c.csv
merge run run --out merged
replay tod-und-leben 3 --deal 2_3 --html g.html
plan s.toml --pilot 60
play tod-und-leben --deals d.txt --rows r.csv
play tod-und-leben --games 60 --mean rounds/1e9 --given rounds>3 --by winner
rare tod-und-leben rounds<=1 --samples 10
exact first-ties --copies 2
"""
PROGRAM = get_command(app)
OPTIONS = sorted(
    {
        name
        for command in PROGRAM.commands.values()
        for one in command.params
        for name in one.opts
    }
)
ODD = ["0", "nan", "1e999", "50%", "\x1b[31m", "a\nb", "x=1", "s.toml"]


@CALM
@given(
    st.sampled_from(TYPED.split("\n")),
    st.lists(
        st.tuples(st.integers(0, 9), words | st.sampled_from(OPTIONS + ODD)), max_size=6
    ),
)
def test_any_command_line_is_done_or_refused(monkeypatch, tmp_path, line, changes):
    (tmp_path / "d.txt").write_text("2 3 / 4 5\n9♠ TD / A♥ K♣ # two\n")
    (tmp_path / "s.toml").write_text(
        'title = "A"\ngame = "tod-und-leben"\ngames = 60\nseed = 1\n'
    )
    typed = line.split()
    for place, word in changes:
        typed[place : place + len(word) % 2] = [word]
    if "-completion" in "".join(typed) or "\0" in "".join(typed):
        return
    monkeypatch.chdir(tmp_path)
    said = warlab("", *typed)
    assert said.code in (0, 2)
    if said.code == 2:
        assert said.err.startswith("warlab: ")
        assert said.err.count("\n") == 1


def _joined(inner, signs):
    return st.builds("({} {} {})".format, inner, st.sampled_from(signs.split()), inner)


def computed(value):
    """Return the value of an expression in each game."""
    found = GAMES_PLAYED.select(value.alias("value"))["value"].to_list()
    return found if len(found) > 1 else found * GAMES_PLAYED.height


NUMBERS = """rounds wars 3 -7 2.5 10000000000000000 9223372036854775807 1e18 1e300
1e-9 1e-300 2.5e-7 0.000001 1e7"""
any_amounts = st.recursive(
    st.sampled_from(NUMBERS.split()),
    lambda inner: st.one_of(
        _joined(inner, "+ - * /"),
        st.builds("ABS({})".format, inner),
        st.builds("GREATEST({}, {})".format, inner, inner),
        st.builds("FLOOR({})".format, inner),
    ),
    max_leaves=6,
)


REFUSALS = "names no column|too large|too small|divides by zero|too deeply nested"


@CALM
@given(any_amounts, st.sampled_from(["<", "<=", ">", ">=", "==", "<>"]), any_amounts)
def test_numbers_of_any_size_are_compared_exactly_or_refused(first, compared, second):
    text = f"{first} {compared} {second}"

    def found():
        read = condition(text, COLUMNS, "here", "rounds > 9")
        return computed(read.value)

    holds, refused = outcome(found)
    if refused is None:
        assert holds == in_fractions(text, GAMES_PLAYED.to_dicts())
    else:
        assert one_line(refused)
        assert re.search(REFUSALS, str(refused))


@CALM
@given(any_amounts)
def test_an_amount_in_units_is_off_by_less_than_one_of_them(text):
    def found():
        read = parsed(text, COLUMNS, "here")
        return read.unit("here"), computed(read.counted("here"))

    known, refused = outcome(found)
    if refused is not None:
        assert one_line(refused)
        assert re.search(REFUSALS, str(refused))
        return
    unit, counted = known
    exact = in_fractions(text, GAMES_PLAYED.to_dicts())
    for units, value in zip(counted, exact, strict=True):
        assert (units is None) == (value is None)
        assert value is None or abs(units * unit - value) < unit
        assert not value or units


@CALM
@given(
    st.one_of(
        st.text(max_size=40),
        st.lists(st.sampled_from(TOKENS.split()), max_size=12).map(" ".join),
    )
)
def test_any_condition_is_read_or_refused(text):

    def found():
        read = condition(text, COLUMNS, "here", "rounds > 9")
        return computed(read.value)

    holds, refused = outcome(found)
    if refused is not None:
        assert one_line(refused)
        assert str(refused).startswith("here")
    else:
        assert {*holds} <= {True, False, None}


written = st.lists(
    st.sampled_from(CARDS.split(" ")) | st.text(max_size=2), max_size=12
).map("".join)
rows_of_cards = st.lists(st.integers(2, 14), min_size=2, max_size=6)


@CALM
@given(
    st.one_of(
        values,
        st.lists(st.lists(st.integers(-2, 20), max_size=54), max_size=3),
        st.permutations([card for card in range(2, 15) for _ in range(4)]),
        st.lists(st.integers(0, 300), min_size=4, max_size=8).map(
            lambda row: np.array([row], np.int64)
        ),
        st.lists(st.floats(), min_size=2, max_size=4).map(lambda row: np.array([row])),
        st.lists(st.one_of(written, rows_of_cards, scalars), max_size=4),
    )
)
def test_any_deal_is_played_or_refused(deal):
    played, refused = outcome(lambda: sim.play("war", deals=deal))
    if refused is not None:
        assert one_line(refused)
    else:
        assert played["rounds"].min() is None or played["rounds"].min() >= 0


@CALM
@given(
    st.one_of(scalars, st.lists(st.integers(), max_size=2), st.just(object())),
    st.integers(0, 12),
)
def test_any_answer_of_a_policy_is_a_move_or_refused(answer, after):
    asked = []

    def choose(view, chance):
        asked.append(1)
        return answer if len(asked) > after else lowest(view.hand)

    played, refused = outcome(lambda: sim.play("gops", 1, policies=[choose, "match"]))
    if refused is not None:
        assert one_line(refused)
        assert "policy choose" in str(refused)
        assert "game 0" in str(refused)
    else:
        assert played.height == 1


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """Return a run of which the manifest will be edited."""
    path = tmp_path_factory.mktemp("runs") / "run"
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(GAMES, "toy", TOY)
        run(toy_scenario(), path, games=300)
    return path


@CALM
@given(st.data())
def test_any_manifest_tells_the_same_or_is_refused(toy, whole, data):
    manifest = whole / "manifest.json"
    text = manifest.read_text()
    truth = Answer.of(whole)
    edited = json.loads(text)
    inner = edited
    key = data.draw(st.sampled_from(sorted(edited)))
    while isinstance(inner[key], dict) and inner[key] and data.draw(st.booleans()):
        inner = inner[key]
        key = data.draw(st.sampled_from(sorted(inner)))
    if data.draw(st.booleans()):
        inner[key] = data.draw(values)
    else:
        del inner[key]
    try:
        manifest.write_text(json.dumps(edited))
        told, refused = outcome(lambda: Answer.of(whole))
    finally:
        manifest.write_text(text)
    assert one_line(refused) if refused is not None else told.same(truth)
