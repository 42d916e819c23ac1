"""The pages of the site in a browser: nothing is cut, nothing complains, and the keyboard reaches everything.

Needs a Chromium and, for the check of accessibility, axe-core (see CONTRIBUTING.md).
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from reports.site import Page as SitePage
from reports.site import Part, write_site
from tests.support.browser import Browser, browser, found

CHROMIUM = found()
AXE = Path(os.environ.get("AXE_CORE") or "node_modules/axe-core/axe.min.js")

pytestmark = pytest.mark.skipif(
    CHROMIUM is None, reason="no Chromium found (the variable CHROMIUM can name one)"
)


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    assert CHROMIUM is not None
    with browser(CHROMIUM, tmp_path_factory.mktemp("profile")) as one:
        yield one


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site of two pages with nothing in them but the shell."""
    pages = (
        SitePage("", "Front", "All of it.", "<h1>Front</h1>", ""),
        SitePage("questions/", "Questions", "Many.", '<h1>Questions</h1><a href="@/">up</a>', "questions"),
    )
    out = tmp_path_factory.mktemp("site") / "site"
    write_site(out, Part(pages))
    return out


@pytest.mark.parametrize(("width", "dark"), [(390, False), (1280, True)])
def test_the_shell_fits_and_does_not_complain(started: Browser, site: Path, width: int, dark: bool) -> None:
    page = started.open((site / "questions" / "index.html").as_uri(), width=width, dark=dark)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.complaints() == []
    page.close()


def test_light_and_dark_are_switched_and_remembered(started: Browser, site: Path) -> None:
    ground = "getComputedStyle(document.body).backgroundColor"
    page = started.open((site / "index.html").as_uri(), width=1280)
    before = page.evaluate(ground)
    assert page.evaluate("document.querySelector('.theme').textContent") == "Dark"
    page.evaluate("document.querySelector('.theme').click()")
    after = page.evaluate(ground)
    assert before != after
    assert page.evaluate("document.querySelector('.theme').textContent") == "Light"
    page.close()
    page = started.open((site / "questions" / "index.html").as_uri(), width=1280)
    assert page.evaluate(ground) == after
    page.call("Emulation.setEmulatedMedia", media="print")
    assert page.evaluate(ground) == "rgb(255, 255, 255)"
    page.evaluate("localStorage.clear()")
    page.close()


def test_the_skip_link_is_the_first_stop_and_is_seen_then(started: Browser, site: Path) -> None:
    page = started.open((site / "index.html").as_uri(), width=1280)
    for kind in ("rawKeyDown", "keyUp"):
        page.call("Input.dispatchKeyEvent", type=kind, key="Tab", code="Tab", windowsVirtualKeyCode=9)
    assert page.evaluate("document.activeElement.className") == "skip"
    assert page.evaluate("document.activeElement.getBoundingClientRect().left") >= 0
    page.close()
