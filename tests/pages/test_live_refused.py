"""Messages of the page of live play: on mistakes, of a server that is gone, and of an address that names no play."""

from __future__ import annotations

import pytest

from tests.support.browser import Browser
from tests.support.live_page import READY, ask, choose, opened, play, wait

pytest.importorskip("uvicorn", reason="warlab[web] is not installed")


def test_to_play_asks_again_for_a_game_whose_choice_had_no_answer(started: Browser, address: str) -> None:
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
    assert page.evaluate("document.querySelector('#commands pre').textContent").startswith(
        "warlab play gops "
    )


def test_a_server_that_is_gone_is_told_until_it_is_back(started: Browser, address: str) -> None:
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
    page.evaluate(f"made.dispatchEvent(new MessageEvent('state', {{ data: JSON.stringify({now}) }}))")
    assert page.evaluate("document.getElementById('refused').textContent") == ""
    # A server that was started anew knows nothing of the play.
    page.evaluate(
        "window.fetch = async () => new Response(JSON.stringify({ error: { line: 'there is no such play' } }), "
        "{ status: 404 }); made.readyState = 2; made.dispatchEvent(new Event('error'))"
    )
    assert page.until("document.getElementById('refused').textContent") == "There is no such play."


def test_a_mistake_is_told_on_the_page(started: Browser, address: str) -> None:
    page = opened(started, address)
    ask(page, "many")
    told = page.until("document.getElementById('refused').textContent")
    assert told.startswith("Games: 'many' is not a valid number of games; ")


def test_an_address_of_no_play_is_told(started: Browser, address: str) -> None:
    told = "The address names the play “{}”, which this server does not know: it may have been forgotten."
    refused = "document.getElementById('refused').textContent"
    page = started.open(f"{address}#gone", width=1280)
    page.until(READY)
    assert page.evaluate(refused) == told.format("gone")
    play(page, "200")
    shown = page.evaluate("location.hash")
    page.evaluate("location.hash = '#lost'")
    page.until(f"{refused} === {told.format('lost')!r}")
    page.size(390, 800)
    page.evaluate(f"location.hash = '#{1000 * 'x'}'")
    page.until(f"{refused} === {told.format(60 * 'x')!r}")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    # What was shown stays, and its own address ends the message.
    assert not page.evaluate("document.getElementById('known').hidden")
    page.evaluate(f"location.hash = {shown!r}")
    page.until(f"{refused} === ''")
