"""Orders of a deck, numbered from 0.

So work is shared out as ranges of numbers.

Cards of the same rank are alike, so each order stands for equally many shuffles. Its
number is the number of orders that come before it when rows are compared card by card;
multinomial coefficients say how many begin with each rank.
"""

from collections import Counter
from collections.abc import Iterable
from math import factorial, prod

import numpy as np
from numpy.typing import NDArray


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
    copies
        How many cards there are of each rank, by rank, ascending.
    total
        How many orders there are.
    """

    def __init__(self, cards: Iterable[int]) -> None:
        self.copies = dict(sorted(Counter(cards).items()))
        self.total = count_orders(self.copies.values())

    def row(self, number: int) -> list[int]:
        """The order with a number, from 0 to ``total - 1``.

        Parameters
        ----------
        number
            The number.
        """
        left = dict(self.copies)
        orders = self.total
        row: list[int] = []
        for cards in range(sum(left.values()), 0, -1):
            ranks = iter(left)
            rank = next(ranks)
            while number >= (begun := orders * left[rank] // cards):
                number -= begun
                rank = next(ranks)
            row.append(rank)
            left[rank] -= 1
            orders = begun
        return row

    def rows(self, first: int, count: int) -> NDArray[np.uint8]:
        """The orders ``first ... first+count-1``, which must exist.

        Parameters
        ----------
        first
            The number of the first order.
        count
            How many.
        """
        from sim.kernels.dealing import deal_in_order

        rows = np.empty((count, sum(self.copies.values())), np.uint8)
        if count:
            rows[0] = self.row(first)
            deal_in_order(rows)
        return rows
