"""Notebook display: a result shows itself as HTML, which the rooms above write."""

from collections.abc import Callable

_writers: list[Callable[[object], str]] = []


class NotebookResult:
    """A result that a notebook shows as HTML: the answer first, every text escaped."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return _writers[-1](self)


def write_with(writer: Callable[[object], str]) -> None:
    """Name the function that writes results as HTML."""
    _writers.append(writer)
