"""Rows of the games of a run, read when they are collected; printed, they show the first of them."""

import polars as pl

SHOWN = 5
"""The rows that are shown of a table that is not read yet."""


class GameRows(pl.LazyFrame):
    """A lazy table that shows its first rows where it is printed, instead of the plan that reads it."""

    def __repr__(self) -> str:
        """Return the first rows as text."""
        return f"{self.head(SHOWN).collect()}\nThe first rows; collect() reads all of them."

    __str__ = __repr__

    def _repr_html_(self) -> str:
        """Return the first rows for a notebook."""
        return self.head(SHOWN).collect()._repr_html_()
