"""The chain of packet sizes in a fair game of several players, solved as linear equations.

In a round each player in the game stakes a card, and each is equally likely to win them all. The players are alike,
so a position is the sizes in order. With ``E`` the mean over the positions that can follow, the rounds still to
come have the mean ``m = 1 + E m`` and the mean square ``s = 1 + 2 E m + E s``.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

_Sizes = tuple[int, ...]


def solve_sizes(held: _Sizes) -> tuple[float, float, float]:
    """Return the mean rounds until the first player is out and until one is left, and the latter's deviation."""
    cards = sum(held)
    total: dict[_Sizes, tuple[float, float]] = {(cards,): (0.0, 0.0)}
    first_out = 0.0
    for players in range(2, len(held) + 1):
        positions = list(_partitions(cards, players))
        place = {sizes: number for number, sizes in enumerate(positions)}
        inside, ended = _steps(positions, place, total)
        mean = _solved(inside, 1 + ended[:, 0])
        # Of a position with as many players only its mean is known, of one with fewer both.
        square = _solved(inside, 1 + 2 * (mean - 1) + ended[:, 1])
        if players == len(held):
            first_out = float(_solved(inside, np.ones(len(positions)))[place[_in_order(held)]])
        total |= zip(positions, zip(mean.tolist(), square.tolist(), strict=True), strict=True)
    mean_all, square_all = total[_in_order(held)]
    return first_out, mean_all, math.sqrt(square_all - mean_all**2)


def _steps(
    positions: list[_Sizes], place: dict[_Sizes, int], solved: dict[_Sizes, tuple[float, float]]
) -> tuple[Any, np.ndarray[Any, Any]]:
    """Return the chances to go from position to position, and the mean of what is known of those with fewer players."""
    from scipy.sparse import csr_array

    rows, columns, chances = [], [], []
    ended = np.zeros((len(positions), 2))
    for number, sizes in enumerate(positions):
        players = len(sizes)
        for winner in range(players):
            after = _in_order(
                size + (players - 1 if seat == winner else -1) for seat, size in enumerate(sizes)
            )
            if len(after) == players:
                rows.append(number)
                columns.append(place[after])
                chances.append(1 / players)
            else:
                ended[number] += np.array(solved[after]) / players
    return csr_array((chances, (rows, columns)), shape=(len(positions), len(positions))), ended


def _solved(inside: Any, right: Any) -> Any:
    """Solve ``x = right + inside x``."""
    from scipy.sparse import identity
    from scipy.sparse.linalg import spsolve

    return spsolve((identity(inside.shape[0]) - inside).tocsc(), right)


def _in_order(sizes: Any) -> _Sizes:
    return tuple(sorted((size for size in sizes if size), reverse=True))


def _partitions(cards: int, players: int, most: int | None = None) -> Iterator[_Sizes]:
    """Yield the ways to divide cards into a packet for each player, largest first."""
    largest = cards if most is None else min(most, cards)
    if players == 1:
        if cards <= largest:
            yield (cards,)
        return
    for size in range(largest, 0, -1):
        if cards - size >= players - 1 and size * players >= cards:
            for rest in _partitions(cards - size, players - 1, size):
                yield (size, *rest)
