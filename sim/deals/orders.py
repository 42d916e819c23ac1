"""Orders of a deck, numbered from 0.

So work is shared out as ranges of numbers.

Cards of the same rank are alike, so each order stands for equally many shuffles. Its
number is the number of orders that come before it when rows are compared card by card;
multinomial coefficients say how many begin with each rank. Rows in succession share
their first cards, so most of a block is copied from tables of the last ones.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import factorial, prod

import numpy as np
from numpy.typing import NDArray

MOST_TABLE = 1 << 13
"""The most rows of a table of the last cards."""


def count_orders(counts: Iterable[int]) -> int:
    """How many different orders some cards have: the multinomial coefficient.

    Parameters
    ----------
    counts
        How many cards there are of each rank.
    """
    copies = tuple(counts)
    return factorial(sum(copies)) // prod(map(factorial, copies))


class Orders:
    """Every different order of some cards.

    Parameters
    ----------
    cards
        The cards, in any order.

    Attributes
    ----------
    ranks, counts
        The different ranks, ascending, and how many cards there are of each.
    total
        How many orders there are.
    """

    def __init__(self, cards: Iterable[int]) -> None:
        copies = sorted(Counter(cards).items())
        self.ranks = tuple(rank for rank, _ in copies)
        self.counts = tuple(count for _, count in copies)
        self.total = count_orders(self.counts)

    def row(self, number: int) -> list[int]:
        """The order with a number, from 0 to ``total - 1``.

        Parameters
        ----------
        number
            The number.
        """
        cards, _, _ = self._begin(number, 1)
        return [self.ranks[place] for place in cards]

    def number(self, row: Sequence[int]) -> int:
        """The number of an order of these cards.

        Parameters
        ----------
        row
            The cards in this order.
        """
        left = list(self.counts)
        number = 0
        for card in row:
            place = self.ranks.index(card)
            for lower in range(place):
                number += _orders_after(left, lower)
            left[place] -= 1
        return number

    def rows(self, first: int, count: int) -> NDArray[np.uint8]:
        """The orders ``first ... first+count-1``, which must exist.

        Parameters
        ----------
        first
            The number of the first order.
        count
            How many.
        """
        cards = sum(self.counts)
        rows = np.empty((count, cards), np.uint8)
        ranks = np.array(self.ranks, np.uint8)
        done = 0
        while done < count:
            begun, left, start = self._begin(first + done, MOST_TABLE)
            table = _table(tuple(copies for copies in left if copies))
            skipped = first + done - start
            some = min(count - done, len(table) - skipped)
            rows[done : done + some, : len(begun)] = ranks[begun]
            if len(begun) < cards:
                ranks_left = [
                    rank
                    for rank, copies in zip(self.ranks, left, strict=True)
                    if copies
                ]
                rows[done : done + some, len(begun) :] = _translated(
                    table[skipped : skipped + some], ranks_left
                )
            done += some
        return rows

    def _begin(self, number: int, most: int) -> tuple[list[int], list[int], int]:
        """The first cards of an order, as many as leave at most ``most`` orders of the others."""
        left = list(self.counts)
        begun = list[int]()
        start = 0
        orders = self.total
        while orders > most or (most == 1 and any(left)):
            for place in range(len(left)):
                orders = _orders_after(left, place)
                if number < start + orders:
                    break
                start += orders
            left[place] -= 1
            begun.append(place)
        return begun, left, start


def _orders_after(left: Sequence[int], place: int) -> int:
    """How many orders of the cards left begin with a rank.

    0 if no card of it is left.
    """
    return count_orders(left) * left[place] // sum(left)


@lru_cache(maxsize=512)
def _table(counts: tuple[int, ...]) -> NDArray[np.uint8]:
    """Every order of some cards as places of their ranks, ascending.

    Each rank has at least one card.
    """
    if not counts:
        return np.empty((1, 0), np.uint8)
    pieces = []
    for place, copies in enumerate(counts):
        rest = (
            counts[:place] + ((copies - 1,) if copies > 1 else ()) + counts[place + 1 :]
        )
        others = [other for other in range(len(counts)) if other != place or copies > 1]
        after = _translated(_table(rest), others)
        pieces.append(np.column_stack([np.full(len(after), place, np.uint8), after]))
    return np.concatenate(pieces)


def _translated(table: NDArray[np.uint8], values: Sequence[int]) -> NDArray[np.uint8]:
    """A table with ``values[place]`` for every place.

    This is ten times as fast as NumPy's indexing for single bytes.
    """
    meaning = bytes(values).ljust(256, b"\0")
    return np.frombuffer(table.tobytes().translate(meaning), np.uint8).reshape(
        table.shape
    )
