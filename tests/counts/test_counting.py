"""Tallies: games are counted in pieces, in cells or by sorting, and always agree with a plain count."""

from collections import Counter

import numpy as np
import polars as pl
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.counts import counting
from sim.counts.counted import Counts, Key
from sim.counts.counting import count_values, tally
from sim.counts.keys import pairs
from sim.counts.queries import Kind, Query
from sim.counts.tallies import Tallies
from tests.support.toy_game import TOY

TYPES = (np.int8, np.int16, np.int32, np.int64)
NAMES = ("one", "two", "three")


def values_of(kind):
    """Return a strategy for small values, or for any of a type that differences can have."""
    ends = np.iinfo(kind)
    low = max(int(ends.min), -(2**62))
    high = min(int(ends.max), 2**62)
    return st.one_of(st.integers(-3, 40), st.integers(low, high))


@st.composite
def blocks(draw):
    """Return blocks of two columns of any types."""
    kinds = [draw(st.sampled_from(TYPES)) for _ in range(2)]
    sizes = draw(st.lists(st.integers(1, 12), min_size=1, max_size=4))
    found = []
    for size in sizes:
        a, b = (
            np.array(
                draw(st.lists(values_of(kind), min_size=size, max_size=size)), kind
            )
            for kind in kinds
        )
        found.append((a, b))
    return found


@given(blocks())
@settings(deadline=None)
def test_values_and_pairs_are_counted_like_a_counter(parts):
    single = sum((count_values(a) for a, _ in parts), Counts.none())
    crossed = sum((count_values(a, b) for a, b in parts), Counts.none())
    a, b = ([int(one) for part in parts for one in part[place]] for place in (0, 1))
    assert single.pairs() == Counter((one, 0) for one in a)
    assert crossed.pairs() == Counter(zip(a, b, strict=True))
    for counts in (single, crossed):
        assert list(counts.pairs()) == sorted(counts.pairs())


def test_every_layout_of_an_array_is_counted_as_it_is():
    whole = np.arange(40_000, dtype=np.int32)
    for column in (
        whole[::2],
        whole[::-1],
        whole.astype(np.uint8),
        whole.astype(">i4"),
        whole % 2 == 0,
    ):
        expected = Counter((int(value), 0) for value in column)
        assert count_values(column).pairs() == expected


def test_what_is_sorted_is_counted_as_in_cells(monkeypatch):
    played = block(300, 1)
    in_cells = tally(TOY, NAMES, played)
    monkeypatch.setattr(counting, "WIDEST", 0)
    assert tally(TOY, NAMES, played) == in_cells


def block(games, seed):
    chance = np.random.default_rng(seed)
    return [
        {
            "winner": chance.integers(-2, 2, games).astype(np.int8),
            "ending": chance.integers(0, 2, games).astype(np.int8),
            "length": chance.integers(0, 300 * seed, games).astype(np.int32),
            "aces": chance.integers(0, 5, games).astype(np.int16),
        }
        for _ in range(3)
    ]


def test_pieces_are_counted_like_the_whole():
    pieces = [block(games, seed) for seed, games in enumerate((300, 5000, 1, 0), 1)]
    joined = [
        {
            name: np.concatenate([piece[place][name] for piece in pieces])
            for name in pieces[0][place]
        }
        for place in range(3)
    ]
    whole = tally(TOY, NAMES, joined)
    assert sum((tally(TOY, NAMES, piece) for piece in pieces), Tallies()) == whole
    assert whole.games == 5301


def test_queries_that_ask_the_same_are_counted_once():
    queries = [
        Query(name, Kind.CHANCE, "length > 100", "aces = 2", ())
        for name in ("long", "lasting")
    ]
    played = block(300, 1)[:1]
    counted = tally(TOY, ("one",), played, queries=queries)
    assert counted == tally(TOY, ("one",), played, queries=queries[:1])
    (asked,) = (
        counts
        for key, counts in counted.entries.items()
        if key.column == queries[0].key
    )
    assert asked.total == 300


def test_the_table_contains_the_counts():
    columns = block(500, 2)
    frame = tally(TOY, NAMES, columns).frame()
    assert set(zip(frame["column"], frame["other"], strict=True)) == {
        ("length", ""),
        ("winner", "ending"),
        ("winner", "aces"),
        ("winner", "winner"),
    }
    assert frame.equals(frame.sort(pl.all()))
    assert set(frame["ending"]) == {""}
    frame = frame.drop("ending")
    one, two, three = columns
    wins = Counter(zip(three["winner"].tolist(), one["winner"].tolist(), strict=True))
    assert rows_of(frame, "three", "one", "winner", "winner") == dict(wins)
    longer = Counter((two["length"] - one["length"]).tolist())
    assert rows_of(frame, "two", "one", "length", "") == {
        (value, 0): games for value, games in longer.items()
    }


def rows_of(frame, *key):
    """Return the games with each pair of values in the rows of one tally."""
    return {row[4:6]: row[6] for row in frame.iter_rows() if row[:4] == key}


def test_up_to_eight_variants_are_compared_pairwise_and_more_with_the_first():
    assert len(list(pairs("abcdefgh"))) == 28
    assert list(pairs("abcdefghi")) == [(later, 0) for later in range(1, 9)]


def test_a_column_that_a_variant_does_not_have_is_not_counted():
    one, two, _ = block(50, 4)
    del two["length"]
    keys = tally(TOY, ("one", "two"), [one, two]).entries.keys()
    assert Key("one", "", "length") in keys
    assert Key("two", "", "length") not in keys
    assert Key("two", "one", "length") not in keys
