"""Notebook display: results as Markdown, and the picture of a run.

The rooms above make both.
"""

from collections.abc import Callable
from typing import Any

_shown: list[tuple[Callable[[object], str], Callable[[Any], Any]]] = []


class NotebookResult:
    """A result that a notebook shows as Markdown: the answer first, every text escaped."""

    __slots__ = ()

    def _repr_markdown_(self) -> str:
        write, _ = _shown[-1]
        return write(self)


def drawn(run: object) -> Any:
    """The picture of a run.

    Parameters
    ----------
    run
        The run.
    """
    _, draw = _shown[-1]
    return draw(run)


def show_with(write: Callable[[object], str], draw: Callable[[Any], Any]) -> None:
    """Name what writes results as Markdown, and what draws the picture of a run.

    Parameters
    ----------
    write
        Returns a result as Markdown.
    draw
        Returns the picture of a run.
    """
    _shown.append((write, draw))
