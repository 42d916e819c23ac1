"""Tables go on: to pandas, DuckDB and Arrow; a run's picture is an Altair chart."""

import json
from pathlib import Path

import polars as pl
import pytest
from polars.testing import assert_frame_equal
from pyarrow import dataset

import sim
from sim.errors import UserError

pytest.importorskip("altair")
duckdb = pytest.importorskip("duckdb")
pytest.importorskip("pandas")
great_tables = pytest.importorskip("great_tables")


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """A small run with two variants."""
    return sim.run("quick", out=tmp_path_factory.mktemp("runs") / "quick", games=200)


def parts(run, place):
    """The parts of a variant that the record names."""
    path = Path(str(run.path))
    record = json.loads((path / "manifest.json").read_text("utf-8"))
    return [
        str(path / name)
        for name in record["blobs"]
        if name.startswith(f"games/{place}/")
    ]


def test_every_table_of_a_run_becomes_one_of_pandas_and_comes_back(run):
    for table in (run.games().collect(), run.summary(), run.compare(), run.tallies()):
        converted = table.to_pandas()
        assert list(converted.columns) == table.columns
        back = pl.from_pandas(converted, schema_overrides=table.schema)
        assert_frame_equal(back, table)


def test_duckdb_reads_the_frame_and_the_parts_of_the_record(run):
    games = run.games().collect()
    in_frame = duckdb.sql(
        "SELECT variant, avg(rounds) FROM games GROUP BY variant ORDER BY variant"
    ).fetchall()
    in_parts = [
        (
            variant,
            duckdb.read_parquet(parts(run, place))
            .aggregate("avg(rounds)")
            .fetchall()[0][0],
        )
        for variant, place in zip(run.variants, ("one-down", "three-down"), strict=True)
    ]
    means = games.group_by("variant", maintain_order=True).agg(pl.mean("rounds"))
    assert [(str(name), mean) for name, mean in in_frame] == in_parts == means.rows()


def test_arrow_reads_the_parts_as_a_dataset(run):
    """As R does, by the same library: ``open_dataset`` of the parts' paths."""
    found = dataset.dataset(parts(run, "one-down"))
    games = run.games().filter(variant=run.variants[0]).drop("variant").collect()
    assert found.to_table().to_pylist() == games.to_dicts()


def test_great_tables_shows_a_summary(run):
    shown = great_tables.GT(run.summary()).as_raw_html()
    assert "rounds mean" in shown


def test_the_picture_of_a_run_is_a_chart_to_change(run):
    chart = run.chart().properties(width=300, title="Ours")
    drawn = chart.to_dict()
    assert (drawn["width"], drawn["title"]) == (300, "Ours")
    assert "var(--" not in chart.to_json()
    names = {
        row["name"] for rows in drawn["datasets"].values() for row in rows
    }  # fmt: skip
    # Bars have the names of the report.
    assert names == {run.scenario.report.names[variant] for variant in run.variants}


def test_without_altair_one_line_names_the_extra(run, monkeypatch):
    monkeypatch.setattr("reports.altair.find_spec", lambda name: None)
    with pytest.raises(UserError, match=r"warlab\[notebook\]"):
        run.chart()
