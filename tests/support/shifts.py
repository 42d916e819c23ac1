"""How far the parts of a page move when its scripts fill it."""

from tests.support.browser import Browser


def farthest(
    started: Browser, address: str, *, width: int, parts: str, filled: str
) -> float:
    """Return how many pixels up or down the part moves that moves farthest, once ``filled`` is true."""
    # Without scripts a page is as it is before they have run, except for what is said to such readers.
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
