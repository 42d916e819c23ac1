"""Columns of compiled games: a named tuple with an array for each outcome column, categories as codes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

import numpy as np

from sim.contract.columns import Column

Columns = TypeVar("Columns")


def empty_columns(kind: Callable[..., Columns], columns: Iterable[Column], games: int) -> Columns:
    """Return a named tuple of columns for a kernel to fill, all zero, each of its declared type."""
    return kind(**{column.name: np.zeros(games, column.dtype) for column in columns})


def code_of(categories: Sequence[str], name: str) -> np.int8:
    """Return the code of a category, in compiled code and in columns: its index among the categories."""
    return np.int8(categories.index(name))
