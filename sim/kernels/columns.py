"""What compiled games write: an array for each outcome column, together in one named tuple, and categories as codes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

import numpy as np

from sim.contract.columns import Column

Columns = TypeVar("Columns")


def empty_columns(kind: Callable[..., Columns], columns: Iterable[Column], games: int) -> Columns:
    """Return the columns that a kernel fills, each of its declared type and all zero.

    Parameters
    ----------
    kind
        A NamedTuple with a field for each column, under the column's name.
    columns
        The outcome columns.
    games
        How many games are played.
    """
    return kind(**{column.name: np.zeros(games, column.dtype) for column in columns})


def code_of(categories: Sequence[str], name: str) -> np.int8:
    """Return the number that stands for a category in compiled code and in a column: its place among all of them.

    Examples
    --------
    >>> int(code_of(("cards", "run-out", "cap"), "cap"))
    2
    """
    return np.int8(categories.index(name))
