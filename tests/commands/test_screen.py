"""Tables on narrow terminals: what does not fit is folded, and no digit is cut off."""

from __future__ import annotations

import pytest

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
