"""Messages of the page of live play: on mistakes, of a server that is gone, and of an address that names no play."""

import json
from urllib.parse import quote

import pytest

from tests.support.browser import Browser
from tests.support.live_page import READY, ask, choose, finish, opened, play, wait

pytest.importorskip("uvicorn", reason="warlab[web] is not installed")


def test_to_play_asks_again_for_a_game_whose_choice_had_no_answer(
    started: Browser, address: str
) -> None:
    page = opened(started, address)
    page.evaluate(
        "(() => { const ask = window.fetch; window.fetch = async (path, how) => { "
        "if (!String(path).endsWith('/gops')) return ask(path, how); "
        "window.fetch = ask; throw new TypeError('no network'); }; })()"
    )
    choose(page, "gops")
    told = page.until("document.getElementById('refused').textContent")
    assert told == "The server does not answer. Is warlab serve still running?"
    play(page, "200")
    assert page.evaluate(
        "document.querySelector('#commands pre').textContent"
    ).startswith("warlab play gops ")


def test_a_server_that_is_gone_is_told_until_it_is_back(
    started: Browser, address: str
) -> None:
    page = opened(started, address)
    page.evaluate(
        "window.EventSource = class extends EventTarget { static CLOSED = 2; readyState = 1; close() {} "
        "constructor() { super(); window.made = this; } }; "
        "(() => { const later = window.setTimeout; window.setTimeout = (act, after) => later(act, after / 100); })()"
    )
    ask(page, "100")
    wait(page, "!!window.made")
    # The browser tries to connect again, in vain.
    page.evaluate("made.readyState = 0; made.dispatchEvent(new Event('error'))")
    told = page.until("document.getElementById('refused').textContent")
    assert told == "The server does not answer. Is warlab serve still running?"
    now = "{ state: 'playing', why: '', done: 50, wanted: 100 }"
    page.evaluate(
        f"made.dispatchEvent(new MessageEvent('state', {{ data: JSON.stringify({now}) }}))"
    )
    assert page.evaluate("document.getElementById('refused').textContent") == ""
    # A server that was started anew knows nothing of the play.
    page.evaluate(
        "window.fetch = async () => new Response(JSON.stringify({ error: { line: 'there is no such play' } }), "
        "{ status: 404 }); made.readyState = 2; made.dispatchEvent(new Event('error'))"
    )
    assert (
        page.until("document.getElementById('refused').textContent")
        == "There is no such play."
    )


def test_a_mistake_is_told_on_the_page(started: Browser, address: str) -> None:
    page = opened(started, address)
    ask(page, "many")
    told = page.until("document.getElementById('refused').textContent")
    assert told.startswith("Games: 'many' is not a valid number of games; ")


def test_a_link_brings_the_rules_back_to_a_server_that_does_not_know_the_play(
    started: Browser, address: str
) -> None:
    rules = quote(json.dumps({"rules": {"face_down": 3}}))
    page = started.open(
        f"{address}#game=war&games=200&seed=3&rules={rules}&play=gone", width=390
    )
    page.until(READY)
    # What is kept of these rules, here as docs/questions.md has it, is shown until they are played.
    kept = "document.getElementById('kept')"
    page.until(f"!{kept}.hidden")
    assert "A game lasts 178 rounds on average" in page.evaluate(f"{kept}.textContent")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.evaluate("document.getElementById('play').click()")
    finish(page)
    command = page.evaluate("document.querySelector('#commands pre').textContent")
    assert command == "warlab play war -r face_down=3 --games 200 --seed 3"
    assert page.evaluate(f"{kept}.hidden")
    kept = page.evaluate("location.hash")
    assert kept.startswith("#game=war&games=200&seed=3&")
    assert "&rules=" in kept
    page.evaluate("location.hash = '#game=war&rules=%7Bx'")
    page.until(
        "document.getElementById('refused').textContent === 'The rules in the address cannot be read.'"
    )
