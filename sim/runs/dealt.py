"""The columns that follow from the deal: they are not stored but computed again.

The deal of a game is a function of the seed and its number, so what depends on the deal alone need not be stored.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from sim.contract.dealing import NoDeals
from sim.counts.counting import Columns
from sim.runs.variant import Variant

_CHECKED = 16
"""The number of rows of a part whose columns are checked by dealing again."""

_FAR = 64
"""Games whose numbers are farther apart are not dealt together."""

_DEALT_AT_ONCE = 1 << 16
"""The most games, from the first to the last, that are dealt at once."""


def dealt_columns(variant: Variant, numbers: NDArray[np.int64]) -> dict[str, NDArray[np.integer]]:
    """Return the columns that follow from the deal alone, for games of any numbers in any order.

    Parameters
    ----------
    variant
        The seed, the deck and the columns are taken from it.
    numbers
        int64: the games.
    """
    dtypes = {column.name: column.dtype for column in variant.columns}
    dealt = variant.dealt
    found: dict[str, NDArray[np.integer]] = {name: np.empty(len(numbers), dtypes[name]) for name in dealt}
    if not found or isinstance(variant.game.deals, NoDeals):
        return found
    dealing = variant.game.deals.dealing
    where = dealing.layout(variant.rules)
    start, size = where.starts[0], where.sizes[0]
    order = np.argsort(numbers, kind="stable")
    for places in _close_together(order, numbers[order]):
        first, last = int(numbers[places[0]]), int(numbers[places[-1]])
        rows = dealing.deal_rows(variant.rules, variant.seed, first, last - first + 1)
        packets = rows[:, start : start + where.stride * size : where.stride]
        for name, values in found.items():
            values[places] = dealt[name](packets)[numbers[places] - first]
    return found


def _close_together(order: NDArray[np.intp], rising: NDArray[np.int64]) -> Iterator[NDArray[np.intp]]:
    """Yield the places of games whose numbers are near enough to be dealt at once."""
    begin = 0
    gaps = np.flatnonzero(np.diff(rising) > _FAR) + 1
    for stop in (*gaps.tolist(), len(rising)):
        while begin < stop:
            end = min(stop, int(np.searchsorted(rising, rising[begin] + _DEALT_AT_ONCE)))
            yield order[begin:end]
            begin = end


def check_dealt(variant: Variant, first: int, columns: Columns) -> None:
    """Check on the first rows, which costs only a few deals, that the columns that are not stored can be restored."""
    some = len(columns[variant.columns[0].name][:_CHECKED])
    for name, values in dealt_columns(variant, np.arange(first, first + some, dtype=np.int64)).items():
        if not np.array_equal(values, columns[name][:some]):
            raise ArithmeticError(
                f"column {name} of {variant.name} does not follow from the deals of game {first} and later ones"
            )
