"""The summary agrees with the tallies: every number is recomputed from the games, with NumPy and SciPy."""

from dataclasses import dataclass
from itertools import combinations
from math import ceil, exp, sqrt

import numpy as np
import polars as pl
import pytest
import scipy.stats

from sim.contract.columns import Column, Role
from sim.contract.dealing import Deals
from sim.contract.game import GameOf
from sim.contract.rules import DeckRules
from sim.deals import deck
from sim.errors import UserError
from sim.games import GAMES
from sim.stats import Histogram, Target, judge
from sim.tallies.summary import (
    compare,
    cross_table,
    differences,
    estimates,
    histogram,
    statistic_names,
    summarize,
)

COLUMNS = (
    Column("winner", "int8", "who won", role=Role.WINNER),
    Column("result", "int8", "how it ended", ("won", "lost", "split")),
    Column("turns", "int32", "turns taken", role=Role.LENGTH),
    Column("feuds", "int32", "feuds fought"),
    Column("long_feuds", "int32", "long feuds fought", kind_of="feuds"),
    Column("winner_low", "int16", "the fewest cards of the winner", role=Role.OF_WINNER),
    Column("net", "int32", "units won or lost"),
)


@dataclass(frozen=True, kw_only=True)
class NoRules(DeckRules):
    """The rules of an invented game."""


def game(**changes):
    declared = {
        "histograms": ("turns", "feuds", "long_feuds", "winner_low", "net"),
        "tables": (("winner", "result"), ("winner", "winner_low")),
        "paired": ("turns",),
    }
    return GameOf(
        name="feud",
        title="Feud",
        summary="",
        rules=NoRules,
        columns_under=lambda rules: COLUMNS,
        tell=lambda *_: iter(()),
        deals=Deals(deck, lambda: None),
        source="",
        **declared | changes,
    )


def played(seed, games=2000, seats=3):
    """Return outcome columns of invented games with all sorts of endings."""
    rng = np.random.default_rng(seed)
    winner = rng.choice([*range(seats), -1, -2], games, p=[*([0.9 / seats] * seats), 0.08, 0.02])
    return {
        "winner": winner,
        "result": rng.choice([0, 1], games, p=[0.7, 0.3]),
        "turns": rng.geometric(0.01, games),
        "feuds": rng.poisson(2, games),
        "long_feuds": rng.poisson(0.01, games),
        "winner_low": np.where(winner >= 0, rng.integers(1, 26, games), -1),
        "net": rng.integers(-3, 3, games),
    }


def tallies_of(of_game, tables):
    """Count the games of named variants into a table of tallies, in the slow and simple way."""
    rows = []

    def count(variant, versus, tally, first, second):
        pairs, counts = np.unique(np.stack([first, second]), axis=1, return_counts=True)
        rows.extend(
            (variant, versus, tally, int(a), int(b), int(k))
            for (a, b), k in zip(pairs.T, counts, strict=True)
        )

    for variant, columns in tables.items():
        for name in of_game.histograms:
            count(variant, "", name, columns[name], np.zeros_like(columns[name]))
        for first, second in of_game.tables:
            count(variant, "", f"{first},{second}", columns[first], columns[second])
    for (versus, before), (variant, after) in combinations(tables.items(), 2):
        for name in of_game.paired:
            count(variant, versus, name, after[name] - before[name], np.zeros_like(after[name]))
        count(variant, versus, "winner,winner", after["winner"], before["winner"])
    texts = dict.fromkeys(("variant", "versus", "tally"), pl.String)
    schema = texts | dict.fromkeys(("a", "b", "count"), pl.Int64)
    return pl.DataFrame(rows, schema=schema, orient="row").sort("variant", "versus", "tally", "a", "b")


FEUD = game()
TABLES = {"old": played(1), "new": played(2), "odd": played(3)}
TALLIES = tallies_of(FEUD, TABLES)
VARIANTS = list(TABLES)


def row(table, **where):
    found = table.filter(**where)
    assert len(found) == 1, f"{where}: {len(found)} rows"
    return found.row(0, named=True)


def agrees(found, expected, method, games):
    """Compare a row with a value and its ends that were computed elsewhere."""
    for name, number in zip(("value", "low", "high"), expected, strict=True):
        assert found[name] == (None if number is None else pytest.approx(number, rel=1e-9, abs=1e-12)), name
    assert found["games"] == games
    assert found["method"].startswith(method)


def mean_of(values, level=0.95):
    interval = scipy.stats.ttest_1samp(values, 0).confidence_interval(level)
    return values.mean(), interval.low, interval.high


