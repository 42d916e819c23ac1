"""Tables on narrow terminals: what does not fit is folded, and no digit is cut off."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from reports import terminal
from reports.document import Cell, Table
from sim.commands import screen

NUMBERS = ("1,234,567", "0.0123", "98.76 %")
ROWS = [("a long name of a variant", *NUMBERS), ("another", *reversed(NUMBERS))]


@pytest.mark.parametrize("columns", [20, 40, 60, 110])
@pytest.mark.parametrize("grow", [True, False])
def test_a_table_of_any_width_has_every_digit(
    columns: int, grow: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(screen, "width", lambda: columns)
    screen.show(screen.table(("variant", "games", "p", "share"), ROWS, grow=grow))
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= columns
    text = "".join(lines)
    assert "…" not in text
    for digit in "0123456789":
        assert text.count(digit) == "".join(cell for row in ROWS for cell in row).count(digit)
    if columns >= 60:
        assert all(number in text for number in NUMBERS)


def test_where_a_number_would_be_broken_a_table_becomes_a_list(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(screen, "width", lambda: 24)
    screen.show(screen.table(("variant", "games", "p", "share"), ROWS))
    assert capsys.readouterr().out.splitlines()[:4] == [
        "a long name of a variant",
        "  games: 1,234,567",
        "  p: 0.0123",
        "  share: 98.76 %",
    ]


@pytest.mark.parametrize("columns", [40, 60])
def test_a_report_on_a_narrow_terminal_has_every_number_whole(columns: int) -> None:
    cells = [Cell("1,234", "1,200–1,268"), Cell("99.5 %", "98.1–99.9 %", "p < 0.0001"), Cell("17", "15–19")]
    block = Table("Numbers.", ("variant", "a mean", "a share", "a median"), ((Cell("three down"), *cells),))
    out = io.StringIO()
    terminal._print_table(block, Console(file=out, width=columns))
    text = out.getvalue()
    assert max(map(len, text.splitlines())) <= columns
    for cell in cells:
        for word in " ".join(cell.lines).split():
            assert word in text
