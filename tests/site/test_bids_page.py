"""The page "What to bid" in a browser: picked by keys and by address, to the bids of the tables."""

import json

import pytest

import sim
from docs.site import Page as SitePage
from docs.site import Part, bids, write_site
from tests.support.accessibility import violations
from tests.support.browser import Browser, Page
from tests.support.shifts import farthest

SAID = "document.getElementById('said').textContent"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    out = tmp_path_factory.mktemp("bids") / "site"
    front = SitePage(
        "", "Front", "All of it.", '<h1>Front</h1><a href="@/bids/">Bids</a>', ""
    )
    write_site(out, Part((front,)), bids.part(5))
    return (out / "bids" / "index.html").as_uri()


def told(page: Page, former: str = "") -> str:
    """Return the answer once it is another one."""
    text: str = page.until(f"{SAID} !== {json.dumps(former)} && {SAID}")
    return text


def test_the_first_bids_are_those_of_the_solution(
    started: Browser, address: str
) -> None:
    page = started.open(address, width=1280)
    told(page)
    solution = sim.exact.gops(5)
    cells = "[...document.querySelectorAll('#mixture tbody tr')].map((row) => row.children[1].innerText)"
    shown = [cell.replace("\N{NO-BREAK SPACE}%", "") for cell in page.evaluate(cells)]
    for text, chance in zip(
        reversed(shown),
        solution.bids(range(1, 6), range(1, 6), range(1, 5), 5).values(),
        strict=True,
    ):
        assert (0 if text == "never" else float(text)) == pytest.approx(
            100 * chance, abs=0.06
        )
    assert page.complaints() == []


def test_the_keyboard_alone_chooses_a_position(started: Browser, address: str) -> None:
    page = started.open(address, width=1280)
    first = told(page)
    for name in ("mine", "theirs", "prizes"):
        for _ in range(60):
            page.press("Tab")
            if page.evaluate("document.activeElement.name") == name:
                break
        page.press(" ", " ")
        first = told(page, first)
    assert (
        "game=points-discard-5&mine=2345&theirs=2345&prizes=2345&up=5"
        in page.evaluate("location.hash")
    )
    assert first.startswith("Bid the ")
    assert page.evaluate("document.querySelectorAll('#mixture tbody tr').length") == 4


def test_what_is_no_position_is_said(started: Browser, address: str) -> None:
    page = started.open(
        f"{address}#game=win-carry-4&mine=123&theirs=12&prizes=123&up=3", width=1280
    )
    assert "you hold 3, the other player 2" in told(page)
    page.close()
    page = started.open(
        f"{address}#game=win-carry-4&mine=12&theirs=12&prizes=12&up=1&lead=9",
        width=1280,
    )
    assert "You have won." in told(page)
    page.close()
    page = started.open(
        f"{address}#game=points-carry-4&mine=12&theirs=12&prizes=34&up=3&pot=9",
        width=1280,
    )
    assert "No game leads to this position." in told(page)


def test_a_failure_that_comes_late_does_not_replace_a_later_answer(
    started: Browser, address: str
) -> None:
    page = started.open(address, width=1280)
    first = told(page)
    # The figures for four cards are missing, which is known only after those for three have come.
    page.evaluate(
        "(() => { const load = warlab.load; warlab.load = async (path) => { "
        "if (!path.includes('-4/')) return load(path); "
        "await new Promise((go) => { window.release = go; }); throw new Error('missing'); }; })()"
    )
    for cards in (4, 3):
        page.evaluate(
            f"cards.value = '{cards}'; cards.dispatchEvent(new Event('input', {{ bubbles: true }}))"
        )
    answer = told(page, first)
    page.evaluate(
        "(async () => { release(); await new Promise((go) => setTimeout(go, 50)); })()"
    )
    assert told(page) == answer
    assert answer.startswith("Bid the ")


@pytest.mark.parametrize(("width", "dark"), [(390, True), (1280, False)])
def test_it_fits_and_is_accessible(
    started: Browser, address: str, width: int, dark: bool
) -> None:
    page = started.open(
        f"{address}#game=win-carry-5&mine=12345&theirs=12345&prizes=12345&up=4",
        width=width,
        dark=dark,
    )
    told(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.complaints() == []
    assert violations(page) == []


@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_moves_when_the_page_is_filled(
    started: Browser, address: str, width: int
) -> None:
    assert (
        farthest(
            started, address, width=width, parts="h1, h2, legend, pre", filled=SAID
        )
        <= 4
    )
    page = started.open(address, width=width)
    told(page)
    # Four cards to pick are a line, not a column.
    assert page.evaluate("document.querySelector('.faces').offsetHeight") < 100
