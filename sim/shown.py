"""How results show themselves in a notebook."""

from __future__ import annotations

from importlib import import_module

WRITER = "reports.notebook"
"""The module that puts results in words. It lies above everything that shows itself, and is loaded only to show it."""


class Shown:
    """A result that a notebook shows as HTML: the answer first, every text escaped."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return str(import_module(WRITER).html(self))