def rare_mean_of(values, level=0.95):
    """Fay and Feuer's gamma interval (1997) of a weighted sum of Poisson counts."""
    total, squares, most, miss = values.sum(), (values**2).sum(), values.max(), (1 - level) / 2
    low = scipy.stats.gamma.ppf(miss, total**2 / squares, scale=squares / total)
    more, much = total + most, squares + most**2
    high = scipy.stats.gamma.isf(miss, more**2 / much, scale=much / more)
    return values.mean(), low / len(values), high / len(values)


def sd_of(values, level=0.95):
    """Normal for the logarithm, with the standard error of the variance from the fourth moment."""
    n = len(values)
    kurtosis = scipy.stats.kurtosis(values, fisher=False)
    error = sqrt((kurtosis - (n - 3) / (n - 1)) / n)
    factor = exp(scipy.stats.norm.ppf((1 + level) / 2) * error / 2)
    value = values.std(ddof=1)
    return value, value / factor, value * factor


def quantile_of(values, share, level=0.95):
    """Between the closest ranks that the binomial distribution allows; None if there is no such rank."""
    n, ordered, miss = len(values), np.sort(values), (1 - level) / 2
    ranks = np.arange(1, n + 1)
    # The game at a rank lies above the quantile if fewer games than the rank are at most the quantile.
    low = ranks[scipy.stats.binom.cdf(ranks - 1, n, share) <= miss]
    high = ranks[scipy.stats.binom.sf(ranks - 1, n, share) <= miss]
    ends = (ordered[low[-1] - 1] if len(low) else None, ordered[high[0] - 1] if len(high) else None)
    return ordered[ceil(share * n - 1e-9) - 1], *ends


def share_of(hits, games, level=0.95):
    """Wilson's interval; Clopper and Pearson's with fewer than z^6 / 4 events, and a one-sided bound with none."""
    if not hits:
        return 0, 0, 1 - (1 - level) ** (1 / games)
    few = min(hits, games - hits) < scipy.stats.norm.ppf((1 + level) / 2) ** 6 / 4
    interval = scipy.stats.binomtest(hits, games).proportion_ci(level, "exact" if few else "wilson")
    return hits / games, interval.low, interval.high


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


def test_the_columns_and_their_types():
    summary, comparison = summarize(TALLIES, FEUD, VARIANTS), compare(TALLIES, FEUD, VARIANTS)
    interval = {
        "value": pl.Float64,
        "low": pl.Float64,
        "high": pl.Float64,
        "level": pl.Float64,
        "method": pl.String,
    }
    assert dict(summary.schema) == {
        "variant": pl.String,
        "statistic": pl.String,
        **interval,
        "games": pl.Int64,
    }
    names = {"variant": pl.String, "versus": pl.String, "statistic": pl.String}
    tests = {"p_value": pl.Float64, "p_holm": pl.Float64}
    assert dict(comparison.schema) == {**names, **interval, **tests, "games": pl.Int64}


@pytest.mark.parametrize("variant", VARIANTS)
def test_counts_have_mean_spread_and_quantiles_of_all_their_games(variant):
    summary = summarize(TALLIES, FEUD, VARIANTS, 0.9)
    for name in ("turns", "feuds", "long_feuds", "net"):
        values = TABLES[variant][name]
        # Long feuds are rare: their number is a Poisson count.
        expected = rare_mean_of(values, 0.9) if name == "long_feuds" else mean_of(values, 0.9)
        method = "gamma" if name == "long_feuds" else "t"
        agrees(row(summary, variant=variant, statistic=f"{name} mean"), expected, method, 2000)
        found = row(summary, variant=variant, statistic=f"{name} sd")
        agrees(found, sd_of(values, 0.9), "fourth moment, asymptotic", 2000)
        for words, share in (("median", 0.5), ("2.5 %", 0.025), ("97.5 %", 0.975), ("99.9 %", 0.999)):
            found = row(summary, variant=variant, statistic=f"{name} {words}")
            agrees(found, quantile_of(values, share, 0.9), "order statistics", 2000)
            assert found["level"] == 0.9
        top = row(summary, variant=variant, statistic=f"{name} longest")
        assert (top["value"], top["low"], top["high"], top["level"]) == (
            TABLES[variant][name].max(),
            None,
            None,
            None,
        )


def test_the_mean_agrees_with_scipy_on_the_games_themselves():
    found = row(summarize(TALLIES, FEUD, VARIANTS), variant="new", statistic="turns mean")
    theirs = scipy.stats.ttest_1samp(TABLES["new"]["turns"], 0).confidence_interval(0.95)
    assert (found["low"], found["high"]) == pytest.approx((theirs.low, theirs.high), rel=1e-12)
    assert found["level"] == 0.95


def test_statistics_about_the_winner_leave_out_games_without_one():
    lows = TABLES["old"]["winner_low"]
    found = row(summarize(TALLIES, FEUD, VARIANTS), variant="old", statistic="winner_low mean")
    agrees(found, mean_of(lows[lows >= 0]), "t", int((lows >= 0).sum()))
    assert "unfinished" not in found["method"]


