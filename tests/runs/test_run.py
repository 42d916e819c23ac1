"""A run: what it plays is the same however it was played, and nothing is ever mixed in."""

import itertools
import json
import re
from dataclasses import replace

import polars as pl
import pyarrow.parquet as pq
import pytest

from sim.collect import tasks
from sim.errors import UserError
from sim.runs import run
from sim.runs.merge import merge_runs
from sim.scenario import parse_scenario
from sim.stats import Measure, watched_mean
from tests.support import tiers
from tests.support.command_line import warlab
from tests.support.toy_game import (
    SCENARIO,
    content,
    every_file,
    same,
    toy_scenario,
)


def test_a_run_of_one_game_says_so(toy, tmp_path):
    assert (
        run(toy_scenario(), tmp_path / "run", games=1).status().why
        == "the only game of each variant is played"
    )
    one = replace(toy_scenario(), variants=toy_scenario().variants[:1])
    assert run(one, tmp_path / "one", games=1).status().why == "the only game is played"
    said = warlab("status", tmp_path / "one", "--verify")
    assert "counted again from 1 row in 1 part;" in " ".join(said.out.split())
    said = warlab("report", tmp_path / "run", "--to", tmp_path / "report.md")
    assert said.code == 0
    told = (tmp_path / "report.md").read_text(encoding="utf-8")
    assert not re.search(r"\b1 (games|rounds|plays)\b", told)
    assert "()" not in told


def test_without_rows_only_the_tallies_are_kept(toy, tmp_path, monkeypatch):
    """Counted piece by piece, they are the same."""
    kept = run(toy_scenario(), tmp_path / "rows")
    monkeypatch.setattr(tasks, "PIECE", 70)
    options = {"keep_games": False, "workers": 2, "block_games": 300}
    counted = run(toy_scenario(), tmp_path / "few", **options)
    assert counted.tallies().equals(kept.tallies())
    assert not (tmp_path / "few" / "games").exists()
    with pytest.raises(UserError, match="keeps no games"):
        counted.games()


def test_a_few_rows_can_be_picked_without_losing_the_columns_of_the_deal(toy, tmp_path):
    games = run(toy_scenario(), tmp_path / "run", block_games=128).games()
    some = pl.col("game").is_in([3, 4, 130, 999]) & (pl.col("variant") == "extra=3")
    picked = games.filter(some).select("game", "aces").collect()
    assert picked.equals(games.collect().filter(some).select("game", "aces"))


@pytest.mark.parametrize(
    ("workers", "backend", "block_games"),
    [
        (1, "threading", 1000),
        (1, "threading", 64),
        (3, "threading", 100),
        pytest.param(2, "loky", 250, marks=pytest.mark.slow),
    ],
)
def test_the_content_does_not_depend_on_workers_or_blocks(
    toy, tmp_path, workers, backend, block_games
):
    run(toy_scenario(), tmp_path / "one")
    run(
        toy_scenario(),
        tmp_path / "other",
        workers=workers,
        backend=backend,
        block_games=block_games,
    )
    assert same(tmp_path / "one", tmp_path / "other")


@pytest.mark.parametrize(
    ("backend", "several"), [("threading", (2, 7)), ("loky", tiers.size((2,), (2, 7)))]
)
def test_every_file_is_the_same_whatever_the_workers(toy, tmp_path, backend, several):
    run(toy_scenario(), tmp_path / "one", games=300_000)
    alone = every_file(tmp_path / "one")
    assert sum("part-" in name for name in alone) == 2 * 10
    for workers in several:
        run(
            toy_scenario(),
            tmp_path / str(workers),
            games=300_000,
            workers=workers,
            backend=backend,
        )
        assert every_file(tmp_path / str(workers)) == alone


def test_a_part_says_which_games_of_which_scenario_it_holds(toy, tmp_path):
    scenario = toy_scenario()
    run(scenario, tmp_path / "run", block_games=400)
    parts = sorted((tmp_path / "run" / "games" / "extra-3").iterdir())
    assert [part.name for part in parts] == [
        "part-000000000000-000000000399.parquet",
        "part-000000000400-000000000799.parquet",
        "part-000000000800-000000000999.parquet",
    ]
    footer = pq.read_metadata(parts[1]).metadata
    assert footer[b"seed"] == b"7"
    assert footer[b"scenario_hash"] == scenario.hash.encode()
    assert (footer[b"first"], footer[b"last"]) == (b"400", b"799")
    assert pq.read_table(parts[1])["game"].to_pylist() == list(range(400, 800))


