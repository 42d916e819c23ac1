"""The longest game of a run: found from the rows of the same games, whatever the blocks, the order and the backend."""

import re
from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest

import sim
from reports.writing import render
from sim.counts.counted import Longest, longer
from sim.errors import UserError
from sim.runs.directory import RunDirectory
from sim.runs.verification import verify_run
from tests.support import tiers

SCENARIO = """
game = "war"
games = 3000
seed = 5
keep_games = false

[[variant]]
name = "plain"

[[variant]]
name = "by seats"
rules = { pickup = "seat" }

[[variant]]
name = "nobody ends"
rules = { max_rounds = 1 }
"""


@pytest.fixture(scope="module")
def scenario(tmp_path_factory):
    path = tmp_path_factory.mktemp("scenario") / "longest.toml"
    path.write_text(SCENARIO)
    return path


@pytest.fixture(scope="module")
def expected():
    """What the rows say: of the games that ended, the longest, and of those the first."""
    found = {"nobody ends": None}
    for name, rules in (("plain", {}), ("by seats", {"pickup": "seat"})):
        rows = sim.play("war", 3000, seed=5, rules=rules).filter(
            ~pl.col("ending").is_in(["cycle", "cap"])
        )
        game, rounds = (
            rows.sort("rounds", "game", descending=[True, False])
            .select("game", "rounds")
            .row(0)
        )
        found[name] = Longest(rounds, game)
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("backend", "block"),
    [
        ("threading", None),
        ("threading", 64),
        ("threading", 1000),
        *tiers.size([], [("loky", 1000)]),
    ],
)
def test_a_run_without_rows_knows_its_longest_game(
    scenario, tmp_path, expected, block, backend
):
    run = sim.run(
        scenario, out=tmp_path / "run", workers=2, backend=backend, block_games=block
    )
    assert {name: run.longest(name) for name in run.variants} == expected
    assert run.longest() == expected["plain"]
    found = expected["plain"]
    assert run.replay(found.game).row["rounds"] == found.length
    with pytest.raises(UserError, match="variant"):
        run.longest("planes")


def test_runs_of_parts_know_the_longest_of_all(scenario, tmp_path, expected):
    parts = [
        sim.run(scenario, out=tmp_path / f"part-{first}", first=first, games=1000).path
        for first in (2000, 0, 1000)
    ]
    merged = sim.merge_runs(parts, tmp_path / "whole")
    assert {name: merged.longest(name) for name in merged.variants} == expected


@pytest.mark.slow
def test_verifying_finds_that_another_game_is_claimed_to_be_the_longest(
    scenario, tmp_path
):
    run = sim.run(scenario, out=tmp_path / "run", games=500, keep_games=True)
    directory = RunDirectory(run.path)
    manifest, counted = directory.read_all()
    known = counted.longest["plain"]
    assert not verify_run(run.path).faults
    other = Longest(known.length, (known.game + 1) % 500)
    directory.save(
        manifest, replace(counted, longest={**counted.longest, "plain": other})
    )
    [fault] = verify_run(run.path).faults
    assert "its longest game of 'plain' is not that of the rows" in str(fault)


def test_of_equally_long_games_the_first_counts():
    assert (
        longer(Longest(9, 4), Longest(9, 2))
        == longer(Longest(9, 2), Longest(9, 4))
        == Longest(9, 2)
    )
    assert longer(None, None) is None


def test_the_report_says_how_to_watch_one_game(scenario, tmp_path):
    """The game is of the first rules, which a replay takes where no variant is named."""
    run = sim.run(scenario, out=tmp_path / "run", games=40)
    text = render(run, "md").partition("To watch one game (plain):")[2]
    assert "warlab replay again 0\n" in text
    assert run.replay(0).row == run.replay(0, "plain").row


def test_the_longest_of_ten_billion_games_is_as_the_page_says():
    page = (
        Path(__file__)
        .parents[2]
        .joinpath("docs", "scale.md")
        .read_text(encoding="utf-8")
    )
    (command,) = re.findall(r"^warlab replay war (\d+) --seed 1$", page, re.MULTILINE)
    row = sim.replay("war", int(command), seed=1).row
    assert (
        f"The longest is game {int(command):,}. It took {row['rounds']:,} rounds\nand {row['plays']:,} cards"
        in page
    )
