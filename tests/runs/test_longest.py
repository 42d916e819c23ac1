"""The longest game of a run: found from the rows of the same games, whatever the blocks, the order and the backend."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import polars as pl
import pyarrow.parquet as pq
import pytest

import sim
from reports.writing import render
from sim.counts.counting import tally
from sim.counts.tallies import Longest, Tallies, longer
from sim.errors import UserError
from sim.runs.directory import RunDirectory
from sim.runs.noted import noted
from sim.runs.seals import sealed_parquet
from sim.runs.stored import TALLIES, write_tallies
from sim.runs.verifying import verify_run
from sim.scenario import parse_scenario

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
def scenario(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("scenario") / "longest.toml"
    path.write_text(SCENARIO)
    return path


@pytest.fixture(scope="module")
def expected() -> dict[str, Longest | None]:
    """What the rows say: of the games that ended, the longest, and of those the first."""
    found: dict[str, Longest | None] = {"nobody ends": None}
    for name, rules in (("plain", {}), ("by seats", {"pickup": "seat"})):
        rows = sim.play("war", 3000, seed=5, rules=rules).filter(~pl.col("ending").is_in(["cycle", "cap"]))
        game, rounds = rows.sort("rounds", "game", descending=[True, False]).select("game", "rounds").row(0)
        found[name] = Longest(rounds, game)
    return found


@pytest.mark.parametrize(
    ("backend", "block"), [("threading", None), ("threading", 64), ("threading", 1000), ("loky", 1000)]
)
def test_a_run_without_rows_knows_its_longest_game(
    scenario: Path, tmp_path: Path, expected: dict[str, Longest | None], block: int | None, backend: str
) -> None:
    run = sim.run(scenario, out=tmp_path / "run", workers=2, backend=backend, block_games=block)
    assert {name: run.longest(name) for name in run.variants} == expected
    assert run.longest() == expected["plain"]
    found = expected["plain"]
    assert found is not None
    assert run.replay(found.game).row["rounds"] == found.length
    with pytest.raises(UserError, match="variant"):
        run.longest("planes")


def test_runs_of_parts_know_the_longest_of_all(
    scenario: Path, tmp_path: Path, expected: dict[str, Longest | None]
) -> None:
    parts = [
        sim.run(scenario, out=tmp_path / f"part-{first}", first=first, games=1000).path
        for first in (2000, 0, 1000)
    ]
    merged = sim.merge_runs(parts, tmp_path / "whole")
    assert {name: merged.longest(name) for name in merged.variants} == expected


def test_what_an_earlier_version_did_not_note_stays_unknown(scenario: Path, tmp_path: Path) -> None:
    run = sim.run(scenario, out=tmp_path / "run", games=500)
    directory = RunDirectory(run.path)
    manifest, counted = directory.read()
    directory.write(manifest, replace(counted, longest={}))
    resumed = sim.run(scenario, out=tmp_path / "run", games=1000, resume=True)
    assert resumed.status().games_done == 1000
    assert [resumed.longest(name) for name in resumed.variants] == [None] * 3
    assert not resumed.counted.longest


@pytest.mark.parametrize(
    ("claimed", "why"),
    [
        (Longest(40_000, 7), "the longest game of 'plain' is not as long as the counts say"),
        (None, "the longest game of 'plain' is not as long as the counts say"),
        ("beyond", "the longest game of 'plain' is number 500, which was not played"),
    ],
)
def test_a_longest_game_that_cannot_be_is_refused(
    scenario: Path, tmp_path: Path, claimed: Longest | str | None, why: str
) -> None:
    run = sim.run(scenario, out=tmp_path / "run", games=500)
    directory = RunDirectory(run.path)
    manifest, counted = directory.read()
    known = counted.longest["plain"]
    assert known is not None
    wrong = Longest(known.length, 500) if isinstance(claimed, str) else claimed
    write_tallies(run.path / TALLIES, manifest, replace(counted, longest={**counted.longest, "plain": wrong}))
    with pytest.raises(UserError, match=why):
        sim.open_run(run.path)


def test_verifying_finds_that_another_game_is_claimed_to_be_the_longest(
    scenario: Path, tmp_path: Path
) -> None:
    run = sim.run(scenario, out=tmp_path / "run", games=500, keep_games=True)
    directory = RunDirectory(run.path)
    manifest, counted = directory.read()
    known = counted.longest["plain"]
    assert known is not None
    assert not verify_run(run.path).faults
    other = Longest(known.length, (known.game + 1) % 500)
    directory.write(manifest, replace(counted, longest={**counted.longest, "plain": other}))
    [fault] = verify_run(run.path).faults
    assert "its longest game of 'plain' is not that of the rows" in str(fault.error)


def test_games_that_are_counted_without_their_numbers_make_the_longest_unknown() -> None:
    game = sim.games()["war"]
    blocks = [sim.play("war", 50, seed=1, first=first) for first in (0, 50)]
    columns = [
        {name: each[name].to_physical().to_numpy() for name in ("rounds", "winner")} for each in blocks
    ]
    known, unknown = tally(game, ["a"], columns[:1], first=0), tally(game, ["a"], columns[1:])
    assert known.longest.keys() == {"a"}
    for one, other in ((known, unknown), (unknown, known)):
        assert not (one + other).longest
    assert (known + Tallies()).longest == (Tallies() + known).longest == known.longest


def test_of_equally_long_games_the_first_counts() -> None:
    assert longer(Longest(9, 4), Longest(9, 2)) == longer(Longest(9, 2), Longest(9, 4)) == Longest(9, 2)
    assert longer(None, None) is None


@pytest.mark.parametrize(
    "note",
    ["[]", "null", '{"plain": 5}', '{"plain": [1]}', '{"plain": [1, 2, 3]}', '{"plain": [true, 1]}', "{"],
)
def test_a_note_that_is_none_is_damage(scenario: Path, tmp_path: Path, note: str) -> None:
    """The seal holds, so another program wrote it."""
    run = sim.run(scenario, out=tmp_path / "run", games=100)
    path = tmp_path / "run" / TALLIES
    table = pq.read_table(path)
    footer = {key: text for key, text in table.schema.metadata.items() if key != b"warlab_seal"}
    path.write_bytes(sealed_parquet(table.replace_schema_metadata({**footer, b"longest": note.encode()})))
    with pytest.raises(UserError, match=r"tallies\.parquet: it is damaged"):
        sim.open_run(run.path)


def test_rows_of_a_noted_tournament_are_not_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = 'game = "wargame"\ngames = 20\nseed = 1\ntournament = ["random", "search"]\n'
    run = sim.run(parse_scenario(text), out=tmp_path / "run", keep_games=True)
    monkeypatch.setattr("sim.runs.noted._longest", lambda *_: pytest.fail("rows are read"))
    assert noted(run).longest == run.counted.longest
    assert run.counted.longest.keys() >= {*run.variants}


def test_the_report_names_the_longest_game_as_what_it_is(scenario: Path, tmp_path: Path) -> None:
    run = sim.run(scenario, out=tmp_path / "run", games=400)
    found = run.longest()
    assert found is not None
    assert f"(any number that was played will do; the longest under “plain” is {found.game}):" in render(
        run, "md"
    )


def test_the_longest_of_ten_billion_games_is_as_the_page_says() -> None:
    page = Path(__file__).parents[2].joinpath("docs", "scale.md").read_text(encoding="utf-8")
    (command,) = re.findall(r"^warlab replay war (\d+) --seed 1$", page, re.MULTILINE)
    row = sim.replay("war", int(command), seed=1).row
    assert (
        f"The longest is game {int(command):,}. It took {row['rounds']:,} rounds\nand {row['plays']:,} cards"
        in page
    )
