"""Notebook display: a result shows itself as HTML, which the rooms above write."""

from collections.abc import Callable
from typing import Any

_writers: list[Callable[[object], str]] = []
_drawers: list[Callable[[Any], Any]] = []


class NotebookResult:
    """A result that a notebook shows as HTML: the answer first, every text escaped."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return _writers[-1](self)


def write_with(writer: Callable[[object], str]) -> None:
    """Name the function that writes results as HTML."""
    _writers.append(writer)


def drawn(run: object) -> Any:
    """The picture of a run, as the room above draws it."""
    return _drawers[-1](run)


def draw_with(drawer: Callable[[Any], Any]) -> None:
    """Name the function that draws the picture of a run."""
    _drawers.append(drawer)
