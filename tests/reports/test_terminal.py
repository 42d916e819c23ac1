"""The report in a terminal: bars from one zero, tables at any width, letters that a terminal has."""

import io
import re

import pytest
from rich.console import Console

from reports import terminal
from reports.bars import lines
from reports.printable import in_plain_letters
from sim.contract.answer import Answer, Bars, Figure, Number, Section, Table

LOSSES = Bars("", ("best", "middle", "worst"), (20.0, -5.0, -40.0), ("20", "−5", "−40"))

WIDE = Table(
    "Shares of games, which end at the cap in 0.15 % of games at most.",
    ("variant", "wins", "draws", "rounds"),
    tuple(
        (
            name,
            Number(0.4321, 0.4201, 0.4441, share=True),
            Number(0.0, 0.0, 0.0015, share=True),
            Number(297.4, 286.2, 307.9),
        )
        for name in ("the first of two long names", "another name of a variant")
    ),
)


def printed(report, width):
    out = io.StringIO()
    terminal.show(report, Console(file=out, width=width), whole=True)
    return [line.rstrip() for line in out.getvalue().splitlines()]


def test_a_loss_is_drawn_to_the_left_of_the_zero_of_all_bars():
    rows = list(lines([LOSSES], 80))
    starts = [row.index("█") for row in rows]
    ends = [row.rindex("█") for row in rows]
    best, middle, worst = range(3)
    assert ends[middle] == ends[worst] == starts[best] - 1
    sizes = [end - start + 1 for start, end in zip(starts, ends, strict=True)]
    assert sizes[worst] == pytest.approx(2 * sizes[best], abs=1)
    assert sizes[worst] == pytest.approx(8 * sizes[middle], abs=5)


def test_panels_of_one_picture_have_one_scale():
    half = Bars("half", ("a",), (10.0,), ("10",))
    whole = Bars("whole", ("a",), (20.0,), ("20",))
    counts = [row.count("█") for row in lines([half, whole], 60) if "█" in row]
    assert counts[1] == pytest.approx(2 * counts[0], abs=1)


@pytest.mark.parametrize("width", [30, 40, 60, 80])
def test_no_line_begins_with_a_percent_sign_and_no_number_is_cut(width):
    rows = printed(Answer(sections=(Section("Tables", (WIDE,)),)), width)
    assert not [row for row in rows if re.match(r"\s*%", row)]
    assert max(map(len, rows)) <= width
    text = " ".join(" ".join(rows).split())
    for number in ("43.2 %", "0 %", "0.15 %", "297"):
        assert number in text


def test_a_name_that_leaves_no_room_for_its_bar_stands_above_it():
    long = Bars("", ("a name as long as the line is wide",), (1.0,), ("1,234,567",))
    name, bar = lines([long], 36)
    assert name == "a name as long as the line is wide"
    assert bar.endswith("1,234,567")
    assert "█" in bar


def test_a_picture_that_is_no_bars_is_a_table_in_the_terminal():
    table = Table(
        "", ("policy", "1.", "2."), (("1. a", "", "3.5"), ("2. b", "−3.5", ""))
    )
    figure = Figure("c", "a", dict, bars_caption="The margins.", table=table)
    rows = printed(Answer(picture=figure), 40)
    assert any(re.match(r"1\. a +3\.5$", row) for row in rows)


@pytest.mark.parametrize(
    ("encoding", "text"),
    [("ascii", '- "a" # <= 3 ... 10-9'), ("latin-1", '- "a" # <= 3 ... 10-9')],
)
def test_letters_that_an_encoding_lacks_have_others_like_them(encoding, text):
    import codecs

    codecs.register_error("plain letters", in_plain_letters)
    told = "– “a” █ ≤ 3 … 10⁻⁹".encode(encoding, errors="plain letters")
    assert told.decode(encoding) == text
