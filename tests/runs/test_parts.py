"""Parts on disk: small, whole, and every column of them comes back exactly."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl
import pyarrow.parquet as pq
import pytest

from sim.engine.playing import play_variants
from sim.games import find_game
from sim.runs import dataset

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
    path = dataset.write_part(variant, 5_000, played)
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
    part = dataset.write_part(variant, 0, played)
    footer = pq.read_metadata(part).serialized_size
    # A block of the usual size shares its footer among four times as many games.
    assert part.stat().st_size - footer * 3 / 4 <= 4 * games


def test_a_part_opened_by_itself_has_the_games_number_and_plain_columns(tmp_path: Path) -> None:
    variant = war(tmp_path, {})
    [played] = play_variants(variant.game, [variant.rules], SEED, 100, 50)
    table = pl.read_parquet(dataset.write_part(variant, 100, played))
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
    path = dataset.write_part(variant, 0, played)
    before = path.read_bytes()
    assert dataset.write_part(variant, 0, played) == path
    assert path.read_bytes() == before
    assert [entry.name for entry in tmp_path.iterdir()] == [path.name]


def test_parts_outside_the_ledger_do_not_count(tmp_path: Path) -> None:
    there = {(0, 10): Path("a"), (10, 20): Path("b"), (10, 15): Path("c"), (30, 40): Path("d")}
    kept, covered = dataset.covered(there, ((0, 15), (28, 41)))
    assert list(kept) == [(0, 10), (10, 15), (30, 40)]
    assert covered == ((0, 15), (30, 40))
