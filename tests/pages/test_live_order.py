"""The page of live play where answers come late or in another order: the last thing asked for is what counts."""

import pytest

from tests.support.browser import Browser
from tests.support.live_page import (
    OPENED,
    ask,
    asked,
    choose,
    finish,
    focused,
    held,
    opened,
    play,
    play_on,
    press,
    settled,
    wait,
)

pytest.importorskip("uvicorn", reason="warlab[web] is not installed")


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
    ask(page, "200")
    page.evaluate("release()")
    finish(page)
    assert page.evaluate("document.querySelector('#commands pre').textContent").startswith(
        "warlab play pyanitsa "
    )


def test_a_button_pressed_twice_acts_once(started: Browser, address: str) -> None:
    page = opened(started, address)
    play_on(page, presses=2)
    assert asked(page, "plays") == 1
    key = page.evaluate("new URLSearchParams(location.hash.slice(1)).get('play')")
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


def test_the_last_game_asked_for_is_told_and_none_of_another_play(started: Browser, address: str) -> None:
    page = opened(started, address)
    play(page, "200")
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


def test_a_button_pressed_before_the_answer_about_another_acts_after_it(
    started: Browser, address: str
) -> None:
    """A play may be known to have stopped before the request to stop it is answered: then it can be resumed."""
    page = opened(started, address)
    play_on(page)
    held(page, "/stop")
    page.evaluate("document.getElementById('stop').click()")
    wait(page, "window.release && !document.getElementById('resume').hidden")
    before = page.evaluate("document.getElementById('bar').value")
    page.evaluate("document.getElementById('resume').click(); document.getElementById('resume').click()")
    key = page.evaluate("new URLSearchParams(location.hash.slice(1)).get('play')")
    assert asked(page, f"plays/{key}/resume") == 0
    page.evaluate("release()")
    wait(page, f"document.getElementById('bar').value > {before}")
    assert asked(page, f"plays/{key}/resume") == 1
    page.evaluate("document.getElementById('stop').click()")
    wait(page, "window.release && !document.getElementById('resume').hidden")
    assert page.complaints() == []
