"""The summary agrees with the games: every interval is what SciPy says of their values."""

import numpy as np
import polars as pl
import pytest
import scipy.stats

from sim.counts.summary import statistic_names
from sim.games import GAMES
from tests.counts.feud import (
    FEUD,
    TABLES,
    TALLIES,
    VARIANTS,
    compared,
    game,
    near,
    played,
    row,
    share,
    summarized,
    tallies_of,
)


def test_the_columns_and_their_types():
    summary = summarized(TALLIES, FEUD, VARIANTS)
    comparison = compared(TALLIES, FEUD, VARIANTS)
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
    tests = dict.fromkeys(("p_value", "p_holm"), pl.Float64)
    assert dict(comparison.schema) == {**names, **interval, **tests, "games": pl.Int64}


@pytest.mark.parametrize("variant", VARIANTS)
def test_counts_have_mean_spread_and_quantiles_of_all_their_games(variant):
    summary = summarized(TALLIES, FEUD, VARIANTS, 0.9)
    for name in ("turns", "feuds", "long_feuds", "net"):
        values = np.sort(TABLES[variant][name])
        theirs = scipy.stats.ttest_1samp(values, 0).confidence_interval(0.9)
        expected = {"mean": (values.mean(), theirs.low, theirs.high)}
        for words, part in (
            ("median", 0.5),
            ("2.5 %", 0.025),
            ("97.5 %", 0.975),
            ("99.9 %", 0.999),
        ):
            # The number of games at or below the quantile is binomial.
            known = scipy.stats.binom(2000, part)
            ranks = (
                int(np.ceil(2000 * part)),
                int(known.ppf(0.05)),
                int(known.isf(0.05)) + 1,
            )
            expected[words] = tuple(
                values[rank - 1] if rank <= 2000 else None for rank in ranks
            )
        for words, numbers in expected.items():
            found = row(summary, variant=variant, statistic=f"{name} {words}")
            if (
                name != "long_feuds" or words != "mean"
            ):  # few games differ: tests/stats/test_rare.py
                near(found, numbers)
            assert found["level"] == 0.9
        spread = row(summary, variant=variant, statistic=f"{name} sd")
        assert spread["value"] == pytest.approx(values.std(ddof=1), rel=1e-12)
        assert spread["low"] < spread["value"] < spread["high"]
        top = row(summary, variant=variant, statistic=f"{name} longest")
        assert (top["value"], top["low"], top["high"], top["level"]) == (
            TABLES[variant][name].max(),
            None,
            None,
            None,
        )


def test_statistics_about_the_winner_leave_out_games_without_one():
    lows = TABLES["old"]["winner_low"]
    found = row(
        summarized(TALLIES, FEUD, VARIANTS), variant="old", statistic="winner_low mean"
    )
    lows = lows[lows >= 0]
    theirs = scipy.stats.ttest_1samp(lows, 0).confidence_interval(0.95)
    near(found, (lows.mean(), theirs.low, theirs.high), len(lows))
    assert "unfinished" not in found["method"]


@pytest.mark.parametrize("variant", VARIANTS)
def test_shares_of_every_player_draw_ending_and_kind(variant):
    summary = summarized(TALLIES, FEUD, VARIANTS)
    columns = TABLES[variant]
    expected = {f"player {seat} wins": columns["winner"] == seat for seat in range(3)}
    expected |= {"draw": columns["winner"] == -1, "unfinished": columns["winner"] == -2}
    expected |= {
        f"result {word}": columns["result"] == code
        for code, word in enumerate(("won", "lost", "split"))
    }
    expected |= {
        "games with a feud": columns["feuds"] > 0,
        "games with a long feud": columns["long_feuds"] > 0,
    }
    for statistic, hits in expected.items():
        near(row(summary, variant=variant, statistic=statistic), share(int(hits.sum())))
    assert row(summary, variant=variant, statistic="result split")["method"].endswith(
        "upper bound: none seen"
    )


