"""Small runs that each version of the formats wrote are read, resumed and merged by this version.

The directories below ``kept`` are never written again. A new format gets a new one: play ``two-wars.toml`` into it with
``--block-games 100``.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import polars as pl
import pyarrow.parquet as pq
import pytest

import sim
from sim.runs import dataset, manifest, open_run
from tests.support.toy_game import content

KEPT = Path(__file__).with_name("kept")
SCENARIO = KEPT / "two-wars.toml"
FORMATS = {"format-1": (1, 2), "format-2": (2, 3)}
"""The versions of the directory and of the parts."""


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the same run, played now."""
    path = tmp_path_factory.mktemp("fresh") / "run"
    sim.run(SCENARIO, path, block_games=100)
    return path


def test_every_format_that_is_read_has_a_run_and_so_has_the_newest() -> None:
    assert {path.name for path in KEPT.iterdir() if path.is_dir()} == set(FORMATS)
    assert FORMATS[f"format-{manifest.FORMAT}"] == (manifest.FORMAT, dataset.FORMAT)
    assert {directory for directory, _ in FORMATS.values()} == set(manifest.READABLE)


@pytest.mark.parametrize("name", FORMATS)
def test_every_file_says_its_format(name: str) -> None:
    directory, part = FORMATS[name]
    assert json.loads((KEPT / name / "manifest.json").read_text())["format"] == directory
    footer = pq.read_metadata(KEPT / name / "tallies.parquet").metadata
    assert footer[b"warlab_format"] == str(directory).encode()
    parts = list((KEPT / name).glob("games/*/*.parquet"))
    assert len(parts) == 4
    assert {pq.read_metadata(path).metadata[b"warlab_format"] for path in parts} == {str(part).encode()}


@pytest.mark.parametrize("name", FORMATS)
def test_a_kept_run_says_what_a_fresh_one_says(name: str, fresh: Path) -> None:
    kept, now = open_run(KEPT / name), open_run(fresh)
    assert kept.status() == now.status()
    assert kept.tallies().equals(now.tallies())
    assert kept.summary().equals(now.summary())
    assert kept.compare().equals(now.compare())
    assert kept.games().collect().equals(now.games().collect())


@pytest.mark.parametrize("name", FORMATS)
def test_its_rows_are_those_that_are_played_today(name: str) -> None:
    kept = open_run(KEPT / name)
    for variant in kept.variants:
        played = sim.play("war", games=150, seed=42, rules=kept.rules(variant).changed())
        assert kept.games().filter(pl.col("variant") == variant).drop("variant").collect().equals(played)


@pytest.mark.parametrize("name", FORMATS)
def test_it_is_resumed_and_then_is_of_the_newest_format(name: str, fresh: Path, tmp_path: Path) -> None:
    shutil.copytree(KEPT / name, tmp_path / "run")
    sim.run(SCENARIO, tmp_path / "run", resume=True)
    assert content(tmp_path / "run") == content(fresh)
    sim.run(SCENARIO, tmp_path / "run", resume=True, games=250)
    sim.run(SCENARIO, tmp_path / "longer", games=250)
    assert content(tmp_path / "run") == content(tmp_path / "longer")
    assert (
        open_run(tmp_path / "run").games().collect().equals(open_run(tmp_path / "longer").games().collect())
    )


@pytest.mark.parametrize("name", FORMATS)
def test_it_is_merged_with_a_run_of_today(name: str, tmp_path: Path) -> None:
    sim.run(SCENARIO, tmp_path / "later", first=150, games=100)
    merged = sim.merge_runs([KEPT / name, tmp_path / "later"], tmp_path / "merged")
    sim.run(SCENARIO, tmp_path / "longer", games=250)
    assert content(tmp_path / "merged") == content(tmp_path / "longer")
    assert merged.games().collect().equals(open_run(tmp_path / "longer").games().collect())


@pytest.mark.parametrize("place", range(0, 6664, 500))
def test_a_file_of_the_first_format_is_not_read_when_damage_shows(place: int, tmp_path: Path) -> None:
    shutil.copytree(KEPT / "format-1", tmp_path / "run")
    path = tmp_path / "run" / "tallies.parquet"
    data = bytearray(path.read_bytes())
    data[place : place + 64] = bytes(64)
    path.write_bytes(data)
    with pytest.raises(sim.errors.UserError, match=r"tallies\.parquet: it is damaged"):
        open_run(tmp_path / "run")
