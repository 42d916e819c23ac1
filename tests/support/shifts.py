"""How far the parts of a page move when its scripts fill it."""

from __future__ import annotations

from tests.support.browser import Browser


def farthest(started: Browser, address: str, *, width: int, parts: str, filled: str) -> float:
    """Return how many pixels up or down the part moves that moves farthest.

    Without scripts a page is as it is before they have run, except for what is said to such readers.

    Parameters
    ----------
    started, address, width
        The browser, the page, and the width of its window.
    parts
        Selectors of the parts.
    filled
        An expression that is true once the page is filled.
    """
    tops = f"[...document.querySelectorAll({parts!r})].map((one) => one.getBoundingClientRect().top)"
    found = []
    for scripts in (False, True):
        page = started.open(address, width=width, scripts=scripts)
        if scripts:
            page.until(filled)
        else:
            page.evaluate("document.querySelector('noscript').remove()")
        found.append(page.evaluate(tops))
        page.close()
    before, after = found
    assert before
    return max(abs(now - then) for then, now in zip(before, after, strict=True))
