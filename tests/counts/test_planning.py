"""Plans of runs from a pilot, and stopping at a precision."""

import numpy as np
import pytest

from sim.counts.planning import (
    Pilot,
    comparisons,
    paired_differences,
    plan_comparison,
    plan_precision,
    value_under,
)
from sim.counts.queries import Kind, Query
from sim.counts.stopping import watched, with_watched
from sim.counts.summary import Summary
from sim.counts.tallies import Counts, Tallies
from sim.errors import UserError
from sim.games import find_game
from sim.stats import (
    Histogram,
    Measure,
    Target,
    holm,
    judge,
    watched_difference_of_shares,
    watched_mean,
    watched_share,
)
from sim.stats.paired import Question
from tests.counts.feud import FEUD, TABLES, TALLIES, VARIANTS
from tests.support import tiers
from tests.support.counted_run import counted

GAME = find_game("war")
RULES = {"one": GAME.rules(), "two": GAME.rules.of({"face_down": 3})}
# Rounds 100 or 300 with equal chances: mean 200, standard deviation 100.
ROUNDS = {100: 5000, 300: 5000}
WINNERS = {(0, 2): 4900, (1, 2): 5000, (-1, 2): 100}


def pilot(**more: object) -> Pilot:
    entries = {
        ("one", "", "rounds"): counted(ROUNDS),
        ("two", "", "rounds"): counted({100: 6000, 300: 4000}),
        ("one", "", "winner,aces"): counted(WINNERS),
        ("two", "", "winner,aces"): counted(WINNERS),
        ("two", "one", "rounds"): counted({-200: 3000, 0: 5000, 200: 2000}),
        ("two", "one", "winner,winner"): counted(
            {(0, 0): 4000, (1, 1): 4600, (0, 1): 700, (1, 0): 600, (-1, -1): 100}
        ),
    }
    return Pilot(Tallies(entries), GAME, RULES)


class TestPrecision:
    def test_a_mean_needs_the_games_of_the_formula_under_the_variant_that_needs_the_most(self) -> None:
        found = plan_precision(pilot(), Target("rounds mean", 1.0))
        assert found.limiting == "one"
        assert found.games == pytest.approx((1.959964 * 100 / 1.0) ** 2, rel=0.001)
        assert found.low <= found.games <= found.high

    def test_a_relative_precision_is_one_of_the_value(self) -> None:
        found = plan_precision(pilot(), Target("rounds mean", 0.01, relative=True))
        # Under "two": mean 180, standard deviation 98: wider, relative to it, than 100 to 200.
        assert found.limiting == "two"
        assert found.games == pytest.approx((1.959964 * 97.98 / 1.8) ** 2, rel=0.001)

    def test_a_share_needs_the_games_of_wilsons_interval(self) -> None:
        found = plan_precision(pilot(), Target("player 0 wins", 0.001))
        assert found.games == pytest.approx(1.959964**2 * 0.49 * 0.51 / 1e-6, rel=0.002)

    def test_a_rare_share_has_a_wide_range(self) -> None:
        found = plan_precision(pilot(), Target("draw", 0.1, relative=True))
        assert found.games is not None
        assert found.games == pytest.approx(1.959964**2 * 0.99 / 0.01 / 0.01, rel=0.15)
        # A hundred draws in the pilot: known to within a fifth.
        assert found.low < 0.9 * found.games
        assert found.high > 1.1 * found.games

    def test_a_difference_has_the_spread_within_games(self) -> None:
        found = plan_precision(pilot(), Target("rounds mean difference", 1.0))
        spread = 200**2 * 0.5 - 20**2
        assert found.limiting == "two against one"
        assert found.games == pytest.approx(1.959964**2 * spread, rel=0.001)

    def test_what_has_no_interval_cannot_be_planned(self) -> None:
        found = plan_precision(pilot(), Target("rounds longest", 1.0))
        assert (found.games, found.reason != "") == (None, True)

    def test_an_unknown_statistic_is_refused(self) -> None:
        with pytest.raises(
            UserError, match="--precision: unknown statistic 'roundz mean'; did you mean 'rounds mean'"
        ):
            plan_precision(pilot(), Target("roundz mean", 1.0))

    @tiers.sizes(("plans", "most"), (10, 3), (100, 10))
    def test_planned_games_attain_the_precision(self, plans: int, most: int) -> None:
        """Pilots of 2,000 games of a long-tailed length, then runs of the upper end: nearly all attain it.

        If one in forty fails, as planned, more than 3 of 10, or 10 of 100, fail in fewer than one of 10,000.
        """
        random = np.random.default_rng(11)
        target = Target("rounds mean", 0.02, relative=True)
        missed = 0
        for _ in range(plans):
            small = Tallies({("one", "", "rounds"): of(random.gamma(1.5, 200, 2000))})
            planned = plan_precision(Pilot(small, GAME, {"one": RULES["one"]}), target)
            games = Tallies({("one", "", "rounds"): of(random.gamma(1.5, 200, planned.high))})
            known = Summary(games, GAME, {"one": 2}).estimates()
            found = [one for one in known if one.statistic == "rounds mean"]
            missed += not judge(found, [target]).met
        assert missed <= most


