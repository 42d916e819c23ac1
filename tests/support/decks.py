"""Every order of a small deck."""

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from sim.deals.orders import Orders


def orders(copies: Sequence[int]) -> NDArray[np.uint8]:
    """Return every different order of a deck with ``copies[i]`` cards of rank ``i + 1``: a row each, ascending."""
    return arrangements(np.repeat(np.arange(1, len(copies) + 1), copies).tolist())


def arrangements(ranks: Iterable[int], copies: int = 1) -> NDArray[np.uint8]:
    """Return every different order of ``copies`` cards of each of these ranks."""
    every = Orders([*ranks] * copies)
    return every.rows(0, every.total)
