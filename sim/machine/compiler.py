"""The notice of the first compilation in this process.

It fills the seconds in which nothing else is to be seen.
"""

from collections.abc import Callable

_notices: list[Callable[[], object]] = []


def before_compiling(notice: Callable[[], object]) -> None:
    """Have a function called once, when something must be compiled for the first time.

    Parameters
    ----------
    notice
        The function.
    """
    _notices[:] = [notice]


def compiling_begins() -> None:
    """Call the function, if one is still to be called."""
    while _notices:
        _notices.pop()()
