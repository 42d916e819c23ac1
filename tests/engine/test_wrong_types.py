"""Public functions refuse what is of a wrong type in one line, in the words of Python."""

from pathlib import Path
from typing import Any

import pytest

import sim
from sim.errors import UserError

KNOWN = ", ".join(sim.games())


@pytest.mark.parametrize(
    ("function", "given", "more", "message"),
    [
        ("play", (["war"],), {}, "unknown game ['war']; did you mean 'war'?"),
        ("deal", ({},), {}, f"unknown game {{}}; choose from {KNOWN}"),
        ("replay", (5, 1), {}, f"unknown game 5; choose from {KNOWN}"),
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
            'deals: a single text; give a list of texts: ["...", "..."]',
        ),
        (
            "run",
            (None, "DIR"),
            {},
            "scenario: None is not a scenario; give the path of a file or the name of a bundled one",
        ),
        (
            "run",
            ({}, "DIR"),
            {},
            "scenario: {} is not a scenario; give the path of a file or the name of a bundled one",
        ),
        ("run", ("quick", None), {}, "None: a path is text or a Path, not NoneType"),
        (
            "run",
            ("quick", "DIR"),
            {"until": 5},
            'until: 5 is not a list of aims; give a list, such as ["rounds mean 0.5 %"]',
        ),
        (
            "run",
            ("quick", "DIR"),
            {"until": [5]},
            'until: [5] is not a list of aims; give a list, such as ["rounds mean 0.5 %"]',
        ),
        (
            "merge_runs",
            (5, "DIR"),
            {},
            "paths: 5 is not a list of runs; give a list of directories",
        ),
        ("open_run", (5,), {}, "5: a path is text or a Path, not int"),
        ("verify_run", (None,), {}, "None: a path is text or a Path, not NoneType"),
        (
            "tournament",
            ("gops", 5),
            {},
            "policies: 5 is not a list of policies; give a list",
        ),
    ],
)
def test_a_wrong_type_is_refused_in_one_line(
    function: str,
    given: tuple[Any, ...],
    more: dict[str, Any],
    message: str,
    tmp_path: Path,
) -> None:
    places = [str(tmp_path / "run") if word == "DIR" else word for word in given]
    with pytest.raises(UserError) as refused:
        getattr(sim, function)(*places, **more)
    assert str(refused.value) == message
    assert not list(tmp_path.iterdir())
