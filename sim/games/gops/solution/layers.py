"""The order of the positions of GOPS in arrays: by order pattern of the two hands, set of prizes, pot and lead.

Only the order of the cards of the two hands matters, not their ranks. So the cards that are in neither hand are left
out, and the others are renumbered: the hands become two bit masks over the cards that are in either of them. Of two
positions that differ only by exchanging the players, the one whose first player has the greater mask is kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.games.gops.solution.problem import GopsProblem

_BYTES_A_PLACE = 10
"""The bytes of a position's place in the array, and of the marks that show which positions can occur."""


@dataclass(frozen=True)
class GopsLayer:
    """All positions with the same number of prizes left.

    Attributes
    ----------
    size
        The number of prizes left.
    kernel
        The layout for the compiled code: :class:`sim.games.gops.solution.kernel.layout.Layer`.
    games
        uint64 (rows,): the number of matrix games of each row.
    """

    size: int
    kernel: Any
    games: NDArray[np.uint64]

    @property
    def rows(self) -> int:
        """The number of order patterns."""
        return len(self.kernel.keys)

    @property
    def positions(self) -> int:
        """The number of positions."""
        return int(self.kernel.starts[-1])

    @property
    def all_games(self) -> int:
        """The number of matrix games to solve."""
        return int(self.games.sum())


def layers(problem: GopsProblem) -> list[GopsLayer]:
    """Return the layout of every layer, from no prize left to all of them."""
    return [
        _layer(problem, size, shape, reached) for size, shape, reached in _reached(problem)
    ][::-1]  # fmt: skip


def layout_bytes(problem: GopsProblem) -> int:
    """Return the size of the layout in bytes, without the patterns of the hands."""
    total = 0
    for size in range(problem.cards + 1):
        pots, leads = _shape(problem, size)
        total += (problem.cards - size + 1) * len(problem.prize_sets(size)) * pots * leads
    return total * _BYTES_A_PLACE


def patterns(cards: int, size: int) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Return the order patterns of two hands of a given size.

    Returns
    -------
    tuple
        The keys in ascending order (the greater mask, shifted by 16 bits, and the other), and the number of cards in
        neither hand; both uint64 (rows,).

    Examples
    --------
    >>> keys, missing = patterns(3, 1)
    >>> [(int(key) >> 16, int(key) & 0xFFFF) for key in keys], missing.tolist()
    ([(1, 1), (2, 1)], [2, 1])
    """
    keys, missing = [], []
    for held in range(size, min(2 * size, cards) + 1):
        masks = np.arange(1 << held, dtype=np.uint64)
        hands = masks[np.bitwise_count(masks) == size]
        whole = np.uint64((1 << held) - 1)
        for hand in hands:
            others = hands[((hands | hand) == whole) & (hands <= hand)]
            keys.append(hand << np.uint64(16) | others)
            missing.append(np.full(len(others), cards - held, np.uint64))
    every, absent = np.concatenate(keys), np.concatenate(missing)
    order = np.argsort(every)
    return every[order], absent[order]


def _reached(problem: GopsProblem) -> Iterator[tuple[int, tuple[int, int], NDArray[np.uint8]]]:
    """Yield for each layer, from all prizes down, the numbers of pots and leads, and marks for those that can occur."""
    from sim.games.gops.solution.kernel.reached import Marks, mark_reached

    rules = problem.kernel_rules()
    whole = problem.prize_sets(problem.cards)
    above = Marks(whole, np.uint64(1), np.uint64(1), np.ones(1, np.uint8))
    yield problem.cards, (1, 1), above.marks
    for size in range(problem.cards - 1, -1, -1):
        sets = problem.prize_sets(size)
        pots, leads = _shape(problem, size)
        room = (problem.cards - size + 1) * len(sets) * pots * leads
        layer = Marks(sets, np.uint64(pots), np.uint64(leads), np.zeros(room, np.uint8))
        mark_reached(rules, problem.set_of, above, layer)
        yield size, (pots, leads), layer.marks
        above = layer


def _shape(problem: GopsProblem, size: int) -> tuple[int, int]:
    """Return the numbers of pots and of leads that the layer allows for."""
    gone = max(problem.points - _sum(prizes) for prizes in problem.prize_sets(size))
    left = max(_sum(prizes) for prizes in problem.prize_sets(size))
    pots = gone + 1 if problem.carry_over and size else 1
    # A lead of more than all the points left decides the game.
    return pots, 2 * min(gone, left + pots - 1) + 1 if problem.is_win else 1


def _sum(prizes: np.uint64) -> int:
    mask = int(prizes)
    return sum(card + 1 for card in range(mask.bit_length()) if mask >> card & 1)


def _layer(problem: GopsProblem, size: int, shape: tuple[int, int], reached: NDArray[np.uint8]) -> GopsLayer:
    from sim.games.gops.solution.kernel.layout import Layer

    classes = problem.cards - size + 1
    keys, missing = patterns(problem.cards, size)
    there = reached.reshape(classes, -1)
    places = (np.cumsum(there, axis=1, dtype=np.int32) - 1).astype(np.int32)
    places[there == 0] = -1
    lengths = there.sum(axis=1, dtype=np.uint64)
    starts = np.zeros(len(keys) + 1, np.uint64)
    np.cumsum(lengths[missing], out=starts[1:])
    sets = problem.prize_sets(size)
    upcards = np.uint64(size if problem.order == "random" else min(size, 1))
    made = Layer(
        size=np.uint64(size), keys=keys, missing=missing, starts=starts, sets=sets,
        places=places.reshape(-1), pots=np.uint64(shape[0]), leads=np.uint64(shape[1]),
    )  # fmt: skip
    return GopsLayer(size=size, kernel=made, games=lengths[missing] * upcards)