@pytest.mark.parametrize("variant", VARIANTS)
def test_shares_of_every_player_draw_ending_and_kind(variant):
    summary, columns = summarize(TALLIES, FEUD, VARIANTS), TABLES[variant]
    expected = {f"player {seat} wins": columns["winner"] == seat for seat in range(3)}
    expected |= {"draw": columns["winner"] == -1, "unfinished": columns["winner"] == -2}
    expected |= {
        f"result {word}": columns["result"] == code for code, word in enumerate(("won", "lost", "split"))
    }
    expected |= {
        "games with a feud": columns["feuds"] > 0,
        "games with a long feud": columns["long_feuds"] > 0,
    }
    for statistic, hits in expected.items():
        seen = int(hits.sum())
        method = "Wilson" if seen >= 15 else "Clopper-Pearson"
        agrees(row(summary, variant=variant, statistic=statistic), share_of(seen, 2000), method, 2000)
    assert row(summary, variant=variant, statistic="result split")["method"].endswith(
        "upper bound: none seen"
    )


def test_unfinished_games_are_counted_as_they_stand_and_the_method_says_so():
    assert row(summarize(TALLIES, FEUD, ["old"]), statistic="turns mean")["method"] == (
        "t, lower bound: unfinished games as they stand"
    )
    finished = {"old": {**TABLES["old"], "winner": np.maximum(TABLES["old"]["winner"], -1)}}
    assert row(summarize(tallies_of(FEUD, finished), FEUD, ["old"]), statistic="turns mean")["method"] == "t"


def test_a_warning_is_part_of_the_method():
    columns = {name: values[:150] for name, values in TABLES["old"].items()}
    found = row(summarize(tallies_of(FEUD, {"old": columns}), FEUD, ["old"]), statistic="turns mean")
    assert "; the variance is itself known only to" in found["method"]


def test_statistics_come_in_the_order_of_the_variants_and_have_these_names():
    summary = summarize(TALLIES, FEUD, ["odd", "old"])
    assert summary["variant"].unique(maintain_order=True).to_list() == ["odd", "old"]
    for variant in ("odd", "old"):
        assert tuple(summary.filter(variant=variant)["statistic"]) == statistic_names(FEUD, seats=3)
    assert statistic_names(game(histograms=("turns",), tables=())) == tuple(
        f"turns {word}" for word in ("mean", "sd", "median", "2.5 %", "97.5 %", "99.9 %", "longest")
    )


def test_a_player_who_never_wins_is_listed_when_the_seats_are_known():
    duel = {"old": played(5, seats=2)}
    tallies = tallies_of(FEUD, duel)
    assert "player 2 wins" not in summarize(tallies, FEUD, ["old"])["statistic"].to_list()
    found = row(summarize(tallies, FEUD, ["old"], seats={"old": 3}), statistic="player 2 wins")
    agrees(found, share_of(0, 2000), "Clopper-Pearson, one-sided upper bound: none seen", 2000)


def test_of_two_players_one_who_never_won_is_listed_anyway():
    swept = {"old": {**played(5), "winner": np.zeros(2000, np.int64)}}
    found = row(summarize(tallies_of(FEUD, swept), FEUD, ["old"]), statistic="player 1 wins")
    agrees(found, share_of(0, 2000), "Clopper-Pearson, one-sided upper bound: none seen", 2000)


def test_differences_are_those_within_the_same_deals():
    comparison = compare(TALLIES, FEUD, VARIANTS)
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
    comparison = compare(TALLIES, FEUD, VARIANTS)
    assert comparison["p_value"].is_not_null().sum() == 3 * 6
    tested = comparison.filter(pl.col("p_value").is_not_null())
    assert tested["p_holm"].to_list() == pytest.approx(holm(tested["p_value"].to_list()), rel=1e-12)
    assert comparison["p_holm"].null_count() == comparison["p_value"].null_count()


def test_a_variant_against_itself_has_nothing_to_test():
    same = {"old": TABLES["old"], "again": TABLES["old"]}
    comparison = compare(tallies_of(FEUD, same), FEUD, list(same))
    assert comparison["p_value"].null_count() == len(comparison)
    assert set(comparison["value"]) == {0.0}


def test_only_pairs_that_were_counted_are_compared():
    some = TALLIES.filter(pl.col("versus") != "new")
    pairs = compare(some, FEUD, VARIANTS).select("variant", "versus").unique(maintain_order=True).rows()
    assert pairs == [("new", "old"), ("odd", "old")]
    assert compare(TALLIES, FEUD, ["old"]).is_empty()


def test_the_order_of_the_rows_of_the_tallies_does_not_matter():
    shuffled = TALLIES.sample(fraction=1, shuffle=True, seed=4)
    assert summarize(shuffled, FEUD, VARIANTS).equals(summarize(TALLIES, FEUD, VARIANTS))
    assert compare(shuffled, FEUD, VARIANTS).equals(compare(TALLIES, FEUD, VARIANTS))


