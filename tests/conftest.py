"""What all tests share."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator

import pytest
from hypothesis import settings

from sim.contract.game import Game
from sim.games import GAMES
from tests.support import tiers
from tests.support.browser import Browser, browser, found
from tests.support.toy_choices import TOY_CHOICES
from tests.support.toy_game import TOY

# A shell that starts the tests in the background has them ignore these, and every program that they start as well.
if threading.current_thread() is threading.main_thread():
    for _sent, _usual in ((signal.SIGINT, signal.default_int_handler), (signal.SIGHUP, signal.SIG_DFL)):
        if signal.getsignal(_sent) is signal.SIG_IGN:
            signal.signal(_sent, _usual)

# The first example may compile a kernel or import a library, which has nothing to do with what is tested.
settings.register_profile("calm", deadline=None, derandomize=True, max_examples=15)
settings.register_profile("whole", settings.get_profile("calm"), max_examples=200)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update",
        action="store_true",
        help="write the golden replays anew; read the difference before you commit it",
    )
    parser.addoption(
        "--whole", action="store_true", help="give every sample its whole size, as make verify does"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Choose the sizes of samples before any test is collected."""
    whole = bool(config.getoption("--whole"))
    tiers.choose(whole)
    settings.load_profile("whole" if whole else "calm")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Give all tests of a game to one worker, so that a kernel is compiled once and not by several at the same time."""
    if config.pluginmanager.hasplugin("xdist"):
        for item in items:
            item.add_marker(pytest.mark.xdist_group(_group(item)))


def _group(item: pytest.Item) -> str:
    """Return the game whose kernel a test compiles; for a test of no game in particular its file, or the site."""
    callspec = getattr(item, "callspec", None)
    game = str(callspec.params.get("name", "")) if callspec else ""
    if game not in GAMES:
        folder = item.path.parent
        game = folder.name.replace("_", "-") if folder.parent.name == "games" else ""
    # P'yanitsa is played by War's kernels, and the tests of pages share a site and a browser.
    apart = "pages" if item.path.parent.name in ("site", "pages") else item.nodeid.partition("::")[0]
    return {"pyanitsa": "war"}.get(game, game) or apart


@pytest.fixture(scope="session")
def started(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A browser, started once for all pages that are looked at."""
    program = found()
    if program is None:
        pytest.skip("no Chromium is found; put one on the path, or name it in CHROMIUM")
    with browser(program, tmp_path_factory.mktemp("profile")) as one:
        yield one


@pytest.fixture
def update(request: pytest.FixtureRequest) -> bool:
    """Whether golden files are to be written anew."""
    return bool(request.config.getoption("--update"))


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> Game:
    """Put the toy game into the registry."""
    monkeypatch.setitem(GAMES, "toy", TOY)
    return TOY


@pytest.fixture
def roshambo(monkeypatch: pytest.MonkeyPatch) -> Game:
    """Put the toy game into the registry."""
    monkeypatch.setitem(GAMES, "roshambo", TOY_CHOICES)
    return TOY_CHOICES
