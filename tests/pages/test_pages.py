"""A report's page in a browser: nothing is cut, nothing is fetched, nothing complains, and it works without its script.

Needs a Chromium: the program that the environment variable CHROMIUM names, else the
first found on the path. The check of accessibility also needs axe-core
(``npm install --no-save axe-core``, or AXE_CORE with the path of ``axe.min.js``).
"""

import re

import pytest

import reports
from reports.colours import SHADES
from sim.contract.answer import MOST_NUMBERS
from sim.runs import run
from sim.scenario import parse_scenario
from tests.support.accessibility import violations

WAR = """
title = "Ways of War"
question = "Which is shorter?"
game = "war"
games = 300
seed = 5

[rules]
lowest = 9

[vary]
face_down = [0, 3]
run_out = ["lose", "all-in"]
"""

POLICIES = """
title = "Ways of bidding"
game = "gops"
games = 100
seed = 5
tournament = ["random", "match", "match-plus-one", "beat-match", "low-first", "high-first"]

[rules]
cards = 6
"""

KINDS = {"war": WAR, "policies": POLICIES}

# Each picture has a drawing for pages and may have one for phones.
SHOWN = """[...document.querySelectorAll(".drawing")].every((drawing) =>
  [...drawing.querySelectorAll(":scope > svg")].filter((one) => one.clientHeight > 50).length === 1)"""
OPENED = "document.querySelectorAll('details').forEach((one) => { one.open = true; })"


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """The pages, each of a small run."""
    base = tmp_path_factory.mktemp("pages")
    return {
        name: reports.write(
            run(parse_scenario(text), base / name), base / f"{name}.html"
        )
        for name, text in KINDS.items()
    }


@pytest.fixture(params=KINDS)
def file(files, request):
    return files[request.param]


@pytest.fixture
def war(started, files):
    """A page with all sections open."""
    page = started.open(files["war"].as_uri(), width=1280)
    page.evaluate(OPENED)
    return page


@pytest.mark.parametrize(("width", "dark"), [(390, False), (1280, True)])
def test_nothing_is_cut_nothing_complains_and_axe_finds_nothing(
    started, file, width, dark
):
    page = started.open(file.as_uri(), width=width, dark=dark)
    page.evaluate(OPENED)
    assert page.evaluate(SHOWN)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.complaints() == []
    assert page.requests() == []
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (
        "#" + "".join(f"{int(part):02x}" for part in re.findall(r"\d+", ground))
        == SHADES["ground"][dark]
    )
    assert violations(page) == []


def test_the_first_screen_holds_the_answer(started, file):
    page = started.open(file.as_uri(), width=1280, height=800)
    assert (
        page.evaluate("document.querySelectorAll('.numbers > div').length")
        <= MOST_NUMBERS
    )
    ends = page.evaluate(
        "[...document.querySelectorAll('.headline, .numbers')].map((one) => one.getBoundingClientRect().bottom)"
    )
    assert 0 < max(ends) < 800
    assert page.evaluate(
        "[...document.querySelectorAll('details')].every((one) => !one.open)"
    )


def test_paper_shows_everything_with_drawings_that_stand_still(war):
    war.evaluate(
        "document.querySelectorAll('details').forEach((one) => { one.open = false; })"
    )
    war.evaluate(
        "addEventListener('beforeprint', () => {"
        " window.folded = document.querySelectorAll('details:not([open])').length; })"
    )
    war.call("Page.printToPDF")
    assert war.evaluate("window.folded") == 0
    war.until("document.querySelectorAll('details[open]').length === 0")
    war.evaluate(OPENED)
    war.call("Emulation.setEmulatedMedia", media="print")
    assert war.evaluate(SHOWN)


def test_it_is_complete_without_scripts(started, files):
    page = started.open(files["war"].as_uri(), width=390, scripts=False)
    page.evaluate(OPENED)
    assert page.evaluate(SHOWN)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_link_of_the_contents_opens_its_section(started, files):
    page = started.open(files["war"].as_uri(), width=1280)
    page.evaluate("document.querySelectorAll('nav a')[2].click()")
    page.until("!!document.querySelector('details[open]')")
    assert (
        page.evaluate(
            "[...document.querySelectorAll('details')].map((one) => one.open)"
        ).index(True)
        == 1
    )
    top = "document.querySelectorAll('h2')[1].getBoundingClientRect().top"
    page.until(f"0 <= {top} && {top} < 800")


def test_a_wide_table_says_so_and_scrolls_by_keyboard(started, files):
    page = started.open(files["policies"].as_uri(), width=280)
    page.evaluate(OPENED)
    # Each table is measured when its box gets a size, those in folded sections later
    # than the others.
    told = page.until(
        "(() => { const all = [...document.querySelectorAll('.wide .scroll')].map((one) =>"
        " [one.scrollWidth > one.clientWidth,"
        " one.tabIndex === 0 && one.role === 'region' && one.ariaLabel.length > 10,"
        " getComputedStyle(one.parentElement, '::before').content.includes('scroll')]);"
        " return all.every(([wide, ...others]) => others.every((one) => one === wide)) && all; })()"
    )
    assert any(wide for wide, *_ in told)
    page.evaluate("document.querySelector('.wide .scroll.over').focus()")
    page.press("ArrowRight")
    page.until("document.querySelector('.wide .scroll.over').scrollLeft > 0")
