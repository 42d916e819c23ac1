"""The pages under docs/: those that follow from the code are up to date, and the code on the others runs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import sim
from docs import build

DOCS = Path(build.__file__).parent
PAGES = sorted(DOCS.rglob("*.md"))
CODE = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\((?!https?:)([^)#]*)")


def test_the_pages_of_the_rules_are_those_that_the_code_gives() -> None:
    """`python -m docs.build --rules` writes them."""
    written = {
        path.relative_to(DOCS).as_posix(): path.read_text(encoding="utf-8")
        for path in DOCS.glob("rules/*.md")
    }
    assert written == build.rules_pages()


@pytest.mark.parametrize("name", sorted(sim.games()))
def test_the_page_of_a_game_names_every_option_and_column(name: str) -> None:
    game, page = sim.games()[name], build.rules_pages()[f"rules/{name}.md"]
    for option in game.rules.options():
        assert f"| `{option.name}` |" in page
    for column in (*game.columns(game.rules()), *game.more_columns):
        assert f"| `{column.name}` |" in page


@pytest.mark.parametrize("page", ["reproduce.md", "run-directory.md"])
def test_the_code_on_the_page_runs(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    blocks = CODE.findall((DOCS / page).read_text(encoding="utf-8"))
    assert len(blocks) > 3
    names: dict[str, object] = {}
    for number, block in enumerate(blocks, 1):
        exec(compile(block, f"{page}, block {number}", "exec"), names)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(DOCS).as_posix())
def test_the_links_of_the_page_lead_somewhere(page: Path) -> None:
    for target in LINK.findall(page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


@pytest.mark.slow
def test_the_page_of_published_figures_is_what_playing_them_gives() -> None:
    """`python -m docs.build` writes it."""
    assert (DOCS / build.FIGURES).read_text(encoding="utf-8") == build.figures_page(workers=2)
