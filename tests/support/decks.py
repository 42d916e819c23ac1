"""Every order of a small deck."""

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray


def orders(copies: Sequence[int]) -> NDArray[np.uint8]:
    """Return every different order of a deck with ``copies[i]`` cards of rank ``i + 1``: a row each, ascending."""
    rows = np.empty((1, 0), np.uint8)
    left = np.array([copies])
    for _ in range(sum(copies)):
        grown = [
            (
                np.column_stack([rows[has], np.full(has.sum(), rank + 1, np.uint8)]),
                left[has] - taken,
            )
            for rank, taken in enumerate(np.eye(len(copies), dtype=int))
            if (has := left[:, rank] > 0).any()
        ]
        rows = np.concatenate([row for row, _ in grown])
        left = np.concatenate([rest for _, rest in grown])
    return rows[np.lexsort(rows.T[::-1])] if rows.size else rows


def arrangements(ranks: Iterable[int], copies: int = 1) -> NDArray[np.uint8]:
    """Return every different order of ``copies`` cards of each of these ranks."""
    cards = Counter(ranks)
    distinct = sorted(cards)
    return np.array(distinct, np.uint8)[
        orders([copies * cards[rank] for rank in distinct]) - 1
    ]
