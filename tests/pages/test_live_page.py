"""The page of live play in a browser: it plays, by keyboard too, and shows the numbers of ``warlab play``.

Needs a Chromium, as the tests of the reports do; the check of accessibility also needs axe-core.
"""

import pytest

import sim
from reports.numbers import estimate, span
from tests.support.accessibility import violations
from tests.support.browser import Browser
from tests.support.command_line import warlab
from tests.support.live_page import (
    OPENED,
    cells,
    choose,
    finish,
    opened,
    play,
    press,
    tab_to,
    type_over,
    wait,
)

pytest.importorskip("uvicorn", reason="warlab[web] is not installed")


def test_the_keyboard_alone_plays_compares_stops_and_tells_a_game(
    started: Browser, address: str
) -> None:
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
    commands = page.evaluate(
        "[...document.querySelectorAll('#commands pre')].map((one) => one.textContent)"
    )
    assert commands == [
        "warlab play war --games 2000 --seed 11",
        "warlab play war -r face_down=3 --games 2000 --seed 11",
    ]
    shown = cells(page, "Rounds, on average")
    for place, rules in enumerate(([], ["-r", "face_down=3"])):
        played = warlab(
            "play", "war", *rules, "--games", 2000, "--seed", 11, "--json"
        ).json
        (mean,) = (
            row for row in played["statistics"] if row["statistic"] == "rounds mean"
        )
        value = estimate(mean["value"], mean["low"], mean["high"])
        assert shown[2 * place][:4].rstrip(".") == value[:4].rstrip(".")
    page.evaluate(OPENED)
    tab_to(page, "number")
    type_over(page, "17")
    press(page, "Enter")
    wait(page, "document.querySelector('#told .step-text') !== null")
    tab_to(page, "Forward")
    press(page, "End")
    last = page.evaluate("document.querySelector('#told .step-text').textContent")
    assert last.lower() == str(
        sim.replay("war", 17, seed=11).events[-1]
    ).lower().replace("player 0", "the first player")
    assert page.complaints() == []


def test_the_page_shows_the_numbers_of_warlab_play(
    started: Browser, address: str
) -> None:
    page = opened(started, address)
    page.evaluate("document.getElementById('play-seconds').value = ''")
    play(page, "3_000")
    played = warlab("play", "war", "--games", 3000, "--json").json
    assert (
        page.evaluate("document.getElementById('headline').textContent")
        == played["headline"]
    )
    (mean,) = (row for row in played["statistics"] if row["statistic"] == "rounds mean")
    ends = mean["low"], mean["high"]
    assert cells(page, "Rounds, on average") == [
        estimate(mean["value"], *ends),
        span(*ends),
    ]
    assert page.evaluate("document.querySelector('#commands pre').textContent") == (
        "warlab play war --games 3000 --seed 1"
    )
    assert (
        page.evaluate(
            "document.querySelectorAll('#course-chart polyline, #curve-chart polyline').length"
        )
        == 2
    )
    assert page.complaints() == []
    here = address.removesuffix("live/")
    assert all(url.startswith((here, "data:")) for url in page.requests())
    # The address names the play: the page shows it again after it was closed.
    at = page.evaluate("location.href")
    assert "&play-seconds=2.5&shuffle-seconds=0&" in at
    page.close()
    again = opened(started, at)
    wait(again, "!document.getElementById('known').hidden")
    assert (
        again.evaluate("document.getElementById('headline').textContent")
        == played["headline"]
    )
    again.close()


def test_every_game_can_be_chosen_and_fits_a_phone(
    started: Browser, address: str
) -> None:
    page = opened(started, address, width=390)
    names = page.evaluate(
        "[...document.getElementById('game').options].map((one) => one.value)"
    )
    assert len(names) == 12
    for name in names:
        choose(page, name)
        title = f"document.querySelector('#game option[value={name}]').textContent"
        wait(
            page,
            f"document.getElementById('summary').textContent.startsWith({title} + ':')",
        )
        page.evaluate(OPENED)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, name
    play(page, "300")
    page.evaluate(OPENED)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.complaints() == []


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_the_page_is_accessible(started: Browser, address: str, dark: bool) -> None:
    page = opened(started, address, dark=dark)
    page.evaluate("document.getElementById('add').click()")
    page.evaluate("document.querySelectorAll('.two input')[2].value = 3")
    play(page, "500")
    page.evaluate(OPENED)
    page.evaluate("document.querySelector('#telling button').click()")
    wait(page, "document.querySelector('#told .step-text') !== null")
    assert violations(page) == []
