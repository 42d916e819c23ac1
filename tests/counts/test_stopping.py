"""What a growing run is watched by: the same estimates, with intervals that hold at every look."""

from __future__ import annotations

import pytest

from sim.counts.stopping import watched, with_watched
from sim.counts.summary import Summary
from sim.counts.tallies import Tallies
from sim.stats import Histogram, Measure, holm, watched_difference_of_shares, watched_mean, watched_share
from tests.counts.feud import FEUD, TABLES, TALLIES, VARIANTS

COUNTED = Tallies.from_frame(TALLIES)
SUMMARY = Summary(COUNTED, FEUD, dict.fromkeys(VARIANTS, 3))


def test_means_and_shares_are_watched_and_nothing_else() -> None:
    found = SUMMARY.estimates()
    seen = watched(found, COUNTED, FEUD, (), 0.95)
    assert {one.measure for one in seen} == {Measure.MEAN, Measure.SHARE, Measure.ANY}
    assert all(
        one.interval.low is None or one.interval.method.partition(", unf")[0].startswith(("beta", "normal"))
        for one in seen
    )
    turns = next(one for one in seen if (one.variant, one.statistic) == ("old", "turns mean"))
    expected = watched_mean(Histogram.of(TABLES["old"]["turns"])).interval
    assert (turns.interval.low, turns.interval.high) == (expected.low, expected.high)
    wins = next(one for one in seen if (one.variant, one.statistic) == ("odd", "player 0 wins"))
    winners = TABLES["odd"]["winner"]
    assert wins.interval == watched_share(int((winners == 0).sum()), len(winners))
    some = next(one for one in seen if one.measure is Measure.ANY)
    values = TABLES[some.variant][some.column]
    assert some.interval == watched_share(int((values > 0).sum()), len(values))


def test_differences_are_those_of_pairs_of_games() -> None:
    found = SUMMARY.differences()
    seen = {(one.variant, one.versus, one.statistic): one for one in watched(found, COUNTED, FEUD, (), 0.99)}
    assert len(seen) == len(found)
    turns = seen["new", "old", "turns mean difference"]
    expected = watched_mean(Histogram.of(TABLES["new"]["turns"] - TABLES["old"]["turns"]), 0.99)
    assert (turns.interval.low, turns.p_value) == (expected.interval.low, expected.p_value)
    new, old = TABLES["new"]["winner"], TABLES["old"]["winner"]
    wins = seen["new", "old", "player 0 wins, difference"]
    only = (int(((new == 0) & (old != 0)).sum()), int(((new != 0) & (old == 0)).sum()))
    assert wins.interval == watched_difference_of_shares(*only, len(new), 0.99).interval
    other = seen["new", "old", "deals with a different winner"]
    assert other.p_value is None
    assert other.interval == watched_share(int((new != old).sum()), len(new), 0.99)


def test_all_estimates_stay_in_their_order_and_the_p_values_are_adjusted_again() -> None:
    found = SUMMARY.differences()
    mixed = with_watched(found, COUNTED, FEUD, (), 0.95)
    assert [one.statistic for one in mixed] == [one.statistic for one in found]
    tested = [one for one in mixed if not one.same_test]
    assert [one.p_holm for one in tested] == pytest.approx(holm([one.p_value for one in tested]))
    assert all(one.p_value is None or one.p_holm >= one.p_value for one in mixed)
    summary = SUMMARY.estimates()
    kept = with_watched(summary, COUNTED, FEUD, (), 0.95)
    medians = [one for one in summary if one.measure is Measure.MEDIAN]
    assert [one for one in kept if one.measure is Measure.MEDIAN] == medians
