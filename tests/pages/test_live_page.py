"""The page of live play in a browser: it plays, by keyboard too, and shows the numbers of ``warlab play``.

Needs a Chromium, as the tests of the reports do; the check of accessibility also needs axe-core.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import sim
from reports.numbers import estimate, span
from tests.support.browser import Browser, Page, found
from tests.support.command_line import warlab
from tests.support.serving import served

CHROMIUM = found()
AXE = Path(os.environ.get("AXE_CORE") or "node_modules/axe-core/axe.min.js")

pytestmark = pytest.mark.skipif(
    CHROMIUM is None, reason="no Chromium found (the variable CHROMIUM can name one)"
)
pytest.importorskip("uvicorn", reason="warlab[web] is not installed")

READY = "document.querySelectorAll('.rules').length > 0"
DONE = "document.getElementById('state').textContent.startsWith('Done')"
OPENED = "document.querySelectorAll('details').forEach((one) => { one.open = true; })"


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with served() as (_, at):
        yield f"{at}/live/"


def wait(page: Page, for_what: str, seconds: float = 300.0) -> None:
    end = time.monotonic() + seconds
    while not page.evaluate(for_what):
        refused = page.evaluate("document.getElementById('refused').textContent")
        assert not refused, refused
        assert time.monotonic() < end, for_what
        time.sleep(0.05)


def opened(started: Browser, address: str, width: int = 1280, dark: bool = False) -> Page:
    page = started.open(address, width=width, dark=dark)
    wait(page, READY)
    return page


def choose(page: Page, game: str) -> None:
    page.evaluate(
        f"(() => {{ const game = document.getElementById('game'); game.value = {game!r}; "
        "game.dispatchEvent(new Event('change')); })()"
    )


def finish(page: Page) -> None:
    """Wait until all games are played and their answer is shown."""
    wait(page, DONE)
    wait(
        page,
        "document.getElementById('known').dataset.games === document.getElementById('bar').dataset.games",
    )


def play_on(page: Page, presses: int = 1) -> None:
    """Begin a play that goes on until it is stopped, and wait for its first answer."""
    page.evaluate("document.getElementById('games').value = '1e8'")
    page.evaluate("document.getElementById('play').click();" * presses)
    wait(page, "!document.getElementById('known').hidden && !document.getElementById('stop').hidden")


def press(page: Page, key: str) -> None:
    page.press(key, "\r" if key == "Enter" else "")


def held(page: Page, path: str, changed: str = "told") -> None:
    """Hold back answers about a path until ``release()``; they then say what is ``changed`` from what is ``told``."""
    page.evaluate(
        "(() => { const ask = window.fetch; window.fetch = async (path, how) => { const answer = await ask(path, how); "
        f"if (!String(path).endsWith({path!r})) return answer; const told = await answer.json(); "
        f"await new Promise((go) => {{ window.release = go; }}); delete window.release; "
        f"return new Response(JSON.stringify({changed}), {{ status: answer.status }}); }}; }})()"
    )


def settled(page: Page) -> None:
    """Wait until what was released has been taken in."""
    page.evaluate("new Promise((done) => setTimeout(done, 50))")


def asked(page: Page, path: str) -> int:
    """Return how often the page has asked for a path."""
    return [url.partition("/api/")[2] for url in page.requests()].count(path)


def focused(page: Page) -> str:
    told: str = page.evaluate("document.activeElement.id || document.activeElement.textContent.trim()")
    return told


def tab_to(page: Page, name: str) -> None:
    for _ in range(80):
        if focused(page) == name:
            return
        press(page, "Tab")
    raise AssertionError(f"the Tab key does not reach {name}")


def type_over(page: Page, text: str) -> None:
    page.evaluate("document.activeElement.select()")
    page.call("Input.insertText", text=text)


def cells(page: Page, label: str) -> list[str]:
    """Return what the table of statistics says in one row."""
    told: list[str] = page.evaluate(
        "[...document.querySelectorAll('#statistics tbody tr')]"
        f".filter((row) => row.cells[0].textContent === {label!r})"
        ".flatMap((row) => [...row.querySelectorAll('td span')].map((one) => one.textContent))"
    )
    return told


def test_the_keyboard_alone_plays_compares_stops_and_tells_a_game(started: Browser, address: str) -> None:
    page = opened(started, address)
    tab_to(page, "games")
    type_over(page, "2e3")
    tab_to(page, "seed")
    type_over(page, "11")
    tab_to(page, "add")
    press(page, "Enter")
    assert page.evaluate("document.querySelectorAll('.rules').length") == 2
    # The focus is in the new rules: the players, and then the cards laid face down.
    press(page, "Tab")
    press(page, "Tab")
    type_over(page, "3")
    press(page, "Enter")
    finish(page)
    commands = page.evaluate("[...document.querySelectorAll('#commands pre')].map((one) => one.textContent)")
    assert commands == [
        "warlab play war --games 2000 --seed 11",
        "warlab play war -r face_down=3 --games 2000 --seed 11",
    ]
    shown = cells(page, "Rounds, on average")
    for place, rules in enumerate(([], ["-r", "face_down=3"])):
        played = warlab("play", "war", *rules, "--games", 2000, "--seed", 11, "--json").json
        (mean,) = (row for row in played["statistics"] if row["statistic"] == "rounds mean")
        value = estimate(mean["value"], mean["low"], mean["high"])
        assert shown[2 * place][:4].rstrip(".") == value[:4].rstrip(".")
    page.evaluate(OPENED)
    tab_to(page, "number")
    type_over(page, "17")
    press(page, "Enter")
    wait(page, "document.querySelector('#told .step-text') !== null")
    tab_to(page, "End")
    press(page, "Enter")
    last = page.evaluate("document.querySelector('#told .step-text').textContent")
    assert last.lower() == str(sim.replay("war", 17, seed=11).events[-1]).lower()
    assert page.complaints() == []
    page.close()


def test_the_page_shows_the_numbers_of_warlab_play(started: Browser, address: str) -> None:
    page = opened(started, address)
    page.evaluate("document.getElementById('games').value = '3_000'")
    page.evaluate("document.getElementById('play').click()")
    finish(page)
    played = warlab("play", "war", "--games", 3000, "--json").json
    assert page.evaluate("document.getElementById('headline').textContent") == played["headline"]
    (mean,) = (row for row in played["statistics"] if row["statistic"] == "rounds mean")
    ends = mean["low"], mean["high"]
    assert cells(page, "Rounds, on average") == [estimate(mean["value"], *ends), span(*ends)]
    assert page.evaluate("document.querySelector('#commands pre').textContent") == (
        "warlab play war --games 3000 --seed 1"
    )
    assert (
        page.evaluate("document.querySelectorAll('#course-chart polyline, #curve-chart polyline').length")
        == 2
    )
    assert page.complaints() == []
    here = address.removesuffix("live/")
    assert all(url.startswith((here, "data:")) for url in page.requests())
    # The address names the play: the page shows it again after it was closed.
    at = page.evaluate("location.href")
    page.close()
    again = opened(started, at)
    wait(again, "!document.getElementById('known').hidden")
    assert again.evaluate("document.getElementById('headline').textContent") == played["headline"]
    again.close()


def test_a_play_can_be_stopped_and_resumed(started: Browser, address: str) -> None:
    page = opened(started, address)
    play_on(page)
    page.evaluate("document.getElementById('stop').focus()")
    press(page, "Enter")
    wait(page, "document.getElementById('state').textContent.startsWith('Stopped')")
    wait(page, "document.activeElement.id === 'resume'")
    before = page.evaluate("document.getElementById('bar').value")
    page.evaluate("document.getElementById('resume').click()")
    wait(page, f"document.getElementById('bar').value > {before}")
    page.evaluate("document.getElementById('stop').click()")
    wait(page, "document.getElementById('state').textContent.startsWith('Stopped')")
    assert page.complaints() == []
    page.close()


def test_a_mistake_is_told_on_the_page(started: Browser, address: str) -> None:
    page = opened(started, address)
    page.evaluate("document.getElementById('games').value = 'many'")
    page.evaluate("document.getElementById('play').click()")
    told = page.until("document.getElementById('refused').textContent")
    assert told.startswith("Games: 'many' is not a valid number of games; ")
    page.close()


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
    page.evaluate("document.getElementById('games').value = '200'")
    page.evaluate("document.getElementById('play').click()")
    finish(page)
    assert page.evaluate("document.querySelector('#commands pre').textContent").startswith(
        "warlab play gops "
    )
    page.close()


def test_the_last_game_chosen_counts_in_whatever_order_the_answers_come(
    started: Browser, address: str
) -> None:
    page = opened(started, address)
    held(page, "/pyanitsa")
    summary = "document.getElementById('summary').textContent"
    choose(page, "pyanitsa")
    wait(page, "window.release !== undefined")
    choose(page, "gops")
    wait(page, f"{summary}.startsWith('GOPS:')")
    # Released, the earlier answer must change nothing: not the words, the choice or the rules that are asked for.
    page.evaluate("release()")
    settled(page)
    assert page.evaluate(summary).startswith("GOPS:")
    assert page.evaluate("document.getElementById('game').value") == "gops"
    # To play is to play what was chosen, though the answer about it may still be under way.
    choose(page, "pyanitsa")
    wait(page, "window.release !== undefined")
    page.evaluate("document.getElementById('games').value = '200'")
    page.evaluate("document.getElementById('play').click()")
    page.evaluate("release()")
    finish(page)
    assert page.evaluate("document.querySelector('#commands pre').textContent").startswith(
        "warlab play pyanitsa "
    )
    page.close()


def test_a_button_pressed_twice_acts_once(started: Browser, address: str) -> None:
    page = opened(started, address)
    play_on(page, presses=2)
    assert asked(page, "plays") == 1
    key = page.evaluate("location.hash.slice(1)")
    page.evaluate("document.getElementById('stop').click(); document.getElementById('stop').click()")
    wait(page, "!document.getElementById('resume').hidden")
    assert asked(page, f"plays/{key}/stop") == 1
    page.evaluate("document.getElementById('resume').click(); document.getElementById('resume').click()")
    wait(page, "!document.getElementById('stop').hidden")
    page.evaluate("document.getElementById('stop').click()")
    wait(page, "!document.getElementById('resume').hidden")
    assert asked(page, f"plays/{key}/resume") == 1
    assert page.evaluate("document.getElementById('refused').textContent") == ""
    assert page.complaints() == []
    page.close()


def test_a_late_answer_to_stop_does_not_say_that_it_plays(started: Browser, address: str) -> None:
    """A play that takes long to stop still plays when the server answers; its end may be told before that answer."""
    page = opened(started, address)
    held(page, "/stop", "{...told, state: 'playing', why: ''}")
    # The stream says that the play is over before it ends; here its end does not come at all.
    page.evaluate(
        "(() => { const listen = EventSource.prototype.addEventListener; "
        "EventSource.prototype.addEventListener = function (name, use) { "
        "if (name !== 'end') listen.call(this, name, use); }; })()"
    )
    play_on(page)
    page.evaluate("document.getElementById('stop').focus()")
    press(page, "Enter")
    wait(page, "window.release && document.getElementById('state').textContent.startsWith('Stopped')")
    # The button that is gone leaves the focus to the one in its place.
    assert focused(page) == "resume"
    page.evaluate("release()")
    settled(page)
    assert page.evaluate("document.getElementById('state').textContent").startswith("Stopped")
    assert focused(page) == "resume"
    page.close()


def test_a_server_that_is_gone_is_told_until_it_is_back(started: Browser, address: str) -> None:
    page = opened(started, address)
    page.evaluate(
        "window.EventSource = class extends EventTarget { static CLOSED = 2; readyState = 1; close() {} "
        "constructor() { super(); window.made = this; } }; "
        "(() => { const later = window.setTimeout; window.setTimeout = (act, after) => later(act, after / 100); })()"
    )
    page.evaluate("document.getElementById('games').value = '100'")
    page.evaluate("document.getElementById('play').click()")
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
    page.close()


def test_the_last_game_asked_for_is_told_and_none_of_another_play(started: Browser, address: str) -> None:
    page = opened(started, address)
    page.evaluate("document.getElementById('games').value = '200'")
    page.evaluate("document.getElementById('play').click()")
    finish(page)
    page.evaluate(OPENED)
    show = "document.getElementById('number').value = '{}'; document.querySelector('#telling button').click()"
    held(page, "/games/3?variant=0")
    page.evaluate(show.format(3))
    wait(page, "!!window.release")
    page.evaluate(show.format(4))
    wait(page, "document.getElementById('told').textContent.includes('game 4 ')")
    page.evaluate("release()")
    settled(page)
    assert "game 4 " in page.evaluate("document.getElementById('told').textContent")
    page.evaluate(show.format(3))
    wait(page, "!!window.release")
    first = page.evaluate("location.hash")
    page.evaluate("document.getElementById('seed').value = '2'; document.getElementById('play').click()")
    wait(page, f"location.hash !== {first!r}")
    page.evaluate("release()")
    finish(page)
    settled(page)
    assert page.evaluate("document.getElementById('told').textContent") == ""
    # An address of another play brings that one, as a new page would.
    page.evaluate(f"location.hash = {first!r}")
    wait(page, "document.querySelector('#commands pre').textContent.endsWith('--seed 1')")
    finish(page)
    assert page.evaluate("document.getElementById('seed').value") == "1"
    assert page.complaints() == []
    page.close()


def test_every_game_can_be_chosen_and_fits_a_phone(started: Browser, address: str) -> None:
    page = opened(started, address, width=390)
    names = page.evaluate("[...document.getElementById('game').options].map((one) => one.value)")
    assert len(names) == 12
    for name in names:
        choose(page, name)
        title = f"document.querySelector('#game option[value={name}]').textContent"
        wait(page, f"document.getElementById('summary').textContent.startsWith({title} + ':')")
        page.evaluate(OPENED)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, name
    page.evaluate("document.getElementById('games').value = '300'")
    page.evaluate("document.getElementById('play').click()")
    finish(page)
    page.evaluate(OPENED)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.complaints() == []
    page.close()


@pytest.mark.skipif(not AXE.is_file(), reason="axe-core is not installed (npm install --no-save axe-core)")
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_the_page_is_accessible(started: Browser, address: str, dark: bool) -> None:
    page = opened(started, address, dark=dark)
    page.evaluate("document.getElementById('add').click()")
    page.evaluate("document.querySelectorAll('.two input')[1].value = 3")
    page.evaluate("document.getElementById('games').value = '500'")
    page.evaluate("document.getElementById('play').click()")
    finish(page)
    page.evaluate(OPENED)
    page.evaluate("document.querySelector('#telling button').click()")
    wait(page, "document.querySelector('#told .step-text') !== null")
    page.evaluate(AXE.read_text(encoding="utf-8") + "; 0")
    wrong = page.evaluate(
        "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map((one) => "
        "one.html).join(' | ').slice(0, 500)))"
    )
    assert wrong == []
    page.close()
