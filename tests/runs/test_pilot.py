"""Pilots: what games cost, from arithmetic that can be done by hand, and a pilot that is played."""

import pytest

from sim.counts.tallies import Tallies
from sim.runs import run
from sim.runs.pilot import FIRST, Played, play_pilot
from sim.scenario import parse_scenario

SMALL = 'game = "war"\ngames = 1000\nseed = 1\n[rules]\nlowest = 9\n[vary]\nface_down = [0, 1]\n'


def test_the_cost_of_a_run_adds_games_and_what_is_there_anyway():
    played = Played(parse_scenario(SMALL), 2, 1000, 1.0, Tallies(), 1e-6, 7.0, 500)
    assert played.seconds_of(1_000_000) == 1
    assert played.disk_of(1_000_000) == 7_000_500


def test_a_pilot_plays_games_that_no_run_counts_and_leaves_nothing_behind(
    tmp_path, monkeypatch
):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    scenario = parse_scenario(SMALL)
    found = play_pilot(scenario, 640, workers=2)
    assert found.games == found.tallies.games == 640
    assert not list(tmp_path.iterdir())
    same = run(scenario, tmp_path / "same", first=FIRST, games=640, keep_games=False)
    assert found.tallies.entries == same.counted.entries


def test_the_disk_that_a_run_takes_is_near_what_its_pilot_says(tmp_path):
    scenario = parse_scenario(SMALL)
    planned = play_pilot(scenario).disk_of(100_000)
    where = tmp_path / "run"
    run(scenario, where, games=100_000)
    taken = sum(path.stat().st_size for path in where.rglob("*") if path.is_file())
    assert planned == pytest.approx(taken, rel=0.25)
