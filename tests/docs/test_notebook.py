"""The notebooks run cell by cell, and were saved without outputs."""

import ast
import json

import pytest

from tests.support.places import ROOT

PAGES = [ROOT / "docs" / name for name in ("notebook.ipynb", "lesson.ipynb")]


def cells(page, kind):
    content = json.loads(page.read_text(encoding="utf-8"))
    return [cell for cell in content["cells"] if cell["cell_type"] == kind]


def shown(page):
    """What each cell shows: the value of its last expression, as a notebook does it."""
    names = {}
    values = []
    for number, cell in enumerate(cells(page, "code")):
        parsed = ast.parse("".join(cell["source"]))
        last = parsed.body.pop()
        assert isinstance(last, ast.Expr), number
        exec(compile(parsed, f"cell {number}", "exec"), names)
        expression = ast.Expression(last.value)
        values.append(eval(compile(expression, f"cell {number}", "eval"), names))
    return values


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_notebook_is_one_and_holds_no_outputs(page):
    content = json.loads(page.read_text(encoding="utf-8"))
    assert (content["nbformat"], content["nbformat_minor"]) == (4, 5)
    assert len({cell["id"] for cell in content["cells"]}) == len(content["cells"])
    assert all(
        cell["outputs"] == [] and cell["execution_count"] is None
        for cell in cells(page, "code")
    )
    assert len(cells(page, "markdown")) > 5


def test_every_cell_of_the_tour_shows_something(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    texts = [
        value._repr_markdown_() if hasattr(value, "_repr_markdown_") else repr(value)
        for value in shown(PAGES[0])
    ]
    assert all(texts)
    assert "Player 0 wins after 226 rounds" in texts[2]
    assert "142853/4965115" in texts[-2]
    # A second run of the notebook resumes the run and says the same.
    assert (tmp_path / "runs" / "notebook" / "manifest.json").is_file()


def test_the_lesson_comes_to_the_interval_of_a_textbook(capsys):
    """With 1.96 as with Student's t: from a thousand games on, the same whole numbers."""
    from scipy import stats

    import sim

    values = shown(PAGES[1])
    rounds = sim.play("war", games=1_000, seed=1)["rounds"].to_numpy()
    ends = stats.t.interval(0.95, 999, rounds.mean(), stats.sem(rounds))
    low, high = (f"{end:.0f}" for end in ends)
    assert values[6] == f"{rounds.mean():.0f} rounds, from {low} to {high} (95 %)"
    assert capsys.readouterr().out.count("█") > 100
