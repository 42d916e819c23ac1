"""Tallies are exact counts, and their sum does not depend on how the games were divided."""

from collections import Counter

import numpy as np
import polars as pl
from hypothesis import strategies as st

from sim.counts.counted import Key
from sim.counts.counting import tally
from sim.counts.keys import pairs
from tests.support.toy_game import TOY

Values = list[int]
SMALL = st.lists(st.integers(-3, 40), max_size=60)


def block(games, seed):
    """Return columns of random games under three variants."""
    chance = np.random.default_rng(seed)
    return [
        {
            "winner": chance.integers(-1, 2, games).astype(np.int8),
            "ending": chance.integers(0, 2, games).astype(np.int8),
            "length": chance.integers(0, 300, games).astype(np.int32),
            "twice": np.zeros(games, np.int32),
            "aces": chance.integers(0, 5, games).astype(np.int16),
        }
        for _ in range(3)
    ]


NAMES = ("one", "two", "three")


def test_the_table_contains_the_counts():
    columns = block(500, seed=2)
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
    one, two, _ = block(50, seed=4)
    del two["length"]
    keys = tally(TOY, ("one", "two"), [one, two]).entries.keys()
    assert Key("one", "", "length") in keys
    assert Key("two", "", "length") not in keys
    assert Key("two", "one", "length") not in keys
