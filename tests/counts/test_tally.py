"""Tallies are exact counts, and their sum does not depend on how the games were divided."""

from collections import Counter

import numpy as np
import polars as pl
import pytest
from hypothesis import strategies as st

from sim.counts.comparison import compared_with_margin
from sim.counts.counted import Key
from sim.counts.counting import tally
from sim.counts.keys import pairs
from sim.errors import UserError
from sim.stats import Estimate, Interval, Measure, Target
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


def test_the_table_contains_the_counts() -> None:
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


def rows_of(frame: pl.DataFrame, *key: str) -> dict[tuple[int, int], int]:
    """Return the games with each pair of values in the rows of one tally."""
    return {row[4:6]: row[6] for row in frame.iter_rows() if row[:4] == key}


def test_up_to_eight_variants_are_compared_pairwise_and_more_with_the_first() -> None:
    assert len(list(pairs("abcdefgh"))) == 28
    assert list(pairs("abcdefghi")) == [(later, 0) for later in range(1, 9)]


def test_a_column_that_a_variant_does_not_have_is_not_counted() -> None:
    one, two, _ = block(50, seed=4)
    del two["length"]
    keys = tally(TOY, ("one", "two"), [one, two]).entries.keys()
    assert Key("one", "", "length") in keys
    assert Key("two", "", "length") not in keys
    assert Key("two", "one", "length") not in keys


def difference(
    statistic: str, value: float, half: float, ratio: Interval | None = None
) -> Estimate:
    interval = Interval(value, value - half, value + half, 0.9, "paired t")
    return Estimate(
        "two", "one", statistic, interval, 1000, measure=Measure.MEAN, ratio=ratio
    )


ROUNDS = difference(
    "rounds mean difference", 1.0, 0.5, Interval(1.005, 1.0025, 1.0075, 0.9, "Fieller")
)
WINS = difference("player 0 wins, difference", 0.004, 0.003)
OTHERWISE = Estimate(
    "two",
    "one",
    "deals with a different winner",
    WINS.interval,
    9,
    measure=Measure.OTHERWISE,
)
VALUES = [Estimate("one", "", "player 0 wins", Interval(0.5, 0.49, 0.51, 0.95), 1000)]


@pytest.mark.parametrize(
    ("target", "decision"),
    [
        (Target("rounds mean", 1.6), "same"),
        (Target("rounds mean", 1.4), "open"),
        (Target("rounds mean", 0.4), "different"),
        (Target("rounds mean", 0.01, relative=True), "same"),
        (Target("rounds mean", 0.005, relative=True), "open"),
        (Target("rounds mean", 0.002, relative=True), "different"),
        (Target("player 0 wins", 0.01), "same"),
        # 0.7 of a percentage point is 1.4 % of one half.
        (Target("player 0 wins", 0.0141, relative=True), "same"),
        (Target("player 0 wins", 0.0139, relative=True), "open"),
    ],
)
def test_the_interval_of_the_difference_or_of_the_ratio_decides(
    target: Target, decision: str
) -> None:
    (found,) = compared_with_margin(
        [ROUNDS, WINS, OTHERWISE], VALUES, target, (), "--same-within"
    )
    assert (found.variant, found.versus, found.decision) == ("two", "one", decision)


def test_a_relative_margin_of_an_unknown_value_shows_nothing() -> None:
    (found,) = compared_with_margin(
        [WINS], [], Target("player 0 wins", 0.01, relative=True), (), "--same-within"
    )
    assert found.decision == "open"


@pytest.mark.parametrize(
    ("differences", "statistic", "message"),
    [
        (
            True,
            "rounds",
            "unknown statistic of a comparison 'rounds'; did you mean 'rounds mean'?",
        ),
        (
            True,
            "aces mean",
            "'aces mean' is not compared between variants; choose from 'rounds mean'",
        ),
        (False, "rounds mean", "only one variant: nothing is compared"),
    ],
)
def test_what_is_not_compared_is_refused(
    differences: bool, statistic: str, message: str
) -> None:
    there = [ROUNDS, OTHERWISE] if differences else []
    columns = {"rounds": None, "aces": None}
    with pytest.raises(UserError) as caught:
        compared_with_margin(
            there, VALUES, Target(statistic, 1.0), columns, "--same-within"
        )
    assert str(caught.value).startswith(f"--same-within: {message}")
