"""The comparison of variants agrees with the games: every interval is what SciPy says of their values."""

from itertools import combinations, product

import numpy as np
import polars as pl
import pytest
import scipy.stats

from sim.counts.counting import tally
from sim.counts.declarations import declared
from sim.counts.effects import effects
from sim.errors import UserError
from sim.games import find_game
from sim.stats import Histogram, holm
from sim.stats.paired import rarely_different
from tests.counts.feud import (
    FEUD,
    TABLES,
    TALLIES,
    VARIANTS,
    compared,
    differences,
    game,
    near,
    row,
    share,
    tallies_of,
)


def test_differences_are_those_within_the_same_deals():
    comparison = compared(TALLIES, FEUD, VARIANTS)
    for versus, variant in combinations(VARIANTS, 2):
        ours = TABLES[variant]
        theirs = TABLES[versus]
        found = row(
            comparison,
            variant=variant,
            versus=versus,
            statistic="turns mean difference",
        )
        known = scipy.stats.ttest_rel(ours["turns"], theirs["turns"])
        ends = known.confidence_interval(0.95)
        near(found, ((ours["turns"] - theirs["turns"]).mean(), ends.low, ends.high))
        assert found["p_value"] == pytest.approx(known.pvalue, rel=1e-9)
        outcomes = {
            "player 0 wins": 0,
            "player 1 wins": 1,
            "player 2 wins": 2,
            "draw": -1,
            "unfinished": -2,
        }
        for outcome, code in outcomes.items():
            here = ours["winner"] == code
            there = theirs["winner"] == code
            only_here = int((here & ~there).sum())
            only_there = int((there & ~here).sum())
            found = row(
                comparison,
                variant=variant,
                versus=versus,
                statistic=f"{outcome}, difference",
            )
            differ = only_here + only_there
            if differ >= 25:
                known = scipy.stats.chi2.sf((only_here - only_there) ** 2 / differ, 1)
            else:
                known = (
                    scipy.stats.binomtest(only_here, differ).pvalue if differ else None
                )
            assert found["value"] == (only_here - only_there) / 2000
            assert (
                found["low"] <= found["value"] <= found["high"]
            )  # Tango's: tests/stats/test_paired.py
            assert found["p_value"] == pytest.approx(known, rel=1e-9)
        otherwise = int((ours["winner"] != theirs["winner"]).sum())
        found = row(
            comparison,
            variant=variant,
            versus=versus,
            statistic="deals with a different winner",
        )
        near(found, share(otherwise))
        assert found["p_value"] is found["p_holm"] is None


def test_a_difference_of_mean_lengths_has_their_ratio_too():
    ours = TABLES["new"]["turns"]
    theirs = TABLES["old"]["turns"]
    found = {one.statistic: one for one in differences(TALLIES, FEUD, ["old", "new"])}
    ratio = found["turns mean difference"].ratio
    assert ratio.value == pytest.approx(ours.mean() / theirs.mean(), rel=1e-12)
    for end in (ratio.low, ratio.high):
        assert scipy.stats.ttest_rel(ours, end * theirs).pvalue == pytest.approx(
            0.05, rel=1e-6
        )
    assert ratio.method == "Fieller, unfinished games as they stand"
    assert all(
        one.ratio is None
        for name, one in found.items()
        if name != "turns mean difference"
    )


def test_an_amount_that_is_no_length_has_no_ratio():
    money = game(paired=("net", "turns"))
    found = {
        one.statistic: one
        for one in differences(tallies_of(money, TABLES), money, VARIANTS)
    }
    assert found["net mean difference"].ratio is None
    assert found["turns mean difference"].ratio is not None


def test_all_tested_rows_are_one_family():
    comparison = compared(TALLIES, FEUD, VARIANTS)
    assert comparison["p_value"].is_not_null().sum() == 3 * 6
    tested = comparison.filter(pl.col("p_value").is_not_null())
    assert tested["p_holm"].to_list() == pytest.approx(
        holm(tested["p_value"].to_list()), rel=1e-12
    )
    assert comparison["p_holm"].null_count() == comparison["p_value"].null_count()


def test_a_variant_against_itself_has_nothing_to_test():
    same = {"old": TABLES["old"], "again": TABLES["old"]}
    comparison = compared(tallies_of(FEUD, same), FEUD, list(same))
    assert comparison["p_value"].null_count() == len(comparison)
    assert set(comparison["value"]) == {0.0}


def test_only_pairs_that_were_counted_are_compared():
    some = TALLIES.filter(pl.col("versus") != "new")
    pairs = (
        compared(some, FEUD, VARIANTS)
        .select("variant", "versus")
        .unique(maintain_order=True)
        .rows()
    )
    assert pairs == [("new", "old"), ("odd", "old")]
    assert compared(TALLIES, FEUD, ["old"]).is_empty()


