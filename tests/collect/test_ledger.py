"""Ranges of game numbers: a ledger stays small, and blocks cover exactly what is lacking."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from sim.collect.ledger import (
    blocks,
    common,
    count,
    join,
    without,
)

RANGES = st.lists(st.tuples(st.integers(0, 60), st.integers(0, 60)), max_size=8)


def games(ranges):
    return {game for first, stop in ranges for game in range(first, stop)}


@given(RANGES)
def test_a_ledger_covers_what_its_ranges_do_and_nothing_touches(ranges):
    ledger = join(ranges)
    assert games(ledger) == games(ranges)
    assert count(ledger) == len(games(ranges))
    assert all(before[1] < after[0] for before, after in pairwise(ledger))


@given(RANGES, RANGES)
def test_ledgers_subtract_and_intersect_as_sets_do(one, other):
    a = join(one)
    b = join(other)
    assert games(without(a, b)) == games(a) - games(b)
    assert games(common(a, b)) == games(a) & games(b)


@given(RANGES, st.integers(1, 20))
def test_blocks_cover_every_game_once_in_order_and_end_at_multiples(ranges, size):
    ledger = join(ranges)
    cut = [block.range for block in blocks(ledger, size)]
    assert [game for first, stop in cut for game in range(first, stop)] == sorted(
        games(ledger)
    )
    stops = {stop for _, stop in ledger}
    assert all(stop % size == 0 or stop in stops for _, stop in cut)
    assert all(stop - first <= size for first, stop in cut)
