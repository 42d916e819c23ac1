"""The page of live play where answers come late or in another order: the last thing asked for is what counts."""

import pytest

from tests.support.browser import Browser
from tests.support.live_page import (
    OPENED,
    ask,
    asked,
    choose,
    finish,
    held,
    opened,
    play,
    play_on,
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
    assert page.evaluate(
        "document.querySelector('#commands pre').textContent"
    ).startswith("warlab play pyanitsa ")


def test_a_button_pressed_twice_acts_once(started: Browser, address: str) -> None:
    page = opened(started, address)
    play_on(page, presses=2)
    assert asked(page, "plays") == 1
    key = page.evaluate("new URLSearchParams(location.hash.slice(1)).get('play')")
    page.evaluate(
        "document.getElementById('stop').click(); document.getElementById('stop').click()"
    )
    wait(page, "!document.getElementById('resume').hidden")
    assert asked(page, f"plays/{key}/stop") == 1
    page.evaluate(
        "document.getElementById('resume').click(); document.getElementById('resume').click()"
    )
    wait(page, "!document.getElementById('stop').hidden")
    page.evaluate("document.getElementById('stop').click()")
    wait(page, "!document.getElementById('resume').hidden")
    assert asked(page, f"plays/{key}/resume") == 1
    assert page.evaluate("document.getElementById('refused').textContent") == ""
    assert page.complaints() == []


def test_the_last_game_asked_for_is_told_and_none_of_another_play(
    started: Browser, address: str
) -> None:
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
    page.evaluate(
        "document.getElementById('seed').value = '2'; document.getElementById('play').click()"
    )
    wait(page, f"location.hash !== {first!r}")
    page.evaluate("release()")
    finish(page)
    settled(page)
    assert page.evaluate("document.getElementById('told').textContent") == ""
    # An address of another play brings that one, as a new page would.
    page.evaluate(f"location.hash = {first!r}")
    wait(
        page, "document.querySelector('#commands pre').textContent.endsWith('--seed 1')"
    )
    finish(page)
    assert page.evaluate("document.getElementById('seed').value") == "1"
    assert page.complaints() == []
