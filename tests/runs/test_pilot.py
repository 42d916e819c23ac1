"""Pilots: what games cost, from arithmetic that can be done by hand, and a pilot that is played."""

from pathlib import Path

import pytest

from sim.counts.tallies import Tallies
from sim.runs import run
from sim.runs.pilot import FIRST, Played, _slope, play_pilot
from sim.scenario import parse_scenario

SMALL = 'game = "war"\ngames = 1000\nseed = 1\n[rules]\nlowest = 9\n[vary]\nface_down = [0, 1]\n'


def test_its_interval_is_students_for_two_groups_of_three() -> None:
    """Welch's by hand: variances 1 and 1, so the error is the root of 2/3, times 2.776."""
    slope, reach = _slope([1, 2, 1, 2, 1, 2], [10, 20, 11, 21, 9, 19])
    assert slope == pytest.approx(10)
    assert reach == pytest.approx(2.776 * (2 / 3) ** 0.5)


def test_the_cost_of_a_run_adds_parts_games_and_what_is_there_anyway() -> None:
    costs = (1e-6, 5e-7, 2e-6), 1000, 7, 500, 10**8, 100
    played = Played(parse_scenario(SMALL), 2, 1000, 1.0, Tallies(), *costs)
    found = played.cost(1_000_000)
    assert (found.seconds, found.seconds_low, found.seconds_high) == (1, 0.5, 2)
    # Blocks of 65,536 games: sixteen, each with a part for either variant.
    assert found.disk == 32 * 1000 + 7_000_000 + 500
    assert found.memory == 10**8 + 2 * 65_536 * 100
    without = Played(
        parse_scenario("keep_games = false\n" + SMALL), 2, 1000, 1.0, Tallies(), *costs
    )
    assert without.cost(10**6).disk == 500


def test_a_pilot_plays_games_that_no_run_counts_and_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    scenario = parse_scenario(SMALL)
    told: list[int] = []
    found = play_pilot(scenario, 640, workers=2, progress=told.append)
    assert found.games == told[-1] == found.tallies.games == 640
    assert not list(tmp_path.iterdir())
    same = run(scenario, tmp_path / "same", first=FIRST, games=640, keep_games=False)
    assert found.tallies.entries == same.counted.entries


def test_the_disk_that_a_run_takes_is_near_what_its_pilot_says(tmp_path: Path) -> None:
    scenario = parse_scenario(SMALL)
    planned = play_pilot(scenario, 3200).cost(20_000).disk
    where = tmp_path / "run"
    run(scenario, where, games=20_000)
    taken = sum(path.stat().st_size for path in where.rglob("*") if path.is_file())
    assert planned == pytest.approx(taken, rel=0.25)
