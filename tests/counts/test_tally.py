"""Tallies are exact counts, and their sum does not depend on how the games were divided."""

from __future__ import annotations

from collections import Counter

import numpy as np
import polars as pl
import pytest
from hypothesis import strategies as st

from sim.contract.game import Game
from sim.counts.counting import tally
from sim.counts.keys import pairs
from sim.counts.tallies import Tallies
from tests.support.toy_game import TOY

Values = list[int]
SMALL = st.lists(st.integers(-3, 40), max_size=60)


def block(games: int, seed: int) -> list[dict[str, np.ndarray]]:
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


def test_tallies_of_blocks_add_up_in_any_order() -> None:
    columns = block(1000, seed=1)
    cuts = [slice(0, 10), slice(10, 700), slice(700, 1000)]
    parts = [tally(TOY, NAMES, [{k: v[cut] for k, v in one.items()} for one in columns]) for cut in cuts]
    whole = tally(TOY, NAMES, columns)
    assert parts[2] + (parts[0] + parts[1]) == whole
    assert whole.games == 1000
    assert Tallies() + whole == whole


def test_the_table_contains_the_counts() -> None:
    columns = block(500, seed=2)
    frame = tally(TOY, NAMES, columns).frame()
    assert set(frame["tally"]) == {"length", "winner,ending", "winner,aces", "winner,winner"}
    assert frame.equals(frame.sort(pl.all()))
    rows = {row[:5]: row[5] for row in frame.iter_rows()}
    one, two, three = columns
    wins = Counter(zip(three["winner"].tolist(), one["winner"].tolist(), strict=True))
    assert {key[3:]: n for key, n in rows.items() if key[:3] == ("three", "one", "winner,winner")} == dict(
        wins
    )
    longer = Counter((two["length"] - one["length"]).tolist())
    assert {key[3]: n for key, n in rows.items() if key[:3] == ("two", "one", "length")} == dict(longer)


def test_a_table_read_back_gives_the_tallies() -> None:
    whole = tally(TOY, NAMES, block(500, seed=3))
    assert Tallies.from_frame(whole.frame()) == whole
    assert Tallies.from_frame(Tallies().frame()) == Tallies()


def test_up_to_eight_variants_are_compared_pairwise_and_more_with_the_first() -> None:
    assert len(list(pairs("abcdefgh"))) == 28
    assert list(pairs("abcdefghi")) == [(later, 0) for later in range(1, 9)]


def test_a_column_that_a_variant_does_not_have_is_not_counted() -> None:
    one, two, _ = block(50, seed=4)
    del two["length"]
    keys = tally(TOY, ("one", "two"), [one, two]).entries.keys()
    assert ("one", "", "length") in keys
    assert ("two", "", "length") not in keys
    assert ("two", "one", "length") not in keys


@pytest.mark.parametrize("game", [TOY])
def test_no_games_leave_no_rows(game: Game) -> None:
    assert tally(game, NAMES, block(0, seed=5)).frame().height == 0
