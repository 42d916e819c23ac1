"""Columns of compiled games: a named tuple with an array for each column.

Categories are codes.
"""

from collections import namedtuple
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.contract.columns import Column


def columns_type(module: str, columns: Iterable[Column]) -> Any:
    """The type of a kernel's columns, which is to be called ``Columns`` in that module.

    Numba keeps compiled code by the type's module and name.
    """
    return namedtuple("Columns", [column.name for column in columns], module=module)


def empty_columns(kind: Any, columns: Iterable[Column], games: int) -> Any:
    """A named tuple of columns for a kernel to fill, all zero, each of its declared type."""
    return kind(**{column.name: np.zeros(games, column.dtype) for column in columns})


def filled(
    kind: Any,
    columns: Iterable[Column],
    games: int,
    play: Callable[..., Any],
    *inputs: Any,
) -> dict[str, NDArray[Any]]:
    """The columns that a compiled loop fills, by name.

    The loop takes them after its other inputs.
    """
    rows = empty_columns(kind, columns, games)
    play(*inputs, rows)
    by_name: dict[str, NDArray[Any]] = rows._asdict()
    return by_name


def empty_by_seat(
    kind: Any, columns: Iterable[Column], name: str, seats: int, games: int
) -> Any:
    """Empty columns of which some are kept together, a row for each seat.

    The columns ``name_0``, ``name_1``, ... of the seats are the array ``name`` of the
    tuple.
    """
    of_seats = [f"{name}_{seat}" for seat in range(seats)]
    kinds = {column.name: column.dtype for column in columns}
    together = np.zeros((seats, games), kinds[of_seats[0]])
    alone = {
        column: np.zeros(games, dtype)
        for column, dtype in kinds.items()
        if column not in of_seats
    }
    return kind(**alone, **{name: together})


def filled_by_seat(
    kind: Any,
    columns: Sequence[Column],
    name: str,
    seats: int,
    games: int,
    play: Callable[..., Any],
    *inputs: Any,
) -> dict[str, NDArray[Any]]:
    """The columns that a compiled loop fills, by name, those of seats together.

    The loop takes those of :func:`empty_by_seat`.
    """
    rows = empty_by_seat(kind, columns, name, seats, games)
    play(*inputs, rows)
    by_name = {f"{name}_{seat}": getattr(rows, name)[seat] for seat in range(seats)}
    by_name.update(rows._asdict())
    return {column.name: by_name[column.name] for column in columns}


def code_of(categories: Sequence[str], name: str) -> np.int8:
    """The code of a category, in compiled code and in columns: its index among the categories."""
    return np.int8(categories.index(name))
