"""Plans of runs from a pilot, and stopping at a precision."""

import pytest

from sim.counts.counted import Key
from sim.counts.planning import (
    comparisons,
    paired_differences,
    plan_comparison,
    plan_precision,
    value_under,
)
from sim.counts.queries import Kind, Query
from sim.counts.summary import Summary
from sim.counts.tallies import Tallies
from sim.errors import UserError
from sim.games import find_game
from sim.stats import (
    Histogram,
    Target,
)
from sim.stats.power import Question
from tests.support.counted_run import counted

GAME = find_game("war")
RULES = {"one": GAME.rules(), "two": GAME.rules.of({"face_down": 3})}
# Rounds 100 or 300 with equal chances: mean 200, standard deviation 100.
ROUNDS = {100: 5000, 300: 5000}
WINNERS = {(0, 2): 4900, (1, 2): 5000, (-1, 2): 100}


def pilot(**more):
    entries = {
        Key("one", "", "rounds"): counted(ROUNDS),
        Key("two", "", "rounds"): counted({100: 6000, 300: 4000}),
        Key("one", "", "winner", "aces"): counted(WINNERS),
        Key("two", "", "winner", "aces"): counted(WINNERS),
        Key("two", "one", "rounds"): counted({-200: 3000, 0: 5000, 200: 2000}),
        Key("two", "one", "winner", "winner"): counted(
            {(0, 0): 4000, (1, 1): 4600, (0, 1): 700, (1, 0): 600, (-1, -1): 100}
        ),
    }
    return Summary(Tallies(entries), GAME, RULES)


class TestPrecision:
    def test_a_mean_needs_the_games_of_the_formula_under_the_variant_that_needs_the_most(
        self,
    ):
        found = plan_precision(pilot(), Target("rounds mean", 1.0))
        assert found.whose == "one"
        assert found.games == pytest.approx((1.959964 * 100 / 1.0) ** 2, rel=0.001)

    def test_a_relative_precision_is_one_of_the_value(self):
        found = plan_precision(pilot(), Target("rounds mean", 0.01, relative=True))
        # Under "two": mean 180, standard deviation 98: wider, relative to it, than 100
        # to 200.
        assert found.whose == "two"
        assert found.games == pytest.approx((1.959964 * 97.98 / 1.8) ** 2, rel=0.001)

    def test_a_share_needs_the_games_of_wilsons_interval(self):
        found = plan_precision(pilot(), Target("player 0 wins", 0.001))
        assert found.games == pytest.approx(1.959964**2 * 0.49 * 0.51 / 1e-6, rel=0.002)

    def test_the_games_for_a_share_of_which_few_were_seen_are_not_too_few(self):
        query = Query("long", Kind.CHANCE, "rounds > 200", "", ())
        rare = Tallies({Key("one", "", query.key): counted({0: 19_997, 1: 3})})
        asked = Summary(rare, GAME, {"one": RULES["one"]}, (query,))
        found = plan_precision(asked, Target("long", 1e-6))
        assert found.games is not None
        assert found.games >= 1.959964**2 * 1.5e-4 / 1e-12

    def test_a_difference_has_the_spread_within_games(self):
        found = plan_precision(pilot(), Target("rounds mean difference", 1.0))
        spread = 200**2 * 0.5 - 20**2
        assert found.whose == "two against one"
        assert found.games == pytest.approx(1.959964**2 * spread, rel=0.001)

    def test_what_has_no_interval_cannot_be_planned(self):
        found = plan_precision(pilot(), Target("rounds longest", 1.0))
        assert (found.games, found.note != "") == (None, True)


class TestComparisons:
    def test_the_differences_of_a_mean_are_those_counted(self):
        (one,) = comparisons(pilot(), "rounds mean", 0.95)
        assert paired_differences(pilot().tallies, one) == Histogram(
            [-200, 0, 200], [3000, 5000, 2000]
        )
        assert value_under(pilot(), one, 0.95) == 200

    def test_the_differences_of_a_share_are_gains_and_losses(self):
        (one,) = comparisons(pilot(), "player 0 wins", 0.95)
        assert paired_differences(pilot().tallies, one) == Histogram(
            [-1, 0, 1], [600, 8700, 700]
        )

    def test_a_plan_for_them(self):
        (one,) = comparisons(pilot(), "rounds mean", 0.95)
        found = plan_comparison(pilot(), one, Question(-20.0))
        # (z + z')² variance / effect² = 7.849 · 19,600 / 400.
        assert found == 385

    def test_a_chance_of_ones_own_is_compared_too_unless_it_counts_other_games(
        self,
    ):
        long = Query("long", Kind.CHANCE, "rounds > 200", "", ())
        some = Query("some", Kind.CHANCE, "rounds > 200", "aces = 3", ())
        cells = {(0, 0): 500, (1, 0): 200, (0, 1): 100, (1, 1): 200}
        entries = {
            Key("two", "one", long.key): counted(cells),
            Key("two", "one", some.key): counted({**cells, (-1, -1): 50}),
        }
        asked = Summary(Tallies(entries), GAME, RULES, (long, some))
        found = {
            one.statistic: one
            for name in ("long", "some")
            for one in comparisons(asked, name, 0.95)
        }
        assert paired_differences(
            asked.tallies, found["long, difference"]
        ) == Histogram([-1, 0, 1], [100, 700, 200])
        with pytest.raises(
            UserError,
            match="'some' counts other games under each variant; ask for it without",
        ):
            paired_differences(asked.tallies, found["some, difference"])
