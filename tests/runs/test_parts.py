"""Parts on disk: small, whole, and every column as it is, for this program and for others."""

import numpy as np
import polars as pl
import pyarrow.parquet as pq
import pytest

import sim
from sim.engine.playing import play_variants
from sim.games import find_game
from sim.runs.directory import Variant
from sim.runs.launch import run
from sim.runs.parts import frame_schema, part_content, schema_of
from tests.support.parts import write_part

SEED = 11


def war(rules):
    game = find_game("war")
    return Variant("any", "games/any", game, game.rules.of(rules), SEED, "0" * 64)


def test_a_game_of_war_takes_at_most_nine_bytes(tmp_path):
    variant = war({})
    games = 1 << 15
    [played] = play_variants(variant.game, [variant.rules], SEED, 0, games)
    part = write_part(tmp_path, variant, 0, played)
    footer = pq.read_metadata(part).serialized_size
    # A block of the usual size shares its footer among four times as many games.
    assert part.stat().st_size - footer * 3 / 4 <= 9 * games


# A game of packets, one with halves, and one of choice.
@pytest.mark.parametrize("game", ["war", "casino-war", "gops"])
def test_other_programs_read_the_games_of_a_run(tmp_path, game):
    scenario = tmp_path / "short.toml"
    scenario.write_text(
        f'title = "Short"\nquestion = "How long?"\ngame = "{game}"\ngames = 3000\nseed = 5\n'
    )
    rows = (
        run(scenario, out=tmp_path / "run", block_games=1_000)
        .games()
        .drop("variant")
        .collect()
    )
    assert rows.equals(sim.play(game, 3000, seed=5))
    parts = sorted((tmp_path / "run" / "games").glob("*/*.parquet"))
    assert len(parts) == 3
    arrow = pq.read_table(parts[1])
    assert arrow.column_names == rows.columns
    assert arrow.to_pylist() == rows[1_000:2_000].to_dicts()
    assert pl.read_parquet(parts[1]).cast(dict(rows.schema)).equals(rows[1_000:2_000])
    import duckdb

    with duckdb.connect() as database:
        by_number = database.sql(
            f"select * from '{parts[0].parent}/*.parquet' order by game"
        )
        assert by_number.columns == rows.columns
        assert by_number.fetchall() == rows.rows()


def test_the_types_of_a_part_follow_from_the_rules_alone(tmp_path):
    variant = war({})
    declared = schema_of(variant.columns)
    for games in (1, 3_000):
        [played] = play_variants(variant.game, [variant.rules], SEED, 0, games)
        assert (
            pq.read_schema(write_part(tmp_path, variant, 0, played))
            .remove_metadata()
            .equals(declared)
        )
    assert list(frame_schema(variant.columns)) == declared.names


def test_a_value_that_its_type_does_not_hold_is_refused():
    columns = find_game("war").columns
    played = {column.name: np.zeros(3, np.int64) for column in columns}
    played["aces"][1] = 1 << 15
    with pytest.raises(ValueError, match="32768"):
        part_content(columns, 0, played, {})


def test_a_reader_can_skip_parts_by_the_numbers_of_their_games(tmp_path):
    variant = war({})
    [played] = play_variants(variant.game, [variant.rules], SEED, 2**40, 50)
    numbers = (
        pq.read_metadata(write_part(tmp_path, variant, 2**40, played))
        .row_group(0)
        .column(0)
        .statistics
    )
    assert (numbers.min, numbers.max) == (2**40, 2**40 + 49)
