"""Every order of a small deck, by number: ascending, each once, in any ranges."""

import itertools

import numpy as np
import pytest

from sim.deals.orders import Orders, count_orders

DECKS = [
    (1,),
    (5,),
    (4, 4),
    (1, 7),
    (2, 2, 2),
    (3, 1, 2),
    (1, 1, 1, 1, 1),
    (2, 1, 1, 2),
]


def cards_of(copies):
    return [3 * rank + 2 for rank, count in enumerate(copies) for _ in range(count)]


@pytest.mark.parametrize("copies", DECKS)
def test_the_rows_are_all_different_orders_ascending(copies):
    """The expected rows are the sorted set of all permutations."""
    cards = cards_of(copies)
    every = sorted(set(itertools.permutations(cards)))
    found = Orders(reversed(cards))
    assert found.total == len(every) == count_orders(copies)
    assert list(map(tuple, found.rows(0, found.total).tolist())) == every
    for number, row in enumerate(every):
        assert found.row(number) == list(row)


def test_any_range_is_a_piece_of_the_whole():
    found = Orders(cards_of((4, 4, 4)))
    whole = found.rows(0, found.total)
    draw = np.random.default_rng(1)
    for _ in range(30):
        first, last = sorted(draw.integers(0, found.total + 1, 2).tolist())
        assert np.array_equal(found.rows(first, last - first), whole[first:last])


def test_ranges_of_large_decks_begin_with_the_right_row():
    """The last order of a deck is its cards descending, and the rows of a range follow one another."""
    found = Orders(cards_of((4,) * 13))
    assert found.total == 92024242230271040357108320801872044844750000000000
    assert found.row(found.total - 1) == sorted(cards_of((4,) * 13), reverse=True)
    for number in (0, 10**20, found.total // 3, found.total - 5):
        rows = found.rows(number, 5).tolist()
        assert rows == [found.row(later) for later in range(number, number + 5)]
