"""The pages in a browser: nothing is cut, nothing complains, and the keyboard reaches everything.

They come from a server with a strict policy, as one would send it: no script and no
style inside a page.
"""

import http.server
import shlex
import threading
from functools import partial

import pytest

import sim
from docs.site import rules
from reports.viewer.page import document
from reports.viewer.steps import story
from sim.browser.building import modules
from tests.support import tiers
from tests.support.accessibility import violations
from tests.support.command_line import warlab

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'self'"
)
"""The policy of all pages but those that need no other file, which carry their own."""

KINDS = {
    "index.html": "",
    "story.html": "",
    "questions.html": "",
    "questions/quick.html": "",
    "questions/how-long-does-it-last.html": "",
    "rules.html": "",
    "casino.html": "#hand tr",
    "games.html": "",
    "bids.html": "#mixture tr",
    "bids.html#win-carry/12/12-12-2-0-0": "#mixture tr",
    "replays/gops.html#step=11": ".felt .card",
}
"""A page of each kind, and what its script adds to it."""


class Strict(http.server.SimpleHTTPRequestHandler):
    """Files of a directory, with the policy."""

    def end_headers(self):
        if not any(folder in self.path for folder in ("/play/", "/replays/")):
            self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()

    def log_message(self, *_):
        """Say nothing."""


@pytest.fixture(scope="module")
def top(site):
    """The address of the site, which lies one level below the top of the server."""
    handler = partial(Strict, directory=str(site.parent))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/{site.name}/"
        server.shutdown()


def text(page, selector):
    """Return the words of an element."""
    words = page.evaluate(f"document.querySelector({selector!r}).innerText")
    return words.replace("\N{NO-BREAK SPACE}", " ")


@tiers.crossed(("path", "look"), list(KINDS), [(390, True), (1280, False)])
def test_a_page_fits_does_not_complain_and_is_accessible(started, top, path, look):
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


@pytest.mark.parametrize("path", ["index.html", "casino.html", "bids.html"])
def test_a_page_opened_from_a_disk_is_the_same(started, site, path):
    page = started.open((site / path).as_uri(), width=1280)
    if KINDS[path]:
        page.until(f"!!document.querySelector({KINDS[path]!r})")
    assert page.complaints() == []


@pytest.mark.parametrize("is_served", [True, False], ids=["served", "from a disk"])
def test_the_front_page_plays_war_in_place(started, top, site, monkeypatch, is_served):
    monkeypatch.setattr(rules, "modules", modules)
    monkeypatch.setattr(rules, "playable", lambda: ["war"])
    (site / "play" / "war.html").write_bytes(rules.pages(lambda: None)["play/war.html"])
    front = top + "index.html" if is_served else (site / "index.html").as_uri()
    page = started.open(front, width=390)
    assert not page.evaluate("document.getElementById('played').checkVisibility()")
    page.evaluate("document.getElementById('play').click()")
    assert page.evaluate("document.getElementById('played').checkVisibility()")
    if is_served:
        inside = "document.getElementById('played').contentDocument"
        page.until(f"{inside}?.documentElement?.dataset.state === 'done'")
        said = page.evaluate(f"{inside}.getElementById('headline').textContent")
        rounds = sim.play("war", 10_000, seed=1)["rounds"].mean()
        assert said.startswith(f"A game takes {rounds:.0f} rounds on average")
        assert not page.evaluate(f"{inside}.querySelector('header').checkVisibility()")
        # The frame grows with what it shows.
        height = "document.getElementById('played').clientHeight"
        page.until(f"{height} >= {inside}.documentElement.offsetHeight")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        assert violations(page) == []
    assert page.complaints() == []


def test_the_story_tells_what_was_played(started, top):
    page = started.open(top + "story.html", width=390)
    words = " ".join(text(page, "main").split())
    games = sim.play("war", 10, seed=1)["rounds"].to_list()
    assert f"It took {games[0]} rounds" in words
    ends = f"over after {min(games)} rounds, the longest took {max(games)}."
    assert ends in words
    # As the page of ten billion games has them.
    assert "10,000,000,000 288.791 0.004" in words
    assert "took 5,766 rounds" in words
    # Words in pictures keep their size on a phone, and none is cut.
    places = (
        "[...document.querySelectorAll('.written text')].map((one) => "
        "[parseFloat(getComputedStyle(one).fontSize), one.getBoundingClientRect().left, "
        "one.getBoundingClientRect().right])"
    )
    for size, left, right in page.evaluate(places):
        assert size >= 12
        assert left >= 0
        assert right <= 390


