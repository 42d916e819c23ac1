"""The comparison of variants agrees with the games: recomputed with NumPy and SciPy."""

from itertools import combinations
from math import sqrt

import numpy as np
import polars as pl
import pytest
import scipy.stats

from tests.counts.feud import (
    FEUD,
    TABLES,
    TALLIES,
    VARIANTS,
    agrees,
    compared,
    differences,
    game,
    mean_of,
    played,
    row,
    share_of,
    tallies_of,
)


def tango_score(first, second, games, difference):
    """Tango (1998), with the restricted maximum likelihood estimate in the form in which he gives it."""
    a = 2 * games
    b = -first - second + (2 * games - first + second) * difference
    c = -second * difference * (1 - difference)
    likely = (sqrt(b * b - 4 * a * c) - b) / (2 * a)
    return (first - second - games * difference) / sqrt(games * (2 * likely + difference * (1 - difference)))


def p_of(first, second):
    """McNemar's test: the exact one with fewer than 25 games that differ."""
    if first + second < 25:
        return scipy.stats.binomtest(first, first + second).pvalue
    return scipy.stats.chi2.sf((first - second) ** 2 / (first + second), 1)


def holm(p_values):
    """Holm's own statement (1979): the smallest of m p-values times m, the next times m - 1, never decreasing."""
    ordered = sorted(p_values)
    return [
        min(1.0, max((len(ordered) - place) * p for place, p in enumerate(ordered) if p <= one))
        for one in p_values
    ]


def test_differences_are_those_within_the_same_deals():
    comparison = compared(TALLIES, FEUD, VARIANTS)
    for versus, variant in combinations(VARIANTS, 2):
        ours, theirs = TABLES[variant], TABLES[versus]
        found = row(comparison, variant=variant, versus=versus, statistic="turns mean difference")
        agrees(found, mean_of(ours["turns"] - theirs["turns"]), "paired t", 2000)
        test = scipy.stats.ttest_rel(ours["turns"], theirs["turns"])
        assert found["p_value"] == pytest.approx(test.pvalue, rel=1e-9)
        outcomes = {"player 0 wins": 0, "player 1 wins": 1, "player 2 wins": 2, "draw": -1, "unfinished": -2}
        for outcome, code in outcomes.items():
            here, there = ours["winner"] == code, theirs["winner"] == code
            only_here, only_there = int((here & ~there).sum()), int((there & ~here).sum())
            found = row(comparison, variant=variant, versus=versus, statistic=f"{outcome}, difference")
            z = scipy.stats.norm.ppf(0.975)
            assert tango_score(only_here, only_there, 2000, found["low"]) == pytest.approx(z, rel=1e-6)
            assert tango_score(only_here, only_there, 2000, found["high"]) == pytest.approx(-z, rel=1e-6)
            assert found["method"].startswith("Tango score; ")
            assert found["games"] == 2000
            assert found["p_value"] == pytest.approx(p_of(only_here, only_there), rel=1e-9)
            assert found["value"] == pytest.approx(here.mean() - there.mean(), abs=1e-12)
        otherwise = int((ours["winner"] != theirs["winner"]).sum())
        found = row(comparison, variant=variant, versus=versus, statistic="deals with a different winner")
        agrees(found, share_of(otherwise, 2000), "Wilson", 2000)
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
