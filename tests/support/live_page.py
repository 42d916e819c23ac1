"""The page of live play as tests work it: what is chosen and pressed on it, and what is waited for."""

import time

from tests.support.browser import Browser, Page

READY = "document.querySelectorAll('.rules').length > 0"
DONE = "document.getElementById('state').textContent.startsWith('Done')"
OPENED = "document.querySelectorAll('details').forEach((one) => { one.open = true; })"


def wait(page: Page, for_what: str, seconds: float = 300.0) -> None:
    end = time.monotonic() + seconds
    while not page.evaluate(for_what):
        refused = page.evaluate("document.getElementById('refused').textContent")
        assert not refused, refused
        assert time.monotonic() < end, for_what
        time.sleep(0.05)


def opened(
    started: Browser, address: str, width: int = 1280, dark: bool = False
) -> Page:
    page = started.open(address, width=width, dark=dark)
    wait(page, READY)
    return page


def choose(page: Page, game: str) -> None:
    page.evaluate(
        f"(() => {{ const game = document.getElementById('game'); game.value = {game!r}; "
        "game.dispatchEvent(new Event('change')); })()"
    )


def ask(page: Page, games: str) -> None:
    """Ask for a number of games, as it is typed."""
    page.evaluate(
        f"document.getElementById('games').value = '{games}'; document.getElementById('play').click()"
    )


def play(page: Page, games: str) -> None:
    """Play a number of games, and wait for the answer."""
    ask(page, games)
    finish(page)


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
    wait(
        page,
        "!document.getElementById('known').hidden && !document.getElementById('stop').hidden",
    )


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
    told: str = page.evaluate(
        "document.activeElement.id || document.activeElement.textContent.trim()"
    )
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
