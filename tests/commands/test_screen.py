"""Output of the commands: tables in the terminal and in files."""

import io
from fractions import Fraction

import polars as pl
import pytest
from rich.console import Console

import sim
from reports import terminal
from sim.commands import screen
from sim.contract.answer import Answer, Cell, Paragraph, Table
from tests.support.command_line import refuses, warlab

NUMBERS = ("1,234,567", "0.0123", "98.76 %")
ROWS = (("a long name of a variant", *NUMBERS), ("another", *reversed(NUMBERS)))


def printed_in(columns, monkeypatch, capsys):
    """The lines of a table in a terminal of some columns."""
    monkeypatch.setattr(screen, "width", lambda: columns)
    table = Table("", ("variant", "games", "p", "share"), ROWS)
    screen.tell(Answer(blocks=(table,)), json=False)
    return capsys.readouterr().out.splitlines()


@pytest.mark.parametrize("columns", [20, 40, 60, 110])
def test_a_table_of_any_width_has_every_digit(columns, monkeypatch, capsys):
    lines = printed_in(columns, monkeypatch, capsys)
    assert max(map(len, lines)) <= columns
    text = "".join(lines)
    assert "…" not in text
    for digit in "0123456789":
        cells = "".join(cell for row in ROWS for cell in row)
        assert text.count(digit) == cells.count(digit)
    if columns >= 60:
        assert all(number in text for number in NUMBERS)


def test_where_a_number_would_be_broken_a_table_becomes_a_list(monkeypatch, capsys):
    assert printed_in(24, monkeypatch, capsys)[:4] == [
        "a long name of a variant",
        "  games: 1,234,567",
        "  p: 0.0123",
        "  share: 98.76 %",
    ]


@pytest.mark.parametrize("columns", [40, 60])
def test_a_report_on_a_narrow_terminal_has_every_number_whole(columns):
    cells = [
        Cell("1,234", "1,200–1,268"),
        Cell("99.5 %", "98.1–99.9 %", "p < 0.0001"),
        Cell("17", "15–19"),
    ]
    block = Table(
        "Numbers.",
        ("variant", "a mean", "a share", "a median"),
        ((Cell("three down"), *cells),),
    )
    out = io.StringIO()
    terminal._print_table(block, Console(file=out, width=columns))
    text = out.getvalue()
    assert max(map(len, text.splitlines())) <= columns
    for cell in cells:
        # An interval may be broken after its dash, a number nowhere.
        for word in " ".join(cell.lines).replace("–", "– ").split():
            assert word in text


@pytest.fixture(autouse=True)
def directory(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("name", "read"), [("games.csv", pl.read_csv), ("games.parquet", pl.read_parquet)]
)
def test_the_rows_of_the_games_are_written(name, read):
    at = "play war --games 20 --first 5 -r face_down=3 --csv table.csv --json --rows"
    shown = warlab(at, name).json["statistics"]
    rows = sim.play("war", games=20, first=5, rules={"face_down": 3})
    assert read(name).rows() == rows.rows()
    assert pl.read_csv("table.csv").to_dicts() == shown


def written(line):
    """The table that a command writes."""
    assert warlab(line, "--csv", "table.csv").code == 0
    return pl.read_csv("table.csv")


def test_tables_have_their_numbers_in_full():
    odds = written("exact casino-war --decks 1,6")
    edge = odds.filter(decks=6, figure="house edge")["fraction"].item()
    assert Fraction(edge) == sim.exact.casino_war(6).house_edge
    assert written("exact first-ties").row(0)[1:] == (1 / 17, "1/17")
    ruin = written("exact ruin --packets 1,3")
    assert ruin["fraction"].to_list() == ["1/4", "3/4"]
    deals = written("exact war --ranks 2 --copies 2")
    assert deals.columns == ["rounds", "deals"]


def test_tables_have_the_numbers_of_the_json():
    which = "which 'median = 234'"
    statistics = warlab(which, "--json").json[0]["statistics"]
    first = written(which).row(0, named=True)
    for name, interval in statistics.items():
        assert first[f"statistics {name} value"] == interval["value"]
    worth = "worth war --games 1000"
    chances = [
        rank["chance"]["value"] for rank in warlab(worth, "--json").json["ranks"]
    ]
    assert written(worth)["chance value"].to_list() == chances
    for command in ("games", "scenarios"):
        assert len(written(command)) == len(warlab(command, "--json").json)


def test_a_file_that_cannot_be_written_is_refused_before_anything_is_played(directory):
    refuses(f"""
$ warlab play war --games 1e12 --csv table.xlsx
--csv: 'table.xlsx' is no .csv file; give a name that ends in .csv
$ warlab play war --games 1e12 --rows there/games.csv
{directory / "there"}: there is no such directory; make it first
""")
    assert list(directory.iterdir()) == []


@pytest.mark.parametrize("columns", range(20, 60))
def test_no_line_begins_with_a_percent_sign(columns, monkeypatch, capsys):
    sentence = "of games 35 % end in a war, 2.88 % in two, and 0.5 % in three or more"
    monkeypatch.setattr("sim.commands.screen.width", lambda: columns)
    blocks = (Paragraph(sentence),)
    screen.tell(
        Answer(headline=sentence, cautions=(sentence,), blocks=blocks), json=False
    )
    lines = capsys.readouterr().out.splitlines()
    assert not any(line.strip().startswith("%") for line in lines)
    assert " ".join(" ".join(lines).replace("•", "").split()) == " ".join(
        [sentence] * 3
    )
