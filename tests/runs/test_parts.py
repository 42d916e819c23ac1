"""Parts on disk: small, whole, and every column of them comes back exactly."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import polars as pl
import pyarrow.parquet as pq
import pytest
from polars.testing import assert_frame_equal

from sim.engine.playing import play_variants
from sim.errors import UserError
from sim.games import find_game
from sim.runs import dataset
from sim.runs.seals import sealed_parquet
from tests.support.parts import write_part
from tests.support.places import ROOT

SEED = 11


def war(directory: Path, rules: dict[str, object]) -> dataset.Variant:
    game = find_game("war")
    return dataset.Variant("any", directory, game, game.rules.of(rules), SEED, "0" * 64)


@pytest.mark.parametrize(
    "rules",
    [
        {},
        {"face_down": 3, "run_out": "all-in"},
        {"face_down": "rank", "pickup": "shuffled"},
        {"hands": ["A A A A", "*rest"]},
        {"jokers": 2, "bury_jokers": True},
        {"lowest": 1, "highest": 3, "face_down": 0, "pickup": "latest-first"},
        {"max_rounds": 20},
    ],
    ids=lambda rules: " ".join(f"{name}={value}" for name, value in rules.items()) or "usual rules",
)
def test_every_column_comes_back_exactly(tmp_path: Path, rules: dict[str, object]) -> None:
    variant = war(tmp_path, rules)
    tmp_path.mkdir(exist_ok=True)
    played = play_variants(variant.game, [variant.rules], SEED, 5_000, 2_000)[0]
    path = write_part(variant, 5_000, played)
    table = dataset.scan(variant, [path]).collect()
    assert table.columns == ["game", *played]
    assert table["game"].to_list() == list(range(5_000, 7_000))
    for name, values in played.items():
        back = table[name].to_physical().to_numpy()
        assert np.array_equal(back, values), name
        assert name == "ending" or back.dtype == values.dtype


def test_a_game_of_war_takes_at_most_four_bytes(tmp_path: Path) -> None:
    variant = war(tmp_path, {})
    games = 1 << 15
    [played] = play_variants(variant.game, [variant.rules], SEED, 0, games)
    part = write_part(variant, 0, played)
    footer = pq.read_metadata(part).serialized_size
    # A block of the usual size shares its footer among four times as many games.
    assert part.stat().st_size - footer * 3 / 4 <= 4 * games


def test_a_part_opened_by_itself_has_the_games_number_and_plain_columns(tmp_path: Path) -> None:
    variant = war(tmp_path, {})
    [played] = play_variants(variant.game, [variant.rules], SEED, 100, 50)
    table = pl.read_parquet(write_part(variant, 100, played))
    assert table.schema["game"] == pl.Int64
    assert table["game"].to_list() == list(range(100, 150))
    for name in ("winner", "rounds", "wars", "double_wars", "winner_low"):
        assert table[name].to_list() == played[name].tolist()
    endings = variant.columns[1].categories
    assert table["ending"].cast(pl.String).to_list() == [endings[code] for code in played["ending"]]
    # A column of which only the rest is stored does not bear its name.
    assert "plays" not in table.columns
    assert "plays_rest" in table.columns


def test_a_column_of_the_deal_is_found_for_any_games_in_any_order(tmp_path: Path) -> None:
    variant = war(tmp_path, {})
    [played] = play_variants(variant.game, [variant.rules], SEED, 0, 3_000)
    chance = np.random.default_rng(1)
    numbers = chance.permutation(3_000)[:200]
    found = dataset.dealt_columns(variant, numbers.astype(np.int64))
    assert set(found) == {"aces", "rank_sum"}
    for name, values in found.items():
        assert np.array_equal(values, played[name][numbers])


def test_writing_the_same_games_twice_changes_nothing(tmp_path: Path) -> None:
    variant = war(tmp_path, {})
    [played] = play_variants(variant.game, [variant.rules], SEED, 0, 1_000)
    path = write_part(variant, 0, played)
    before = path.read_bytes()
    assert write_part(variant, 0, played) == path
    assert path.read_bytes() == before
    assert [entry.name for entry in tmp_path.iterdir()] == [path.name]


def in_format_one(path: Path, variant: dataset.Variant) -> None:
    """Write a part again as it was before columns could be stored as largest numbers, in its format and footer."""
    table = dataset.scan(variant, [path]).collect()
    stored = pq.read_table(path)
    rest = table["longest_war"].cast(pl.Int32) - table["longer_wars"].cast(pl.Int32)
    place = stored.schema.get_field_index("longest_war_rest")
    stored = stored.set_column(place, "longest_war_rest", rest.to_arrow())
    footer = dict(stored.schema.metadata)
    sums = {**json.loads(footer[b"predictions"]), "longest_war": {"longer_wars": 1}}
    del footer[b"largest_of"]
    footer |= {b"predictions": json.dumps(sums).encode(), b"warlab_format": b"1"}
    pq.write_table(stored.replace_schema_metadata(footer), path)


def test_a_longest_war_is_stored_only_beyond_four(tmp_path: Path) -> None:
    variant = war(tmp_path, {"highest": 3, "copies": 20, "face_down": 0, "max_rounds": 60})
    [played] = play_variants(variant.game, [variant.rules], SEED, 0, 500)
    rest = pq.read_table(write_part(variant, 0, played))["longest_war_rest"].to_numpy()
    assert np.array_equal(rest, np.maximum(played["longest_war"] - 4, 0))
    assert rest.any()


def test_parts_of_the_first_format_are_read_beside_new_ones(tmp_path: Path) -> None:
    variant = war(tmp_path, {})
    paths = []
    for first in (0, 300, 600):
        [played] = play_variants(variant.game, [variant.rules], SEED, first, 300)
        paths.append(write_part(variant, first, played))
    as_new = dataset.scan(variant, paths).collect()
    in_format_one(paths[1], variant)
    assert pq.read_metadata(paths[1]).metadata[b"warlab_format"] == b"1"
    dataset.check_part(variant, (300, 600), paths[1])
    assert_frame_equal(dataset.scan(variant, paths).collect(), as_new)


@pytest.mark.parametrize(
    ("key", "text", "told"),
    [
        (b"warlab_format", b"4", "in format '4'"),
        (b"predictions", b"{}", "without battles, plays, single_wars"),
        (b"seed", b"12", "does not belong to this run"),
    ],
)
def test_a_part_that_cannot_be_read_is_refused(tmp_path: Path, key: bytes, text: bytes, told: str) -> None:
    variant = war(tmp_path, {})
    [played] = play_variants(variant.game, [variant.rules], SEED, 0, 50)
    path = write_part(variant, 0, played)
    stored = pq.read_table(path)
    path.write_bytes(sealed_parquet(stored.replace_schema_metadata({**stored.schema.metadata, key: text})))
    with pytest.raises(UserError, match=told):
        dataset.check_part(variant, (0, 50), path)


def test_what_the_deal_decides_can_depend_on_the_rules(tmp_path: Path) -> None:
    game = find_game("beggar-my-neighbour")
    for number, penalties in enumerate((["J 1", "Q 2", "K 3", "A 4"], ["A 4"], [])):
        rules = game.rules.of({"penalties": penalties})
        variant = dataset.Variant("any", tmp_path / str(number), game, rules, SEED, "0" * 64)
        variant.directory.mkdir()
        [played] = play_variants(game, [rules], SEED, 0, 200)
        path = write_part(variant, 0, played)
        assert "penalty_cards" not in pq.read_schema(path).names
        told = dataset.scan(variant, [path]).collect()["penalty_cards"].to_numpy()
        assert np.array_equal(told, played["penalty_cards"])
        assert told.max() <= 4 * len(penalties)


def test_parts_outside_the_ledger_do_not_count(tmp_path: Path) -> None:
    there = {(0, 10): Path("a"), (10, 20): Path("b"), (10, 15): Path("c"), (30, 40): Path("d")}
    kept, covered = dataset.covered(there, ((0, 15), (28, 41)))
    assert list(kept) == [(0, 10), (10, 15), (30, 40)]
    assert covered == ((0, 15), (30, 40))


def test_a_table_is_read_without_threads() -> None:
    # Where memory is short a thread may not start, and Arrow would wait for its result for ever.
    program = """
import psutil
import pyarrow as pa
import pyarrow.parquet as pq
from sim.runs.seals import parquet_table, sealed_parquet
data = bytes(sealed_parquet(pa.table({"a": [1, 2], "b": ["x", "y"]})))
process = psutil.Process()
before = process.num_threads()
table = parquet_table(data, page_checksum_verification=True)
alone = process.num_threads() - before
print(alone, table.equals(pq.read_table(pa.BufferReader(data))), process.num_threads() > before)
"""
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env={**os.environ, "ARROW_DEFAULT_MEMORY_POOL": "system"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == ["0", "True", "True"]
