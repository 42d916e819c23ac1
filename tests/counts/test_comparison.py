"""The comparison of variants: differences in pairs of games on the same deals, and the effects of rules."""

from itertools import combinations, product

import numpy as np
import pytest
import scipy.stats

from sim.counts.counting import tally
from sim.counts.declarations import declared
from sim.counts.effects import effects
from sim.counts.summary import Summary
from sim.counts.tallies import Tallies
from sim.errors import UserError
from sim.games import find_game
from sim.stats import (
    Histogram,
    Unfinished,
    holm,
    mcnemar,
    proportion,
    ratio_of_means,
)
from sim.stats.paired import rarely_different
from tests.counts.invented import WAR, invented

WINNERS = (0, 1, 2, -1, -2)
PLAYED = {
    name: invented(seed, 2000, WINNERS)
    for seed, name in enumerate(("old", "new", "odd"))
}
OUTCOMES = {
    "player 0 wins": 0,
    "player 1 wins": 1,
    "player 2 wins": 2,
    "draw": -1,
    "unfinished": -2,
}


def compared(counted, names=PLAYED):
    """Each difference by the variants and its name."""
    return {
        (one.variant, one.versus, one.statistic): one
        for one in Summary(
            counted, WAR, dict.fromkeys(names, WAR.rules(players=3))
        ).differences()
    }


TALLIES = tally(WAR, list(PLAYED), list(PLAYED.values()))


def test_differences_are_those_within_the_same_deals():
    comparison = compared(TALLIES)
    for versus, variant in combinations(PLAYED, 2):
        ours, theirs = PLAYED[variant], PLAYED[versus]
        found = comparison[variant, versus, "rounds mean difference"]
        known = rarely_different(Histogram.of(ours["rounds"] - theirs["rounds"]))
        assert found.interval == known.interval.counting(Unfinished.AS_THEY_STAND)
        assert found.p_value == known.p_value
        for outcome, code in OUTCOMES.items():
            here, there = ours["winner"] == code, theirs["winner"] == code
            found = comparison[variant, versus, f"{outcome}, difference"]
            only = int((here & ~there).sum()), int((there & ~here).sum())
            known = mcnemar(*only, 2000)
            assert (found.interval, found.p_value) == (known.interval, known.p_value)
        found = comparison[variant, versus, "deals with a different winner"]
        otherwise = int((ours["winner"] != theirs["winner"]).sum())
        assert found.interval == proportion(otherwise, 2000)
        assert found.p_value is found.p_holm is None


def test_a_difference_of_mean_lengths_has_their_ratio_too():
    comparison = compared(TALLIES)
    for name in ("rounds", "plays"):
        ours, theirs = PLAYED["new"][name], PLAYED["old"][name]
        hists = [Histogram.of(one) for one in (ours, theirs, ours - theirs)]
        known = ratio_of_means(*hists).counting(Unfinished.AS_THEY_STAND)
        assert comparison["new", "old", f"{name} mean difference"].ratio == known


def test_an_amount_that_is_no_length_has_no_ratio():
    casino = find_game("casino-war")
    blank = {column.name: np.zeros(4, np.int16) for column in casino.columns}
    won, lost = (blank | {"net": np.array([2, 2, 1, end])} for end in (2, -2))
    counted = tally(casino, ("won", "lost"), [won, lost])
    rules = dict.fromkeys(("won", "lost"), casino.rules())
    found = Summary(counted, casino, rules).differences()
    (net,) = (one for one in found if one.statistic == "net mean difference")
    assert (net.interval.value, net.ratio) == (-0.5, None)


def test_all_tested_rows_are_one_family():
    found = list(compared(TALLIES).values())
    p_values = [one.p_value for one in found]
    assert [one.p_holm for one in found] == holm(p_values)
    assert {(one.variant, one.versus) for one in found if one.p_value is not None} == {
        ("new", "old"),
        ("odd", "old"),
        ("odd", "new"),
    }


def test_a_variant_against_itself_has_nothing_to_test():
    counted = tally(WAR, ["old", "again"], [PLAYED["old"]] * 2)
    found = compared(counted, ["old", "again"]).values()
    assert {one.interval.value for one in found} == {0}
    assert {one.p_value for one in found} == {None}


def test_only_pairs_that_were_counted_are_compared():
    some = {
        key: counts for key, counts in TALLIES.entries.items() if key.versus != "new"
    }
    pairs = {(variant, versus) for variant, versus, _ in compared(Tallies(some))}
    assert pairs == {("new", "old"), ("odd", "old")}
    assert compared(TALLIES, ["old"]) == {}


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
