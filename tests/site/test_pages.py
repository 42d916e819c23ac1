"""The pages in a browser: nothing is cut, nothing complains, and the keyboard reaches everything.

They come from a server with a strict policy, as one would send it: no script and no
style inside a page.
"""

import http.server
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import sim
from reports.viewer.page import document
from reports.viewer.steps import story
from tests.support import tiers
from tests.support.accessibility import violations
from tests.support.browser import Browser, Page

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'self'"
)
"""The policy of all pages but those that play, which carry their own."""

KINDS = {
    "index.html": "",
    "questions.html": "",
    "questions/quick.html": "",
    "questions/how-long-does-it-last.html": "",
    "rules.html": "",
    "games.html": "",
    "replays.html#game=gops&step=11": ".felt .card",
}
"""A page of each kind, and what its script adds to it."""


class Strict(http.server.SimpleHTTPRequestHandler):
    """Files of a directory, with the policy."""

    def end_headers(self) -> None:
        if "/play/" not in self.path:
            self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def top(site: Path) -> Iterator[str]:
    """The address of the site, which lies one level below the top of the server."""
    handler = partial(Strict, directory=str(site.parent))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/{site.name}/"
        server.shutdown()


def text(page: Page, selector: str) -> str:
    """Return the words of an element."""
    words: str = page.evaluate(f"document.querySelector({selector!r}).innerText")
    return words.replace("\N{NO-BREAK SPACE}", " ")


@tiers.crossed(("path", "look"), list(KINDS), [(390, True), (1280, False)])
def test_a_page_fits_does_not_complain_and_is_accessible(
    started: Browser, top: str, path: str, look: tuple[int, bool]
) -> None:
    width, dark = look
    page = started.open(top + path, width=width, dark=dark)
    if KINDS[path]:
        page.until(f"!!document.querySelector({KINDS[path]!r})")
    page.evaluate(
        "document.querySelectorAll('details').forEach((one) => { one.open = true; })"
    )
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.complaints() == []
    elsewhere = [
        address for address in page.requests() if not address.startswith((top, "data:"))
    ]
    assert elsewhere == []
    assert violations(page) == []


@pytest.mark.parametrize("path", ["index.html", "replays.html#game=gops&step=11"])
def test_a_page_opened_from_a_disk_is_the_same(
    started: Browser, site: Path, path: str
) -> None:
    name, _, place = path.partition("#")
    page = started.open(f"{(site / name).as_uri()}#{place}", width=1280)
    if KINDS[path]:
        page.until(f"!!document.querySelector({KINDS[path]!r})")
    assert page.complaints() == []


def test_questions_are_found_while_one_types(started: Browser, top: str) -> None:
    page = started.open(top + "questions.html", width=1280)
    shown = "[...document.querySelectorAll('.asked-list li')].filter((one) => !one.hidden).length"
    every = page.evaluate(shown)
    page.evaluate("document.getElementById('filter').focus()")
    page.call("Input.insertText", text="ACES four")
    assert 0 < page.evaluate(shown) < 4
    assert text(page, "#found") == f"{page.evaluate(shown)} of {every} questions"
    page.call("Input.insertText", text=" xyzzy")
    assert page.evaluate(shown) == 0
    assert not page.evaluate(
        "[...document.querySelectorAll('main h2')].some((one) => one.checkVisibility())"
    )


def test_light_and_dark_are_switched_and_remembered(started: Browser, top: str) -> None:
    ground = "getComputedStyle(document.body).backgroundColor"
    page = started.open(top + "index.html", width=1280)
    before = page.evaluate(ground)
    assert text(page, ".theme") == "Dark"
    page.evaluate("document.querySelector('.theme').click()")
    after = page.evaluate(ground)
    assert before != after
    assert text(page, ".theme") == "Light"
    page.close()
    page = started.open(top + "questions.html", width=1280)
    assert page.evaluate(ground) == after
    page.call("Emulation.setEmulatedMedia", media="print")
    assert page.evaluate(ground) == "rgb(255, 255, 255)"
    page.evaluate("localStorage.clear()")


def test_the_skip_link_is_the_first_stop_and_is_seen_then(
    started: Browser, top: str
) -> None:
    page = started.open(top + "index.html", width=1280)
    page.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    assert page.evaluate("document.activeElement.getBoundingClientRect().left") >= 0


def test_the_viewer_steps_by_keys_buttons_and_address(
    started: Browser, top: str
) -> None:
    page = started.open(top + "replays.html#game=steal-war&step=6", width=1280)
    page.until("!!document.querySelector('.step-text')")
    number = int(text(page, "#title").split(" of seed")[0].split()[-1])
    told = story(sim.replay("steal-war", number, seed=1))["steps"]
    assert text(page, ".step-text") == told[5]["t"]
    page.press("ArrowRight")
    assert text(page, ".step-text") == told[6]["t"]
    assert page.evaluate("location.hash") == "#game=steal-war&step=7"
    page.press("End")
    assert text(page, ".step-text") == told[-1]["t"]
    page.press("Home")
    assert text(page, ".step-text") == told[0]["t"]
    assert text(page, ".place") == f"step 1 of {len(told)}"
    press = "[...document.querySelectorAll('.controls button')].find((one) => one.innerText === {!r}).click()"
    page.evaluate(press.format("Forward"))
    assert text(page, ".step-text") == told[1]["t"]
    page.evaluate(press.format("Play"))
    page.until("document.querySelector('.place').innerText.startsWith('step 3 ')")
    page.evaluate(press.format("Pause"))
    page.evaluate("game.value = 'war'; game.dispatchEvent(new Event('change'))")
    page.until("document.getElementById('title').innerText.startsWith('War')")
    page.evaluate(press.format("Next tie"))
    war = page.evaluate("document.querySelector('.step-text').className")
    assert war == "step-text tied"
    assert page.evaluate("document.querySelectorAll('.course-plot path').length") == 3
    assert page.complaints() == []


def test_a_game_in_a_file_is_shown(started: Browser, tmp_path: Path) -> None:
    file = tmp_path / "game.html"
    replay = sim.replay("steal-war", 0)
    file.write_text(document(replay))
    page = started.open(f"{file.as_uri()}#step=30", width=390)
    page.until("!!document.querySelector('.step-text')")
    told = story(replay)["steps"]
    assert text(page, ".step-text") == told[29]["t"]
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.requests() == []
    assert page.complaints() == []
    assert violations(page) == []
