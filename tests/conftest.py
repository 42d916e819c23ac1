"""What all tests share."""

import gc
import re
import signal
import threading

import pytest
from hypothesis import settings
from xdist.scheduler import LoadScopeScheduling

from sim.games import GAMES
from sim.kernels import CACHE_DIRECTORY
from sim.machine.resources import cores
from tests.support import tiers
from tests.support.browser import browser, found
from tests.support.toy_game import TOY

# A shell that starts the tests in the background has them ignore these, and every
# program that they start as well.
if threading.current_thread() is threading.main_thread():
    for _sent, _usual in (
        (signal.SIGINT, signal.default_int_handler),
        (signal.SIGHUP, signal.SIG_DFL),
    ):
        if signal.getsignal(_sent) is signal.SIG_IGN:
            signal.signal(_sent, _usual)

# The first example may compile a kernel or import a library, which has nothing to do
# with what is tested.
settings.register_profile("calm", deadline=None, derandomize=True, max_examples=10)
settings.register_profile("whole", settings.get_profile("calm"), max_examples=200)


def pytest_addoption(parser):
    parser.addoption(
        "--update",
        action="store_true",
        help="write the golden replays anew; read the difference before you commit it",
    )
    parser.addoption(
        "--whole",
        action="store_true",
        help="give every sample its whole size, as make verify does",
    )


def pytest_configure(config):
    """Choose the sizes of samples before any test is collected."""
    whole = bool(config.getoption("--whole"))
    tiers.choose(whole)
    settings.load_profile("whole" if whole else "calm")


def pytest_report_header():
    """Say where compiled code is kept: Numba learns it here, before any test imports it."""
    return f"compiled code: {CACHE_DIRECTORY}"


APART = (
    "tests/docs/test_numbers.py",
    "tests/games/war/test_house_rules.py",
    "tests/games/war/test_lanes.py",
    "tests/stats/",
)

PAGES = ("tests/browser/", "tests/page/", "tests/pages/", "tests/site/")


class ByRoom(LoadScopeScheduling):
    """Gives the tests of a file to one worker, and all those of pages, which share a site, a browser and modules.

    The tests of some files share nothing, and take long: each of them goes to any
    worker.
    """

    def _split_scope(self, nodeid):
        file = nodeid.partition("::")[0]
        if file.startswith(APART):
            return nodeid
        return "pages" if file.startswith(PAGES) else file


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Keep tests together that read what one of them has played or rendered."""
    return ByRoom(config, log) if config.getoption("dist") == "loadfile" else None


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers():
    """Start one worker more than there are cores: some tests wait for a browser, a cluster or a signal."""
    return cores() + 1


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path):
    """Look for examples in docstrings beside the tests, not in the files of tests, each of which would be searched."""
    found = yield
    own = not re.match(r"test_.*\.py", file_path.name)
    return [one for one in found if type(one) is pytest.Module or own]


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """Look for no garbage while the tests are collected, never again at the modules that this imports, and seldom."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(10_000)
        gc.enable()


@pytest.fixture(scope="session")
def only_browser(tmp_path_factory):
    """The browser, started once for all pages that are looked at."""
    program = found()
    if program is None:
        pytest.skip("no Chromium is found; put one on the path, or name it in CHROMIUM")
    with browser(program, tmp_path_factory.mktemp("profile")) as one:
        yield one


@pytest.fixture
def started(only_browser):
    """The browser; whatever a test opens in it and however it ends, its pages are closed."""
    yield only_browser
    only_browser.close_all()


@pytest.fixture
def update(request):
    """Whether golden files are to be written anew."""
    return bool(request.config.getoption("--update"))


@pytest.fixture
def toy(monkeypatch):
    """Put the toy game into the registry."""
    monkeypatch.setitem(GAMES, "toy", TOY)
    return TOY
