"""``warlab run --first`` and ``warlab merge``: ranges of games that are played apart and become one run."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from sim.runs import open_run
from tests.support.command_line import refuses, warlab
from tests.support.places import ROOT
from tests.support.toy_game import content

FEW = 'title = "Few"\nquestion = "Who wins?"\ngame = "tod-und-leben"\ngames = 900\nseed = 3\n'


@pytest.fixture(autouse=True)
def _here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("few.toml").write_text(FEW)


def play(out, *words):
    said = warlab("run few.toml --block-games 100", "--out", out, *words)
    assert said.code == 0, said.err


def ranges(*firsts):
    """Play ranges of 300 games."""
    for first in firsts:
        play(f"at-{first}", "--first", first, "--games", 300)
    return [f"at-{first}" for first in firsts]


def test_ranges_become_the_run_that_one_machine_would_have_played():
    play("whole")
    said = warlab("merge --out merged", *ranges(600, 0, 300))
    assert said.code == 0, said.err
    assert said.out.startswith("merged: all 900 games are played (")
    assert content(Path("merged")) == content(Path("whole"))
    merged, whole = (open_run(name).games().collect() for name in ("merged", "whole"))
    assert merged.equals(whole)


def test_gaps_are_listed_and_can_be_played():
    play("whole")
    said = warlab("merge --out merged", *ranges(0, 600))
    assert said.out.splitlines()[1:] == ["missing: games 300 to 599"]
    assert "600 of 900 games are played; resuming plays the rest" in said.out
    assert "missing: games 300 to 599" in warlab("status merged").out
    play("merged", "--resume")
    assert content(Path("merged")) == content(Path("whole"))


def test_a_range_that_is_missing_at_the_end_is_known_by_what_is_planned():
    found = warlab("merge --out merged --first 0 --games 900 --json", *ranges(300)).json
    assert found["missing"] == [[0, 299], [600, 899]]
    assert found == found | {"games_done": 300, "games_planned": 900, "complete": False}
    play("merged", "--resume")
    play("whole")
    assert content(Path("merged")) == content(Path("whole"))


def test_what_cannot_be_joined_is_refused_by_name():
    ranges(0, 300)
    play("other", "--first", 200, "--games", 300)
    play("seed", "--first", 300, "--games", 300, "--seed", 4)
    Path("few.toml").write_text(FEW + "[rules]\nhighest = 13\n")
    play("rules", "--first", 300, "--games", 300)
    refuses("""
$ warlab merge --out merged --games 200 at-300
games: the runs have games 500 to 599, outside of 300 to 499;
plan all games that they have, or leave a run out
$ warlab merge at-0 other --out merged
other: it holds games 200 to 299, as another of the runs does; merge runs over different games
$ warlab merge at-0 seed --out merged
seed: it is of another scenario: the seed is 4, not 3;...
$ warlab merge at-0 rules --out merged
rules: it is of another scenario: ...
""")
    assert not Path("merged").exists()


def test_a_plan_says_which_games():
    said = warlab("run few.toml --first 1e6 --games 300 --dry-run")
    assert "numbers 1,000,000 to 1,000,299" in said.out


@pytest.mark.slow
def test_the_recipe_of_the_page_for_slurm_runs():
    """One job after the other, each with fewer games; one of them fails at first and is queued again."""
    page = (ROOT / "docs" / "clusters.md").read_text(encoding="utf-8")
    script, merging, *_ = re.findall(
        r"^```sh\n((?:#!/bin/sh|warlab merge).*?)^```$", page, re.MULTILINE | re.DOTALL
    )
    script = script.replace("10000000", "300").replace("war-length", "few.toml")
    merging = merging.replace("war-length", "few").replace("1e9", "900")
    Path("job.sh").write_text(script)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"

    def job(text, task):
        variables = {**os.environ, "PATH": path, "SLURM_ARRAY_TASK_ID": str(task)}
        return subprocess.run(
            ["sh", "-c", text],
            env=variables,
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        ).stdout

    for task in (0, 2, 2):
        job("sh job.sh", task)
    assert "missing: games 300 to 599" in job(merging, 0)
    job("rm -r runs; sh job.sh", 1)
    assert "all 900 games are played" in job(merging, 0)
    play("whole", "--no-keep-games")
    assert content(Path("runs/few")) == content(Path("whole"))
