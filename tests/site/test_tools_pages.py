"""The calculator and the viewer in a browser: by keyboard and by address, to the exact figures and positions."""

import json
from pathlib import Path

import pytest

import sim
from docs.site import Page as SitePage
from docs.site import Part, casino, write_site
from docs.site import replays as replays_page
from docs.site.selection import Chosen
from reports.numbers import fixed
from reports.viewer.page import document as alone
from reports.viewer.steps import story
from tests.support.accessibility import violations
from tests.support.browser import Browser, Page
from tests.support.command_line import warlab

GAMES = (
    ("war", 571, {}, None),
    ("gops", 44, {"carry_over": True}, ("match-pot", "random")),
)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("tools") / "site"
    links = '<a href="@/casino/">Casino</a> <a href="@/games/replays/">Replays</a>'
    front = SitePage("", "Front", "All of it.", f"<h1>Front</h1>{links}", "")
    shown = [
        (
            Chosen(name, name, f"A game of {name}", lambda _: 0),
            sim.replay(name, number, rules=rules, policies=policies),
        )
        for name, number, rules, policies in GAMES
    ]
    write_site(out, Part((front,)), casino.part(), replays_page.part(shown))
    return out


def test_the_calculator_shows_the_exact_figures(started: Browser, site: Path) -> None:
    where = (site / "casino" / "index.html").as_uri()
    page = started.open(
        f"{where}#decks=8&tie=surrender&stake=5&hands=50&bankroll=60", width=1280
    )
    page.until("!!document.querySelector('#figures div')")
    odds = sim.exact.casino_session(
        60, 5, 50, decks=8, on_tie="surrender", fractions=False
    )
    text = page.evaluate("document.querySelector('.told').innerText").replace(
        "\N{NO-BREAK SPACE}", " "
    )
    assert f"An evening of 50 hands at $5 costs ${odds.cost:.2f} on average." in text
    assert f"The chance to leave ahead is {100 * odds.ahead:.3g} %" in text
    assert f"your money runs out is {100 * odds.ruined:.3g} %" in text
    assert f"{fixed(100 * float(sim.exact.casino_war(3).house_edge), 3)} %" in text
    page.evaluate(
        "stake.value = 61; stake.dispatchEvent(new Event('input', {bubbles: true}))"
    )
    assert "must cover" in page.evaluate("document.getElementById('wrong').innerText")
    # What was the answer before is dimmed, and in another currency.
    assert page.evaluate(
        "getComputedStyle(first).opacity === '1' && getComputedStyle(first.parentElement).opacity < 0.5"
    )
    page.evaluate(
        "currency.value = '€'; stake.value = 6; stake.dispatchEvent(new Event('input', {bubbles: true}))"
    )
    assert "at €6 costs €" in page.evaluate("first.innerText")
    assert page.evaluate("getComputedStyle(first.parentElement).opacity") == "1"
    assert page.complaints() == []


def test_the_calculator_is_worked_by_keys(started: Browser, site: Path) -> None:
    page = started.open((site / "casino" / "index.html").as_uri(), width=1280)
    before = page.until("document.querySelector('#figures .value')?.innerText")
    for _ in range(30):
        page.press("Tab")
        if page.evaluate("document.activeElement.name") == "tie":
            break
    page.press("ArrowRight")
    assert (
        page.evaluate("document.querySelector('[name=tie]:checked').value")
        == "surrender"
    )
    assert (
        page.evaluate("document.querySelector('#figures .value').innerText") != before
    )
    assert "tie=surrender" in page.evaluate("location.hash")


def test_the_viewer_steps_by_keys_buttons_and_address(
    started: Browser, site: Path
) -> None:
    where = (site / "games" / "replays" / "index.html").as_uri()
    page = started.open(f"{where}#game=war&step=6", width=1280)
    told = story(sim.replay("war", 571))["steps"]
    text = "document.querySelector('.step-text').innerText"
    assert page.until(f"document.querySelector('.step-text') && {text}") == told[5]["t"]
    page.press("ArrowRight")
    assert page.evaluate(text) == told[6]["t"]
    assert "step=7" in page.evaluate("location.hash")
    cards = "[...document.querySelectorAll('.felt .laid')].map((row) => row.children.length)"
    assert page.evaluate(cards) == [len(row.split()) for row in told[6]["c"]]
    page.press("End")
    assert page.evaluate(text) == told[-1]["t"]
    assert (
        page.evaluate(
            "[...document.querySelectorAll('.controls button')].filter((one) => one.disabled).length"
        )
        == 2
    )
    page.press("Home")
    assert page.evaluate(text) == told[0]["t"]
    page.evaluate(
        "[...document.querySelectorAll('.controls button')].find((one) => one.innerText === 'Next tie').click()"
    )
    assert page.evaluate(text) == next(step["t"] for step in told if "w" in step)
    page.evaluate(
        "[...document.querySelectorAll('.controls button')].find((one) => one.innerText === 'Play').click()"
    )
    page.until(f"{text} !== {next(step['t'] for step in told if 'w' in step)!r}")
    page.evaluate("game.value = 'gops'; game.dispatchEvent(new Event('change'))")
    page.until("document.getElementById('title').innerText.startsWith('GOPS')")
    assert page.evaluate("location.hash") == "#game=gops"
    assert (
        page.evaluate("document.querySelectorAll('#viewer .plot path.line').length")
        == 2
    )
    assert page.complaints() == []