WAR = find_game("war")
COLUMN = declared(WAR).columns["rounds"]
GAMES = 400
GRID = list(product((1, 2, 3), ("seat", "shuffled")))
RULES = {
    f"{down} {pickup}": WAR.rules.of(
        {"face_down": down, "pickup": pickup, "run_out": "last-card"}
    )
    for down, pickup in GRID
}


def lengths():
    """Return invented lengths, (variant, game), in which both options have effects on the same deals."""
    rng = np.random.default_rng(1)
    luck = rng.geometric(0.01, GAMES)
    return np.array(
        [
            luck // down + 20 * (pickup == "seat") * down + rng.integers(0, 9, GAMES)
            for down, pickup in GRID
        ]
    )


def counted(rounds):
    blank = {column.name: np.zeros(GAMES, column.dtype) for column in WAR.columns}
    return tally(
        WAR, list(RULES), [blank | {"rounds": own.astype(np.int32)} for own in rounds]
    )


def test_each_effect_is_students_of_a_contrast_within_games():
    rounds = lengths()
    found = effects(counted(rounds), RULES, declared(WAR).columns["rounds"], 0.99)
    x = {pair: rounds[place].astype(float) for place, pair in enumerate(GRID)}
    pickups = ("seat", "shuffled")
    expected = {
        **{
            f"face_down={k}": sum(x[k, own] - x[1, own] for own in pickups) / 2
            for k in (2, 3)
        },
        "pickup=shuffled": sum(x[k, "shuffled"] - x[k, "seat"] for k in (1, 2, 3)) / 3,
        **{
            f"face_down={k} and pickup=shuffled": x[k, "shuffled"]
            - x[k, "seat"]
            - x[1, "shuffled"]
            + x[1, "seat"]
            for k in (2, 3)
        },
    }
    assert [each.statistic for each in found] == [*expected]
    # Of the variants' fourth moments only those of pairs are counted; the least known
    # one makes the warning.
    kurtoses = [
        scipy.stats.kurtosis(a - b, fisher=False) for a, b in combinations(rounds, 2)
    ]
    unsure = max(
        np.sqrt((each - (GAMES - 3) / (GAMES - 1)) / GAMES) for each in kurtoses
    )
    assert f"the variance is itself known only to within {100 * unsure:.0f} %" in {
        each.interval.warning.partition(" (")[0] for each in found
    }
    p_values = []
    for each, contrast in zip(found, expected.values(), strict=True):
        known = scipy.stats.ttest_1samp(contrast, 0)
        ends = known.confidence_interval(0.99)
        assert each.interval.value == pytest.approx(contrast.mean(), rel=1e-12)
        assert (each.interval.low, each.interval.high) == pytest.approx(
            (ends.low, ends.high), rel=1e-9
        )
        assert each.p_value == pytest.approx(known.pvalue, rel=1e-6)
        p_values.append(known.pvalue)
    ordered = sorted(p_values)
    assert min(each.p_holm for each in found) == pytest.approx(5 * ordered[0], rel=1e-6)


def rarely(chance, games):
    """Return amounts of which 19 in 20 are zero."""
    return chance.geometric(0.02, games) * (chance.random(games) < 0.05)


def test_the_effect_of_a_rule_with_two_values_is_the_pair():
    two = {name: RULES[name] for name in list(RULES)[:2]}
    chance = np.random.default_rng(11)
    luck = chance.geometric(0.01, 300)
    rounds = [luck, luck + rarely(chance, 300)]
    columns = [
        {"rounds": own.astype(np.int32), "winner": np.zeros(300, np.int8)}
        for own in rounds
    ]
    (found,) = effects(tally(WAR, list(two), columns), two, COLUMN)
    pair = rarely_different(Histogram.of(rounds[1] - rounds[0]))
    assert (found.interval, found.p_value) == (pair.interval, pair.p_value)
    assert found.interval.procedure == "gamma"


def test_an_effect_that_is_the_same_in_every_game_has_no_interval():
    rounds = np.tile(lengths()[0], (6, 1)) + np.arange(6)[:, None]
    found = effects(counted(rounds), RULES, declared(WAR).columns["rounds"])
    assert [each.interval.value for each in found] == [2, 4, 1, 0, 0]
    assert {each.interval.refusal for each in found} == {"all games alike"}


def test_what_is_no_grid_is_refused():
    some = dict(list(RULES.items())[:5])
    with pytest.raises(
        UserError, match="not all combinations of some options; write them as"
    ):
        effects(counted(lengths()), some, declared(WAR).columns["rounds"])
    with pytest.raises(UserError, match="1 variant; effects are those of 2 to 8"):
        effects(
            counted(lengths()),
            {"1 seat": RULES["1 seat"]},
            declared(WAR).columns["rounds"],
        )
