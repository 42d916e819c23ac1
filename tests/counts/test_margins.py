"""Whether variants are the same within a margin, from intervals written by hand."""

from __future__ import annotations

import pytest

from sim.counts.comparison import compared_with_margin
from sim.errors import UserError
from sim.stats import Estimate, Interval, Measure, Target


def difference(statistic: str, value: float, half: float, ratio: Interval | None = None) -> Estimate:
    interval = Interval(value, value - half, value + half, 0.9, "paired t")
    return Estimate("two", "one", statistic, interval, 1000, measure=Measure.MEAN, ratio=ratio)


ROUNDS = difference("rounds mean difference", 1.0, 0.5, Interval(1.005, 1.0025, 1.0075, 0.9, "Fieller"))
WINS = difference("player 0 wins, difference", 0.004, 0.003)
OTHERWISE = Estimate(
    "two", "one", "deals with a different winner", WINS.interval, 9, measure=Measure.OTHERWISE
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
def test_the_interval_of_the_difference_or_of_the_ratio_decides(target: Target, decision: str) -> None:
    (found,) = compared_with_margin([ROUNDS, WINS, OTHERWISE], VALUES, target, "--same-within")
    assert (found.variant, found.versus, found.decision) == ("two", "one", decision)


def test_a_relative_margin_of_an_unknown_value_shows_nothing() -> None:
    (found,) = compared_with_margin([WINS], [], Target("player 0 wins", 0.01, relative=True), "--same-within")
    assert found.decision == "open"


def test_what_is_not_compared_is_refused() -> None:
    with pytest.raises(
        UserError, match="--same-within: unknown statistic of a comparison 'rounds'; did you mean"
    ):
        compared_with_margin([ROUNDS, OTHERWISE], VALUES, Target("rounds", 1.0), "--same-within")
    with pytest.raises(UserError, match="--same-within: only one variant: nothing is compared"):
        compared_with_margin([], VALUES, Target("rounds mean", 1.0), "--same-within")