def test_the_manifest_says_what_is_played(toy, tmp_path):
    scenario = toy_scenario()
    run(scenario, tmp_path / "run")
    manifest = json.loads((tmp_path / "run" / "manifest.json").read_text())
    assert manifest["scenario_hash"] == scenario.hash
    assert manifest["scenario_text"] == SCENARIO
    assert (manifest["seed"], manifest["first"], manifest["games"]) == (7, 0, 1000)
    assert manifest["ledger"] == [[0, 999]]
    assert {"warlab", "python", "numpy", "numba"} <= manifest["software"].keys()
    assert manifest["variants"][1] == {"name": "extra=3", "directory": "games/extra-3"}


def test_runs_over_different_games_merge_in_any_order_into_the_run_over_all(
    toy, tmp_path
):
    run(toy_scenario(), tmp_path / "whole", games=1000)
    for first, stop in ((0, 300), (300, 701), (701, 1000)):
        run(
            toy_scenario(),
            tmp_path / str(first),
            games=stop - first,
            first=first,
            block_games=90,
        )
    for number, order in enumerate(itertools.permutations(("0", "300", "701"))):
        merged = merge_runs(
            [tmp_path / name for name in order], tmp_path / f"merged-{number}"
        )
        assert merged.status().complete
        assert same(tmp_path / f"merged-{number}", tmp_path / "whole")


def test_progress_counts_up_to_the_plan(toy, tmp_path):
    steps = []
    run(toy_scenario(), tmp_path / "run", block_games=300, progress=steps.append)
    assert [step.games_done for step in steps] == [0, 300, 600, 900, 1000]
    assert {step.games_planned for step in steps} == {1000}
    assert (
        steps[2]
        .counted.frame()
        .filter(column="length", ending="", variant="extra=0", versus="")["count"]
        .sum()
        == 600
    )


def test_a_precision_stops_the_run_at_a_look_whatever_the_blocks(toy, tmp_path):
    # Lengths have a standard deviation of about 38: 1.0 takes some 5,500 games, and the
    # first look will do.
    scenario = toy_scenario('\n[precision]\n"length mean" = 1.0\n')
    played = run(scenario, tmp_path / "one", games=100_000)
    assert played.status().complete
    assert played.status().games_done == 10_000
    assert played.status().why.startswith("stopped after 10,000 games: ")
    run(scenario, tmp_path / "other", games=100_000, workers=2, block_games=3_333)
    assert content(tmp_path / "one") == content(tmp_path / "other")


def test_a_run_stops_when_one_variant_leads_and_its_intervals_hold_at_every_look(
    tmp_path,
):
    scenario = parse_scenario(
        'game = "war"\ngames = 100_000\nseed = 1\n[vary]\nface_down = [1, 3]\n'
        '[precision]\n"rounds mean difference" = "sign"\n'
    )
    played = run(scenario, tmp_path / "one")
    status = played.status()
    assert status.games_done == 10_000
    assert status.why.startswith(
        "stopped after 10,000 games: every sign is known; the last was rounds mean"
    )
    assert "below zero" in status.why
    assert status.why.endswith("at every look)")
    (found,) = (
        one for one in played.differences() if one.statistic == "rounds mean difference"
    )
    assert found.interval.method == "normal mixture, at every look"
    counted = played.counted.histogram(found.variant, "rounds", found.versus)
    assert found.interval == watched_mean(counted).interval
    assert found.p_holm is not None
    assert found.p_holm < 0.05
    for measure in (Measure.MEAN, Measure.SHARE):
        one = next(one for one in played.estimates() if one.measure is measure)
        assert one.interval.method.endswith("mixture, at every look")
    run(scenario, tmp_path / "other", workers=2, block_games=3_333)
    assert content(tmp_path / "one") == content(tmp_path / "other")


class TestRefusals:
    """What would spoil a run or cannot be is refused in one line that says the cure."""

    def test_a_file_is_no_directory(self, toy, tmp_path):
        (tmp_path / "file").write_text("x")
        with pytest.raises(UserError, match="it is a file; choose another directory"):
            run(toy_scenario(), tmp_path / "file")
        with pytest.raises(UserError, match="cannot make it: not a directory"):
            run(toy_scenario(), tmp_path / "file" / "below")

    @pytest.mark.parametrize(
        ("wrong", "message"),
        [
            (
                {"workers": 0},
                "workers: 0 is not a valid number of workers; give a whole number from 1 to 1024",
            ),
            (
                {"backend": "thread"},
                "unknown backend 'thread'; did you mean 'threading'?",
            ),
            (
                {"first": -1},
                "first: -1 is not a valid game number; a game number is a whole number",
            ),
        ],
    )
    def test_impossible_numbers(self, toy, tmp_path, wrong, message):
        with pytest.raises(UserError, match=message.replace("?", r"\?")):
            run(toy_scenario(), tmp_path / "run", **wrong)
        assert not (tmp_path / "run").exists()
