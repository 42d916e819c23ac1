"""Tables and rows as files: what other programs read, and what is refused before anything is played."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import polars as pl
import pytest

import sim
from tests.support.command_line import refusal, warlab


@pytest.fixture(autouse=True)
def directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(("name", "read"), [("games.csv", pl.read_csv), ("games.parquet", pl.read_parquet)])
def test_the_rows_of_the_games_are_written(name: str, read: object) -> None:
    assert callable(read)
    at = ("play", "war", "--games", "20", "--first", "5", "-r", "face_down=3")
    shown = warlab(*at, "--rows", name, "--csv", "table.csv", "--json").json["statistics"]
    rows = sim.play("war", games=20, first=5, rules={"face_down": 3})
    assert read(name).rows() == rows.rows()
    assert pl.read_csv("table.csv").to_dicts() == shown


def test_tables_have_their_numbers_in_full() -> None:
    warlab("exact", "casino-war", "--decks", "1,6", "--csv", "odds.csv")
    figures = {(row["decks"], row["figure"]): row["fraction"] for row in pl.read_csv("odds.csv").to_dicts()}
    assert Fraction(figures[6, "house edge"]) == sim.exact.casino_war(6).house_edge
    warlab("exact", "first-ties", "--csv", "ties.csv")
    assert pl.read_csv("ties.csv").row(0) == (1, 1 / 17, "1/17")
    warlab("exact", "ruin", "--packets", "1,3", "--csv", "ruin.csv")
    assert pl.read_csv("ruin.csv")["fraction"].to_list() == ["1/4", "3/4"]
    warlab("exact", "war", "--ranks", "2", "--copies", "2", "--csv", "deals.csv")
    assert pl.read_csv("deals.csv").columns == ["rounds", "deals"]
    for command in ("games", "scenarios"):
        warlab(command, "--csv", "list.csv")
        assert len(pl.read_csv("list.csv")) == len(warlab(command, "--json").json)


def test_a_file_that_cannot_be_written_is_refused_before_anything_is_played(directory: Path) -> None:
    assert refusal("play", "war", "--games", "1e12", "--csv", "table.xlsx") == (
        "--csv: 'table.xlsx' is no .csv file; give a name that ends in .csv"
    )
    assert refusal("play", "war", "--games", "1e12", "--rows", "there/games.csv") == (
        "--rows: there is no directory there; make it first"
    )
    assert refusal("exact", "casino-war", "--converge", "1e9", "--csv", "table.csv") == (
        "--csv: --converge makes no such table; leave one of them out"
    )
    assert list(directory.iterdir()) == []
