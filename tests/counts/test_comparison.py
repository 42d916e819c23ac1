"""The comparison of variants agrees with the games: every interval is what SciPy says of their values."""

from itertools import combinations

import numpy as np
import polars as pl
import pytest
import scipy.stats

from sim.stats import holm
from tests.counts.feud import (
    FEUD,
    TABLES,
    TALLIES,
    VARIANTS,
    compared,
    differences,
    game,
    near,
    played,
    row,
    share,
    tallies_of,
)


def test_differences_are_those_within_the_same_deals():
    comparison = compared(TALLIES, FEUD, VARIANTS)
    for versus, variant in combinations(VARIANTS, 2):
        ours, theirs = TABLES[variant], TABLES[versus]
        found = row(comparison, variant=variant, versus=versus, statistic="turns mean difference")
        known = scipy.stats.ttest_rel(ours["turns"], theirs["turns"])
        ends = known.confidence_interval(0.95)
        near(found, ((ours["turns"] - theirs["turns"]).mean(), ends.low, ends.high))
        assert found["p_value"] == pytest.approx(known.pvalue, rel=1e-9)
        outcomes = {"player 0 wins": 0, "player 1 wins": 1, "player 2 wins": 2, "draw": -1, "unfinished": -2}
        for outcome, code in outcomes.items():
            here, there = ours["winner"] == code, theirs["winner"] == code
            only_here, only_there = int((here & ~there).sum()), int((there & ~here).sum())
            found = row(comparison, variant=variant, versus=versus, statistic=f"{outcome}, difference")
            differ = only_here + only_there
            if differ >= 25:
                known = scipy.stats.chi2.sf((only_here - only_there) ** 2 / differ, 1)
            else:
                known = scipy.stats.binomtest(only_here, differ).pvalue if differ else None
            assert found["value"] == (only_here - only_there) / 2000
            assert found["low"] <= found["value"] <= found["high"]  # Tango's: tests/stats/test_paired.py
            assert found["p_value"] == pytest.approx(known, rel=1e-9)
        otherwise = int((ours["winner"] != theirs["winner"]).sum())
        found = row(comparison, variant=variant, versus=versus, statistic="deals with a different winner")
        near(found, share(otherwise))
        assert found["p_value"] is found["p_holm"] is None


def test_a_difference_of_mean_lengths_has_their_ratio_too():
    ours, theirs = TABLES["new"]["turns"], TABLES["old"]["turns"]
    found = {one.statistic: one for one in differences(TALLIES, FEUD, ["old", "new"])}
    ratio = found["turns mean difference"].ratio
    assert ratio.value == pytest.approx(ours.mean() / theirs.mean(), rel=1e-12)
    for end in (ratio.low, ratio.high):
        assert scipy.stats.ttest_rel(ours, end * theirs).pvalue == pytest.approx(0.05, rel=1e-6)
    assert ratio.method == "Fieller, unfinished games as they stand"
    assert all(one.ratio is None for name, one in found.items() if name != "turns mean difference")


def test_an_amount_that_is_no_length_has_no_ratio():
    money = game(paired=("net", "turns"))
    found = {one.statistic: one for one in differences(tallies_of(money, TABLES), money, VARIANTS)}
    assert found["net mean difference"].ratio is None
    assert found["turns mean difference"].ratio is not None


def test_all_tested_rows_are_one_family():
    comparison = compared(TALLIES, FEUD, VARIANTS)
    assert comparison["p_value"].is_not_null().sum() == 3 * 6
    tested = comparison.filter(pl.col("p_value").is_not_null())
    assert tested["p_holm"].to_list() == pytest.approx(holm(tested["p_value"].to_list()), rel=1e-12)
    assert comparison["p_holm"].null_count() == comparison["p_value"].null_count()


def test_mirrored_tests_are_one_member_of_the_family():
    # Two players and no draws: what player 0 gains, player 1 loses. Turns are counted twice, by another name and unit.
    duels = {name: {**played(seed, seats=2)} for name, seed in (("old", 1), ("new", 2))}
    for columns in duels.values():
        columns["winner"] = np.maximum(columns["winner"], 0)
        columns["feuds"] = -2 * columns["turns"]
    twice = game(paired=("turns", "feuds"))
    found = {one.statistic: one for one in differences(tallies_of(twice, duels), twice, list(duels), seats=2)}
    tested = {name: one.p_value for name, one in found.items() if one.p_value is not None}
    assert len(tested) == 4
    assert found["player 1 wins, difference"].same_test == "player 0 wins, difference"
    assert found["feuds mean difference"].same_test == "turns mean difference"
    expected = holm([tested["turns mean difference"], tested["player 0 wins, difference"]])
    assert found["turns mean difference"].p_holm == found["feuds mean difference"].p_holm == expected[0]
    assert (
        found["player 0 wins, difference"].p_holm == found["player 1 wins, difference"].p_holm == expected[1]
    )


def test_where_draws_change_too_the_tests_of_both_players_count():
    duels = {name: played(seed, seats=2) for name, seed in (("old", 1), ("new", 2))}
    assert not any(one.same_test for one in differences(tallies_of(FEUD, duels), FEUD, list(duels), seats=2))


def test_a_variant_against_itself_has_nothing_to_test():
    same = {"old": TABLES["old"], "again": TABLES["old"]}
    comparison = compared(tallies_of(FEUD, same), FEUD, list(same))
    assert comparison["p_value"].null_count() == len(comparison)
    assert set(comparison["value"]) == {0.0}


def test_only_pairs_that_were_counted_are_compared():
    some = TALLIES.filter(pl.col("versus") != "new")
    pairs = compared(some, FEUD, VARIANTS).select("variant", "versus").unique(maintain_order=True).rows()
    assert pairs == [("new", "old"), ("odd", "old")]
    assert compared(TALLIES, FEUD, ["old"]).is_empty()