def test_questions_are_found_while_one_types(started, top):
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


def test_light_and_dark_are_switched_and_remembered(started, top):
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


def test_the_skip_link_is_the_first_stop_and_is_seen_then(started, top):
    page = started.open(top + "index.html", width=1280)
    page.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    assert page.evaluate("document.activeElement.getBoundingClientRect().left") >= 0


def test_the_casino_shows_the_exact_figures(started, top):
    asked = "casino.html#decks=8&tie=surrender-0&stake=5&hands=20&bankroll=10"
    page = started.open(top + asked, width=1280)
    page.until("!!document.querySelector('#end svg')")
    odds = sim.exact.casino_session(50, 5, 20, decks=8, on_tie="surrender")
    words = text(page, ".told")
    assert f"An evening of 20 hands at $5 costs ${odds.cost:.2f} on average." in words
    assert f"The chance to leave ahead is {100 * odds.ahead:.3g} %" in words
    assert f"your money runs out is {100 * odds.ruined:.3g} %" in words
    for line in text(page, "#command").splitlines():
        assert warlab(*shlex.split(line)[1:]).code == 0
    # Another choice by keys, in another currency.
    page.evaluate("document.querySelector('[name=tie]:checked').focus()")
    page.evaluate("currency.value = '€'; 0")
    page.press("Home")
    page.press("ArrowDown")
    page.until("document.querySelector('[name=tie]:checked').value !== 'surrender-0'")
    page.until("document.getElementById('verdict').innerText.includes('at €5 costs €')")
    assert "currency=" in page.evaluate("location.hash")
    # An address with what cannot be chosen shows what is usual.
    page.close()
    page = started.open(top + "casino.html#decks=99&hands=200", width=1280)
    page.until("document.getElementById('verdict').innerText.includes('200 hands')")
    assert page.evaluate("decks.value") == "6"
    assert page.complaints() == []


def test_bids_are_looked_up_by_keys_and_by_address(started, top):
    page = started.open(top + "bids.html", width=1280)
    page.until("!!document.querySelector('#mixture tr')")
    solution = sim.exact.gops(4)
    cells = "[...document.querySelectorAll('#mixture tr')].map((row) => row.children[1].innerText)"
    shown = [cell.replace("\N{NO-BREAK SPACE}%", "") for cell in page.evaluate(cells)]
    chances = solution.bids(range(1, 5), range(1, 5), range(1, 4), 4).values()
    for words, chance in zip(reversed(shown), chances, strict=True):
        share = {"never": 0.0, "always": 100.0}.get(words)
        share = float(words) if share is None else share
        assert share == pytest.approx(100 * chance, abs=0.06)
    for name in ("mine", "theirs", "prizes"):
        page.evaluate(f"document.querySelector('[name={name}]').focus()")
        page.press(" ", " ")
    page.until("document.querySelectorAll('#mixture tr').length === 3")
    _, *command = shlex.split(text(page, "#command"))
    assert warlab(*command).code == 0
    assert page.evaluate("location.hash") == "#points-discard/234/234-234-4-0-0"
    assert text(page, "#verdict").startswith("Bid the ")
    page.press("Tab")
    page.evaluate("document.querySelector('[name=mine]:checked').click()")
    page.until("document.getElementById('rest').innerText.includes('You hold 2')")
    page.close()
    page = started.open(top + "bids.html#points-carry/12/12-12-2-9-0", width=1280)
    page.until("document.getElementById('verdict').innerText.includes('no game leads')")
    assert page.complaints() == []


def test_the_viewer_steps_by_keys_buttons_and_address(started, top):
    page = started.open(top + "replays/war.html#step=6", width=1280)
    page.until("!!document.querySelector('.step-text')")
    told = story(sim.replay("war", 0, seed=1))["steps"]
    assert text(page, ".step-text") == told[5]["t"]
    page.press("ArrowRight")
    assert text(page, ".step-text") == told[6]["t"]
    assert page.evaluate("location.hash") == "#step=7"
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
    page.evaluate(press.format("Next tie"))
    war = page.evaluate("document.querySelector('.step-text').className")
    assert war == "step-text tied"
    assert page.evaluate("document.querySelectorAll('.course-plot path').length") == 3
    assert page.complaints() == []


def test_a_game_in_a_file_is_shown(started, tmp_path):
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