def test_unfinished_games_are_counted_as_they_stand_and_the_method_says_so():
    assert row(summarized(TALLIES, FEUD, ["old"]), statistic="turns mean")[
        "method"
    ] == ("t, lower bound: unfinished games as they stand")
    finished = {
        "old": {**TABLES["old"], "winner": np.maximum(TABLES["old"]["winner"], -1)}
    }
    assert (
        row(
            summarized(tallies_of(FEUD, finished), FEUD, ["old"]),
            statistic="turns mean",
        )["method"]
        == "t"
    )


def test_statistics_come_in_the_order_of_the_variants_and_have_these_names():
    summary = summarized(TALLIES, FEUD, ["odd", "old"])
    assert summary["variant"].unique(maintain_order=True).to_list() == ["odd", "old"]
    for variant in ("odd", "old"):
        assert tuple(summary.filter(variant=variant)["statistic"]) == statistic_names(
            FEUD, seats=3
        )
    named = statistic_names(game(histograms=("turns",), tables=()))
    usual = tuple(
        f"turns {word}"
        for word in ("mean", "sd", "median", "2.5 %", "97.5 %", "99.9 %", "longest")
    )
    assert named[: len(usual)] == usual


def test_a_player_who_never_wins_is_listed():
    duel = {"old": played(5, seats=2)}
    tallies = tallies_of(FEUD, duel)
    assert (
        "player 2 wins"
        not in summarized(tallies, FEUD, ["old"], seats=2)["statistic"].to_list()
    )
    found = row(summarized(tallies, FEUD, ["old"]), statistic="player 2 wins")
    near(found, share(0))
    assert found["method"] == "Clopper-Pearson, one-sided upper bound: none seen"


def test_before_the_first_game_every_statistic_is_there_without_a_value():
    summary = summarized(TALLIES.clear(), FEUD, ["old"])
    assert tuple(summary["statistic"]) == statistic_names(FEUD, seats=3)
    assert summary["value"].null_count() == len(summary)
    assert set(summary["games"]) == {0}
    assert compared(TALLIES.clear(), FEUD, VARIANTS).is_empty()


def test_a_game_without_winners_has_shares_of_its_results_only():
    casino = game(histograms=("net",), tables=(("result", "net"),), paired=("net",))
    columns = {"table": {name: TABLES["old"][name] for name in ("result", "net")}}
    names = summarized(tallies_of(casino, columns), casino, ["table"])[
        "statistic"
    ].to_list()
    assert names[-3:] == ["result won", "result lost", "result split"]
    assert not any(name.startswith("player") for name in names)


@pytest.mark.parametrize("name", GAMES)
def test_every_game_of_the_registry_can_be_summarized(name):
    names = statistic_names(GAMES[name])
    assert len(names) == len(set(names))


def test_the_summary_of_war_has_these_shares():
    names = statistic_names(GAMES["war"])
    of_columns = ("s", "low", "longest_war", "lead_round", "most_cards_0")
    assert [
        one
        for one in names
        if not one.split()[0].endswith(of_columns) or one.startswith("games")
    ] == [
        *("player 0 wins", "player 1 wins", "draw", "unfinished"),
        *(
            "ending cards",
            "ending run-out",
            "ending draw",
            "ending cycle",
            "ending cap",
        ),
        *("games with a war", "games with a single war", "games with a double war"),
        *("games with a triple war", "games with a longer war"),
    ]


def test_a_mean_of_what_cannot_be_negative_has_no_end_below_zero():
    """Student's interval of eight games reaches below zero."""
    long = np.array([0, 0, 0, 1, 1, 1, 2, 9])
    reach = 2.364624252 * long.std(ddof=1) / 8**0.5
    columns = played(1, games=8) | {
        "winner": 0 * long,
        "long_feuds": long,
        "net": 1 - 3 * long,
    }
    tallies = tallies_of(FEUD, {"old": columns})
    found = {
        row["statistic"]: row for row in summarized(tallies, FEUD, ["old"]).to_dicts()
    }
    rare = found["long_feuds mean"]
    net = found["net mean"]
    assert (rare["value"], rare["low"]) == (14 / 8, 0)
    assert rare["high"] == pytest.approx(14 / 8 + reach)
    assert rare["method"].startswith("t, cut at zero;")
    # Units are won and lost: their mean can be negative.
    assert net["low"] == pytest.approx(1 - 3 * rare["high"])
    assert net["method"].startswith("t;")