def test_before_the_first_game_every_statistic_is_there_without_a_value():
    summary = summarize(TALLIES.clear(), FEUD, ["old"])
    assert tuple(summary["statistic"]) == statistic_names(FEUD)
    assert summary["value"].null_count() == len(summary)
    assert set(summary["games"]) == {0}
    assert compare(TALLIES.clear(), FEUD, VARIANTS).is_empty()


def test_a_game_without_winners_has_shares_of_its_results_only():
    casino = game(histograms=("net",), tables=(("result", "net"),), paired=("net",))
    columns = {"table": {name: TABLES["old"][name] for name in ("result", "net")}}
    names = summarize(tallies_of(casino, columns), casino, ["table"])["statistic"].to_list()
    assert names[-3:] == ["result won", "result lost", "result split"]
    assert not any(name.startswith("player") for name in names)


def test_histograms_and_cross_tables_can_be_read_by_name():
    old, new = TABLES["old"], TABLES["new"]
    assert histogram(TALLIES, "old", "turns") == Histogram.of(old["turns"])
    assert histogram(TALLIES, "old", "winner") == Histogram.of(old["winner"])
    assert histogram(TALLIES, "new", "turns", versus="old") == Histogram.of(new["turns"] - old["turns"])
    assert histogram(TALLIES, "old", "nothing") == Histogram()
    cells = cross_table(TALLIES, "old", "winner", "result")
    assert cells[0, 1] == int(((old["winner"] == 0) & (old["result"] == 1)).sum())
    assert sum(cells.values()) == 2000


def test_a_precision_can_be_requested_for_every_statistic_and_difference():
    everything = [*estimates(TALLIES, FEUD, VARIANTS), *differences(TALLIES, FEUD, VARIANTS)]
    loose = [Target("turns mean", 0.5, relative=True), Target("player 0 wins, difference", 0.5)]
    assert judge(everything, loose).met
    tight = judge(everything, [*loose, Target("draw", 0.0001)])
    assert not tight.met
    assert tight.limiting.statistic == "draw"


def test_the_summary_depends_only_on_the_counts():
    many = TALLIES.with_columns(pl.col("count") * 10**6)
    found = row(summarize(many, FEUD, VARIANTS), variant="old", statistic="turns mean")
    once = row(summarize(TALLIES, FEUD, VARIANTS), variant="old", statistic="turns mean")
    assert (found["value"], found["games"]) == (once["value"], 2 * 10**9)
    # A million times the games, a thousandth of the width; the t quantile is 1.95996 in place of 1.96115.
    shrunk = (once["high"] - once["value"]) / 1000 * 1.959964 / scipy.stats.t.ppf(0.975, 1999)
    assert found["high"] - found["value"] == pytest.approx(shrunk, rel=3e-4)


def test_an_invalid_level_is_a_user_error():
    with pytest.raises(UserError):
        summarize(TALLIES, FEUD, VARIANTS, 95)


@pytest.mark.parametrize("name", GAMES)
def test_every_game_of_the_registry_can_be_summarized(name):
    names = statistic_names(GAMES[name])
    assert len(names) == len(set(names))


def test_the_summary_of_war_has_these_shares():
    names = statistic_names(GAMES["war"])
    of_columns = ("s", "low", "longest_war")
    assert [one for one in names if not one.split()[0].endswith(of_columns) or one.startswith("games")] == [
        *("player 0 wins", "player 1 wins", "draw", "unfinished"),
        *("ending cards", "ending run-out", "ending draw", "ending cycle", "ending cap"),
        *("games with a war", "games with a single war", "games with a double war"),
        *("games with a triple war", "games with a longer war"),
    ]


def test_a_mean_of_what_cannot_be_negative_has_no_end_below_zero():
    """One long feud in 8 games: mean and standard error are 1/8, and Student's interval reaches below zero."""
    one = np.eye(1, 8, dtype=int)[0]
    columns = played(1, games=8) | {"winner": 0 * one, "long_feuds": one, "net": 1 - 3 * one}
    tallies = tallies_of(FEUD, {"old": columns})
    found = {row["statistic"]: row for row in summarize(tallies, FEUD, ["old"]).to_dicts()}
    rare, net = found["long_feuds mean"], found["net mean"]
    assert (rare["value"], rare["low"]) == (1 / 8, 0)
    assert rare["high"] == pytest.approx((1 + 2.364624252) / 8)
    assert rare["method"].startswith("t, cut at zero;")
    # Units are won and lost: their mean can be negative.
    assert net["low"] == pytest.approx(1 - 3 * (1 + 2.364624252) / 8)
    assert net["method"].startswith("t;")