def of(lengths: np.ndarray) -> Counts:
    return Counts.by_sorting(np.rint(lengths).astype(np.int64))


class TestComparisons:
    def test_the_differences_of_a_mean_are_those_counted(self) -> None:
        (one,) = comparisons(pilot(), "rounds mean", 0.95, "--power")
        assert paired_differences(pilot().tallies, one) == Histogram([-200, 0, 200], [3000, 5000, 2000])
        assert value_under(pilot(), one, 0.95) == 200

    def test_the_differences_of_a_share_are_gains_and_losses(self) -> None:
        (one,) = comparisons(pilot(), "player 0 wins", 0.95, "--power")
        assert paired_differences(pilot().tallies, one) == Histogram([-1, 0, 1], [600, 8700, 700])

    def test_a_plan_for_them(self) -> None:
        (one,) = comparisons(pilot(), "rounds mean", 0.95, "--power")
        found = plan_comparison(pilot(), one, Question(-20.0))
        # (z + z')² variance / effect² = 7.849 · 19,600 / 400.
        assert found.games == 385

    def test_a_chance_of_ones_own_is_compared_too_unless_it_counts_other_games(self) -> None:
        long = Query("long", Kind.CHANCE, "rounds > 200", "", ())
        some = Query("some", Kind.CHANCE, "rounds > 200", "aces = 3", ())
        cells = {(0, 0): 500, (1, 0): 200, (0, 1): 100, (1, 1): 200}
        entries = {
            ("two", "one", long.key): counted(cells),
            ("two", "one", some.key): counted({**cells, (-1, -1): 50}),
        }
        asked = Pilot(Tallies(entries), GAME, RULES, (long, some))
        found = {
            one.statistic: one
            for name in ("long", "some")
            for one in comparisons(asked, name, 0.95, "--power")
        }
        assert paired_differences(asked.tallies, found["long, difference"]) == Histogram(
            [-1, 0, 1], [100, 700, 200]
        )
        with pytest.raises(
            UserError, match="'some' counts other games under each variant; ask for it without"
        ):
            paired_differences(asked.tallies, found["some, difference"])

    def test_what_is_not_compared_is_refused(self) -> None:
        with pytest.raises(
            UserError, match="--power: unknown statistic of a comparison 'round mean'; did you mean"
        ):
            comparisons(pilot(), "round mean", 0.95, "--power")
        alone = Pilot(Tallies({("one", "", "rounds"): counted(ROUNDS)}), GAME, {"one": RULES["one"]})
        with pytest.raises(UserError, match="only one variant: nothing is compared"):
            comparisons(alone, "rounds mean", 0.95, "--power")


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
