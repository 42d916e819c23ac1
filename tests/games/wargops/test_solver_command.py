"""What ``warlab solve wargops`` says, as tables and as JSON."""

from __future__ import annotations

import json

import pytest

from sim.commands.solve.wargops import tell_wargops
from sim.errors import UserError
from sim.games.wargops.solution.problem import WarGopsProblem

TWO_RANKS = """\
WarGops solved exactly: 2 ranks, two players, ties awarded later, the last pot is nobody's

figure
─────────────────────────────────────
value                        0 points
exploitability         0.0e+00 points
best response to high        0 points
positions                           8
matrix games                        5
memory                      441 bytes
time                         < 0.01 s

First card of an equilibrium: the chance of each rank

rank   chance
─────────────
1           1
2           0
"""
"""Nobody scores: whatever is laid, the last cards tie; so the first of equally good cards is laid."""


def words_of(text):
    """The lines word by word, but for the time and the rules."""
    return [line.split() for line in text.splitlines() if not line.startswith(("time ", "───"))]


def test_the_solution_of_two_ranks_is_printed(capsys):
    tell_wargops(WarGopsProblem(2, "orphan"), 1, "high", check=True, json=False, csv=None)
    assert words_of(capsys.readouterr().out) == words_of(TWO_RANKS)


def test_published_cards_stand_in_the_table(capsys):
    tell_wargops(WarGopsProblem(5, "orphan"), 1, None, check=False, json=False, csv=None)
    rows = words_of(capsys.readouterr().out)
    for rank, chance in enumerate(("0.1382", "0.4055", "0.0696", "0.3454", "0.0413"), 1):
        assert [str(rank), chance] in rows
    assert not any(row[:1] == ["exploitability"] for row in rows)


def test_programs_get_everything(capsys):
    tell_wargops(WarGopsProblem(4), 2, "low", check=True, json=True, csv=None)
    found = json.loads(capsys.readouterr().out)
    assert (found["game"], found["ranks"], found["last_pot"]) == ("wargops", 4, "survivor")
    assert abs(found["value"]) < 1e-12
    assert abs(found["exploitability"]) < 1e-12
    assert sum(found["first_cards"]) == pytest.approx(1)
    assert found["against"] == "low"
    assert found["best_response"] > 0
    assert found["positions"] == 614


def test_an_unknown_policy_is_refused():
    with pytest.raises(UserError, match="--against: unknown policy 'hihg'; did you mean 'high'"):
        tell_wargops(WarGopsProblem(4), 1, "hihg", check=False, json=False, csv=None)
