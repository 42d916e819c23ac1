"""The pages of the site in a browser: nothing is cut, nothing complains, and the keyboard reaches everything.

Needs a Chromium and, for the check of accessibility, axe-core (see CONTRIBUTING.md).
"""

from pathlib import Path

import pytest

import sim
from docs.site import story, write_site
from docs.site.atlas.grid import RuleSet
from docs.site.atlas.tables import table
from docs.site.page import Part
from sim.collect.driver import collected
from sim.collect.tasks import GamesTask
from sim.games import find_game
from tests.support import tiers
from tests.support.accessibility import violations
from tests.support.browser import Browser, Page
from tests.support.links import broken_links

KINDS = (
    "",
    "story/",
    "questions/",
    "questions/quick/",
    "questions/how-long-does-it-last/",
    "games/",
    "games/war/",
    "casino/",
    "docs/",
    "docs/published-figures/",
    "docs/reproduce/",
    "search/",
)
"""A page of each kind; of documents, the one with the widest tables and the one with the longest listings."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, parts: tuple[Part, ...]) -> Path:
    base = tmp_path_factory.mktemp("site")
    rules = RuleSet(2, 1, "lose", "winner-first", 0, "all")
    played = table(
        rules,
        3000,
        collected(GamesTask(find_game("war"), {"": find_game("war").rules()}, 1), 3000),
    )
    write_site(base / "site", *parts, story.part({rules.key: played}))
    written = [path for path in (base / "site").rglob("*") if path.is_file()]
    files = {
        path.relative_to(base / "site").as_posix(): path.read_bytes()
        for path in written
    }
    assert broken_links(files) == []
    return base / "site"


def opened(started: Browser, site: Path, path: str, **how: object) -> Page:
    return started.open((site / path / "index.html").as_uri(), **{"width": 1280, **how})


@tiers.crossed(("path", "look"), KINDS, [(390, False), (1280, True)])
def test_a_page_fits_does_not_complain_and_is_accessible(
    started: Browser, site: Path, path: str, look: tuple[int, bool]
) -> None:
    width, dark = look
    page = opened(started, site, path, width=width, dark=dark)
    page.evaluate(
        "document.querySelectorAll('details').forEach((one) => { one.open = true; })"
    )
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.complaints() == []
    top = site.as_uri() + "/"
    assert [
        address for address in page.requests() if not address.startswith((top, "data:"))
    ] == []
    assert violations(page) == []


def test_the_story_tells_what_was_played(started: Browser, site: Path) -> None:
    page = opened(started, site, "story/", width=390)
    text = page.evaluate(
        "document.querySelector('main').innerText.replace(/\\s+/g, ' ')"
    )
    games = sim.play("war", 10, seed=1)["rounds"].to_list()
    assert f"It took {games[0]} rounds" in text
    assert (
        f"The shortest was over after {min(games)} rounds, the longest took {max(games)}."
        in text
    )
    # As the page of ten billion games has them.
    assert "10,000,000,000 288.791 0.004" in text
    assert "took 5,766 rounds" in text
    # Words in pictures keep their size on a phone.
    sizes = "[...document.querySelectorAll('.plot > span')].map((one) => parseFloat(getComputedStyle(one).fontSize))"
    assert min(page.evaluate(sizes)) >= 12


def test_charts_become_live_without_being_allowed_to_evaluate(
    started: Browser, site: Path
) -> None:
    """As under a strict content security policy: no expression of a chart is compiled."""
    page = opened(started, site, "questions/quick/")
    page.evaluate("window.Function = function () { throw new Error('compiled'); }; 0")
    page.evaluate(
        "document.querySelectorAll('details').forEach((one) => { one.open = true; })"
    )
    # Vega is loaded for a reader, not with the page.
    assert page.evaluate("typeof window.vegaEmbed") == "undefined"
    page.evaluate("dispatchEvent(new Event('scroll')); 0")
    page.until("!!document.querySelector('.drawing.drawn')")
    assert page.complaints() == []
    assert (
        page.evaluate("[...document.querySelectorAll('.variants button')].length") == 2
    )


def test_the_search_suggests_while_one_types_and_finds_by_beginnings(
    started: Browser, site: Path
) -> None:
    page = opened(started, site, "docs/statistics/")
    page.evaluate("document.querySelector('.find input').focus()")
    page.call("Input.insertText", text="syr war")
    page.until("document.querySelectorAll('.results a').length")
    assert (
        page.evaluate("document.querySelector('.results a').textContent")
        == "Syrian War"
    )
    page.press("ArrowDown")
    assert page.evaluate("document.activeElement.textContent") == "Syrian War"
    page.press("Escape")
    assert page.evaluate("document.querySelector('.results').hidden")
    page.close()
    # An index that comes when the reader has left the search opens nothing.
    page = opened(started, site, "docs/statistics/")
    page.evaluate(
        "(() => { const load = warlab.load; warlab.load = async (path) => { "
        "await new Promise((go) => { window.release = go; }); return load(path); }; })()"
    )
    page.evaluate("document.querySelector('.find input').focus()")
    page.call("Input.insertText", text="syr war")
    page.until("!!window.release")
    page.press("Escape")
    page.evaluate("(async () => { release(); await warlab.search.find('war'); })()")
    assert page.evaluate("document.querySelector('.results').hidden")
    page.close()
    page = started.open(
        (site / "search" / "index.html").as_uri() + "?q=holm", width=390
    )
    page.until("document.querySelectorAll('#found a').length")
    found = page.evaluate(
        "[...document.querySelectorAll('#found a')].map((one) => one.textContent)"
    )
    assert "How sure the numbers are" in found
    for typed, title in (
        ("begger my nieghbour", "Beggar-My-Neighbour"),
        ("casinno", "Casino War"),
    ):
        found = page.evaluate(
            f"warlab.search.find({typed!r}).then((all) => all.slice(0, 3).map((one) => one.title))"
        )
        assert title in found, (typed, found)
    # Answers come before the names of functions.
    paths = page.evaluate(
        "warlab.search.find('deal').then((all) => all.map((one) => one.path))"
    )
    kinds = [
        "docs/reference/" in path
        for path in paths
        if path.startswith(("questions/", "docs/reference/"))
    ]
    assert kinds == sorted(kinds)
    assert len(set(kinds)) == 2
    page.evaluate("document.getElementById('asked').value = 'xyzzy'")
    page.evaluate("document.getElementById('asked').dispatchEvent(new Event('input'))")
    page.until("document.getElementById('said').textContent.startsWith('No page')")


def test_light_and_dark_are_switched_and_remembered(
    started: Browser, site: Path
) -> None:
    ground = "getComputedStyle(document.body).backgroundColor"
    page = started.open((site / "index.html").as_uri(), width=1280)
    before = page.evaluate(ground)
    assert page.evaluate("document.querySelector('.theme').textContent") == "Dark"
    page.evaluate("document.querySelector('.theme').click()")
    after = page.evaluate(ground)
    assert before != after
    assert page.evaluate("document.querySelector('.theme').textContent") == "Light"
    page.close()
    page = started.open((site / "questions" / "index.html").as_uri(), width=1280)
    assert page.evaluate(ground) == after
    page.call("Emulation.setEmulatedMedia", media="print")
    assert page.evaluate(ground) == "rgb(255, 255, 255)"
    page.evaluate("localStorage.clear()")


def test_the_skip_link_is_the_first_stop_and_is_seen_then(
    started: Browser, site: Path
) -> None:
    page = started.open((site / "index.html").as_uri(), width=1280)
    page.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    assert page.evaluate("document.activeElement.getBoundingClientRect().left") >= 0
