"""Early looks: the report of a run that is not finished."""

from dataclasses import replace

import pytest

import reports
import sim
from reports.contents import compose
from reports.facts import gather
from reports.sections import method
from sim.scenario import parse_scenario

TEXT = 'game = "war"\ngames = 12_000\nseed = 1\nkeep_games = false\n[vary]\nface_down = [1, 3]\n'


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    return sim.run(parse_scenario(TEXT), out=tmp_path_factory.mktemp("runs") / "whole")


@pytest.fixture
def partial(whole, monkeypatch):
    status = replace(whole.status(), complete=False, games_planned=50_000)
    monkeypatch.setattr(whole, "status", lambda: status)
    return whole


def test_a_finished_run_says_nothing_of_looking_early(whole):
    facts = gather(whole)
    assert method.cautions(facts) == []


def test_an_unfinished_run_says_what_looking_early_does(partial, tmp_path):
    first = compose(partial).cautions[0]
    assert first.startswith(
        "This run is not finished (12,000 of 50,000 games). Its ranges are for a number of games"
    )
    text = reports.write(partial, tmp_path / "report.md").read_text("utf-8")
    assert "in a quarter to a third of runs of equal rules" in text


def test_a_run_that_a_lead_stops_says_that_its_intervals_may_be_watched(tmp_path):
    text = (
        TEXT.replace("12_000", "40_000")
        + '[precision]\n"rounds mean difference" = "sign"\n'
    )
    stopped = sim.run(parse_scenario(text), out=tmp_path / "run")
    assert stopped.status().games_done == 10_000
    text = reports.write(stopped, tmp_path / "report.md").read_text("utf-8")
    assert method.WATCHED in text
    assert "Student’s t" not in text
    assert "stopped after 10,000 games: every sign is known" in text
    assert not method.cautions(gather(stopped))
