"""Public functions refuse what is of a wrong type in one line, in the words of Python."""

import inspect
from operator import attrgetter

import numpy as np
import pytest

import sim
from sim.errors import UserError


@pytest.mark.parametrize(
    ("function", "given", "more", "message"),
    [
        (
            "play",
            (["war"],),
            {},
            f"unknown game ['war']; choose from {', '.join(sim.games())}",
        ),
        (
            "play",
            ("war", "x"),
            {},
            "games: 'x' is not a valid number of games; give a whole number from 0 to 2**62 - 1",
        ),
        (
            "play",
            ("war",),
            {"columns": [["kings"]]},
            "columns: unknown column ['kings']; did you mean 'kings'?",
        ),
        (
            "play",
            ("war",),
            {"deals": "2 3"},
            (
                "deals: '2 3' is not a list of deals; give a list; a deal is a row of "
                'cards, [2, 3, 14, 13], or a text, "2 3 A K" or "2 A / 3 K"'
            ),
        ),
        (
            "run",
            (None, "DIR"),
            {},
            "scenario: None is not a scenario; give the path of a file or the name of a bundled one",
        ),
        (
            "run",
            ("quick",),
            {},
            'out: it is missing; give the directory of the run, such as "runs/war"',
        ),
        (
            "run",
            ("quick", "DIR"),
            {"progress": 5},
            "progress: 5 is not a function; give one, or None",
        ),
        (
            "run",
            ("quick", "DIR"),
            {"until": 5},
            'until: 5 is not a list of aims; give a list, such as ["rounds mean 0.5 %"]',
        ),
        (
            "merge_runs",
            (5, "DIR"),
            {},
            "paths: 5 is not a list of runs; give a list of directories",
        ),
        ("open_run", (5,), {}, "5: it is not a path"),
        (
            "tournament",
            ("gops", 5),
            {},
            "policies: 5 is not a list of policies; give a list",
        ),
    ],
)
def test_a_wrong_type_is_refused_in_one_line(function, given, more, message, tmp_path):
    places = [str(tmp_path / "run") if word == "DIR" else word for word in given]
    with pytest.raises(UserError) as refused:
        getattr(sim, function)(*places, **more)
    assert str(refused.value) == message
    assert not list(tmp_path.iterdir())


WRONG = (
    None,
    [],
    ["x"],
    2.5,
    {},
    {"a": 1},
    "",
    object(),
    np.array(["war", "points"]),
)
"""Values of every common type; some are right for some parameters."""

CALLS = {
    "deal": {"name": "war"},
    "play": {"name": "war", "games": 2},
    "replay": {"name": "war"},
    "line_ups": {"name": "gops", "policies": ["match"], "games": 20},
    "luck": {"name": "gops", "policies": ["match", "random"], "games": 20},
    "tournament": {"name": "gops", "policies": ["match", "random"], "games": 20},
    "merge_runs": {"paths": ["none"], "out": "merged"},
    "open_run": {"path": "none"},
    "repair_run": {"path": "none"},
    "verify_run": {"path": "none"},
    "run": {"scenario": "quick", "out": "run", "games": 20},
    "rare.chance": {
        "name": "war",
        "event": "rounds <= 3",
        "samples": 10,
        "repetitions": 2,
        "rules": {"highest": 5, "copies": 2},
    },
    "exact.casino_round": {"cards": {2: 4, 3: 4}},
    "exact.casino_war": {},
    "exact.casino_session": {"bankroll": 10, "hands": 5},
    "exact.first_ties": {},
    "exact.gamblers_ruin": {},
    "exact.gops": {"cards": 3},
    "exact.gops_position": {"hand_0": [1], "hand_1": [1], "prizes": [1]},
    "exact.gops_response": {"policy": "match", "cards": 3},
    "exact.kept": {"folder": "none"},
    "exact.sweep": {},
    "exact.tod_und_leben": {"copies": 1},
    "exact.war": {"ranks": 2, "copies": 2},
    "exact.wargame": {"lines": [[1, 2], [3]]},
    "exact.wargops": {"ranks": 2},
}
"""A small call of every public function."""


@pytest.mark.parametrize("name", CALLS)
def test_a_function_takes_a_value_of_any_type_or_refuses_it_in_one_line(
    name, tmp_path, monkeypatch
):
    """The words are those of Python, not of the command line."""
    monkeypatch.chdir(tmp_path)
    function = attrgetter(name)(sim)
    for parameter in inspect.signature(function).parameters:
        for number, value in enumerate(WRONG):
            call = {**CALLS[name], parameter: value}
            if parameter != "out" and "out" in call:
                call["out"] = f"{parameter}-{number}"
            try:
                function(**call)
            except UserError as error:
                said = str(error)
                assert "\n" not in said
                assert "--" not in said


def test_a_wrong_number_of_decks_is_told_of_the_word_infinite():
    with pytest.raises(UserError, match="casino-war --decks infinite"):
        sim.exact.casino_war("INFINITE")


def test_every_public_function_is_tried():
    public = {*sim.__all__} - {"Run", "UserError", "games"}
    exact = {f"exact.{name}" for name in sim.exact.__all__} - {"exact.openspiel"}
    assert {*CALLS} == public | exact | {"rare.chance"}
