"""The example notebook runs cell by cell, and was saved without outputs."""

import ast
import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.places import ROOT

PAGE = ROOT / "docs" / "notebook.ipynb"


def cells(kind: str) -> list[dict[str, Any]]:
    page = json.loads(PAGE.read_text(encoding="utf-8"))
    return [one for one in page["cells"] if one["cell_type"] == kind]


def test_the_notebook_is_one_and_holds_no_outputs() -> None:
    page = json.loads(PAGE.read_text(encoding="utf-8"))
    assert (page["nbformat"], page["nbformat_minor"]) == (4, 5)
    assert len({one["id"] for one in page["cells"]}) == len(page["cells"])
    assert all(
        one["outputs"] == [] and one["execution_count"] is None for one in cells("code")
    )
    assert len(cells("markdown")) > 5


def test_every_cell_runs_and_shows_something(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a notebook does: the last expression of a cell is shown, as HTML if it has any."""
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    shown = []
    for number, cell in enumerate(cells("code")):
        parsed = ast.parse("".join(cell["source"]))
        last = parsed.body.pop()
        assert isinstance(last, ast.Expr), number
        exec(compile(parsed, f"cell {number}", "exec"), names)
        value = eval(
            compile(ast.Expression(last.value), f"cell {number}", "eval"), names
        )
        shown.append(
            value._repr_html_() if hasattr(value, "_repr_html_") else repr(value)
        )
    assert all(shown)
    assert "Player 0 wins after 226 rounds" in shown[2]
    assert "142853/4965115" in shown[-2]
    # A second run of the notebook resumes the run and says the same.
    assert (tmp_path / "runs" / "notebook" / "manifest.json").is_file()
