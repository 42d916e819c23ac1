"""``warlab play --deals FILE``: a row for each deal of a file."""

import polars as pl
import pytest

import sim
from tests.support.command_line import refusal, warlab

DEALS = """\
# a puzzle, and a game without an end
9 2 6 3 1 / 5 8 4 7 10
2 / 1 3
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "some.deals"
    path.write_text(DEALS)
    return path


def test_each_line_of_the_file_is_a_row(file, tmp_path):
    rows = tmp_path / "rows.csv"
    asked = f"play war --deals {file} -r pickup=loser-first"
    printed = warlab(asked, "--rows", rows).out
    assert printed == (
        "War: 2 games from given deals\n\n"
        "game  winner  ending  rounds\n"
        "────────────────────────────\n"
        "0          1  cards       49\n"
        "1         -2  cycle        2\n"
    )
    deals = DEALS.splitlines()[1:]
    rules = {"pickup": "loser-first"}
    expected = sim.play("war", deals=deals, rules=rules)
    assert pl.read_csv(rows)["rounds"].equals(expected["rounds"].cast(pl.Int64))
    assert warlab(asked, "--json").json["rows"] == expected.to_dicts()


@pytest.mark.parametrize(
    ("text", "more", "message"),
    [
        ("", [], "no deal; write one a line"),
        (
            "2 / 3\n2 / X\n",
            [],
            "--deals: deal 1, '2 / X': 'X' is not a card; cards are 2 to 10, ",
        ),
        ("2 / 3", ["--until", "winner 1 %"], "given deals are no sample; leave it out"),
        ("2 / 3", ["--games", "2"], "given deals are no sample; leave it out"),
    ],
)
def test_what_is_not_a_file_of_deals_is_refused(file, text, more, message):
    file.write_text(text)
    assert message in refusal("play war", "--deals", str(file), *more)


def test_a_file_that_cannot_be_read_is_named(tmp_path):
    said = refusal("play war", "--deals", str(tmp_path / "none"))
    assert "--deals: cannot read" in said
    assert said.rstrip().endswith("give a text file with a deal on each line")