def choose(page: Page, file: Path) -> None:
    """Choose a file as the dialog of the browser does."""
    root = page.call("DOM.getDocument")["root"]["nodeId"]
    node = page.call("DOM.querySelector", nodeId=root, selector="#file")["nodeId"]
    page.call("DOM.setFileInputFiles", nodeId=node, files=[str(file)])


DROP = """(() => { const data = new DataTransfer();
    data.items.add(new File([%s], "dropped.json"));
    const how = { dataTransfer: data, bubbles: true, cancelable: true };
    for (const kind of ["dragover", "drop"]) document.body.dispatchEvent(new DragEvent(kind, how)); })()"""


def test_a_game_from_a_file_is_shown_and_another_file_refused(
    started: Browser, site: Path, tmp_path: Path
) -> None:
    page = started.open(
        (site / "games" / "replays" / "index.html").as_uri(), width=1280
    )
    page.until("!!document.querySelector('.felt')")
    for _ in range(30):
        page.press("Tab")
        if page.evaluate("document.activeElement.id") == "file":
            break
    assert (
        page.evaluate("document.activeElement.labels[0].innerText")
        == "Or a game of your own, from a file"
    )
    saved = tmp_path / "mine.json"
    saved.write_text(warlab("replay", "steal-war", "3", "--json").out)
    told = story(sim.replay("steal-war", 3))
    choose(page, saved)
    page.until(f"document.getElementById('title').innerText === {told['title']!r}")
    text = "document.querySelector('.step-text').innerText"
    assert page.evaluate(text) == told["steps"][0]["t"]
    page.press("End")
    assert page.evaluate(text) == told["steps"][-1]["t"]
    assert page.evaluate("game.value") == ""
    (tmp_path / "other.json").write_text('{"games": 5}')
    choose(page, tmp_path / "other.json")
    wrong = "document.getElementById('file-wrong').innerText"
    assert str(page.until(wrong)).startswith(
        "other.json: This file has no game to show."
    )
    assert page.evaluate(text) == told["steps"][-1]["t"]
    dropped = json.dumps(warlab("replay", "pyanitsa", "2", "--json").out)
    page.evaluate(DROP % dropped)
    page.until("document.getElementById('title').innerText.includes('yanitsa')")
    assert page.evaluate(wrong) == ""
    page.evaluate("game.value = 'war'; game.dispatchEvent(new Event('change'))")
    page.until("document.getElementById('title').innerText.startsWith('War')")
    assert page.complaints() == []


@pytest.mark.parametrize(("width", "dark"), [(390, True), (1280, False)])
@pytest.mark.parametrize(
    "name", ["casino/index.html", "games/replays/index.html#game=gops&step=11"]
)
def test_they_fit_and_are_accessible(
    started: Browser, site: Path, name: str, width: int, dark: bool
) -> None:
    page = started.open(f"{site.as_uri()}/{name}", width=width, dark=dark)
    page.until("!!document.querySelector('#figures div, .felt')")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.complaints() == []
    assert violations(page) == []


def test_a_page_of_its_own_shows_the_game(started: Browser, tmp_path: Path) -> None:
    file = tmp_path / "game.html"
    replay = sim.replay("steal-war", 0)
    file.write_text(alone(replay))
    page = started.open(f"{file.as_uri()}#step=30", width=390)
    told = story(replay)["steps"]
    page.until("!!document.querySelector('.step-text')")
    assert (
        page.evaluate("document.querySelector('.step-text').innerText") == told[29]["t"]
    )
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert (
        page.evaluate("document.querySelector('.place').innerText")
        == f"step 30 of {len(told):,}"
    )
    marks = "[...document.querySelectorAll('svg.curve text[text-anchor=middle]')].map((one) => one.textContent)"
    assert len(found := page.evaluate(marks)) > 1
    assert all(int(mark.replace(",", "")) % 5 == 0 for mark in found)
    assert page.requests() == []
    assert page.complaints() == []
    assert violations(page) == []
