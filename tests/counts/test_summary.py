"""The summary names every statistic of the games, each with the interval that sim.stats gives it."""

import numpy as np
import polars as pl
import pytest

from sim.counts.counting import tally
from sim.counts.frames import table, table_of_differences
from sim.counts.summary import Summary, statistic_names
from sim.counts.tallies import Tallies
from sim.games import GAMES
from sim.stats import Histogram, Lengths, proportion
from sim.stats.intervals import STATISTICS
from tests.counts.invented import WAR, invented

WINNERS = (0, 1, 2, -1, -2)
PLAYED = {
    name: invented(seed, 2000, WINNERS) for seed, name in enumerate(("old", "new"))
}


def summary(played=PLAYED, seats=3):
    """The summary of variants with these games."""
    counted = tally(WAR, list(played), list(played.values()))
    return Summary(counted, WAR, dict.fromkeys(played, WAR.rules(players=seats)))


def named(estimates, variant="old"):
    """The intervals of a variant by their names."""
    return {one.statistic: one.interval for one in estimates if one.variant == variant}


def test_the_columns_and_their_types():
    interval = {
        "value": pl.Float64,
        "low": pl.Float64,
        "high": pl.Float64,
        "level": pl.Float64,
        "method": pl.String,
    }
    assert dict(table(summary().estimates()).schema) == {
        "variant": pl.String,
        "statistic": pl.String,
        **interval,
        "games": pl.Int64,
    }
    names = {"variant": pl.String, "versus": pl.String, "statistic": pl.String}
    tests = dict.fromkeys(("p_value", "p_holm"), pl.Float64)
    comparison = table_of_differences(summary().differences())
    assert dict(comparison.schema) == {**names, **interval, **tests, "games": pl.Int64}


@pytest.mark.parametrize("variant", PLAYED)
def test_counts_have_every_measure_of_all_their_games(variant):
    """Of a length, stopped games are counted apart; of other columns any value may be that of one."""
    found = named(summary().estimates(0.9), variant)
    stopped = PLAYED[variant]["winner"] == -2
    for name in ("rounds", "plays", "wars", "longer_wars"):
        values = PLAYED[variant][name]
        known = Lengths(Histogram(), stopped=Histogram.of(values), apart=False)
        if name in ("rounds", "plays"):
            over, left = values[~stopped], values[stopped]
            known = Lengths(Histogram.of(over), stopped=Histogram.of(left))
        for measure in STATISTICS:
            expected = known.measured(measure, 0.9).at_least_zero()
            assert found[f"{name} {measure}"] == expected
        assert found[f"{name} mean"].value == values.mean()
        assert found[f"{name} longest"].value == values.max()


def test_statistics_about_the_winner_leave_out_games_without_one():
    lows = PLAYED["old"]["winner_low"]
    known = Lengths(Histogram.of(lows[lows >= 0]))
    found = named(summary().estimates())
    for measure in STATISTICS:
        expected = known.measured(measure, 0.95).at_least_zero()
        assert found[f"winner_low {measure}"] == expected


@pytest.mark.parametrize("variant", PLAYED)
def test_shares_of_every_player_draw_ending_and_kind(variant):
    columns = PLAYED[variant]
    expected = {f"player {seat} wins": columns["winner"] == seat for seat in range(3)}
    expected |= {"draw": columns["winner"] == -1, "unfinished": columns["winner"] == -2}
    expected |= {
        f"ending {word}": columns["ending"] == code
        for code, word in enumerate(("cards", "run-out", "draw", "cycle", "cap"))
    }
    expected |= {
        "games with a war": columns["wars"] > 0,
        "games with a longer war": columns["longer_wars"] > 0,
    }
    found = named(summary().estimates(), variant)
    for statistic, hits in expected.items():
        assert found[statistic] == proportion(int(hits.sum()), 2000)


def test_unfinished_games_are_counted_as_they_stand_and_the_method_says_so():
    found = named(summary().estimates())["rounds mean"].method
    assert found == "t, lower bound: unfinished games as they stand"
    over = {"old": invented(1, 2000, (0, 1, 2))}
    assert named(summary(over).estimates())["rounds mean"].method == "t"


def test_statistics_come_in_the_order_of_the_variants_and_have_these_names():
    found = summary({name: PLAYED[name] for name in ("new", "old")}).estimates()
    names = statistic_names(WAR, WAR.rules(players=3))
    told = [(one.variant, one.statistic) for one in found]
    assert told == [
        (variant, name)
        for variant in ("new", "old")
        for name in names
        if (variant, name) in told
    ]
    measures = ("mean", "sd", "median", "2.5 %", "97.5 %", "99.9 %", "longest")
    assert names[:7] == tuple(f"rounds {measure}" for measure in measures)


def test_a_player_who_never_wins_is_listed():
    duel = {"old": invented(5, 2000)}
    assert "player 2 wins" not in named(summary(duel, seats=2).estimates())
    found = named(summary(duel).estimates())["player 2 wins"]
    assert found == proportion(0, 2000)


def test_before_the_first_game_every_statistic_is_there_without_a_value():
    none = Summary(Tallies(), WAR, dict.fromkeys(PLAYED, WAR.rules(players=3)))
    assert {one.interval.value for one in none.estimates()} == {None}
    assert {one.games for one in none.estimates()} == {0}
    assert none.differences() == []


def test_a_game_without_winners_has_shares_of_its_results_only():
    names = statistic_names(GAMES["casino-war"], GAMES["casino-war"].rules())
    assert {"result win", "result war-tie", "result surrender"} <= {*names}
    assert not any(name.startswith("player") for name in names)


@pytest.mark.parametrize("name", GAMES)
def test_every_game_of_the_registry_can_be_summarized(name):
    names = statistic_names(GAMES[name], GAMES[name].rules())
    assert len(names) == len(set(names))


def test_the_summary_of_war_has_these_shares():
    names = statistic_names(WAR, WAR.rules())
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
    wars = np.array([0, 0, 0, 1, 1, 1, 2, 9])
    reach = 2.364624252 * wars.std(ddof=1) / 8**0.5
    few = {"old": invented(1, 8) | {"wars": wars}}
    found = named(summary(few, seats=2).estimates())["wars mean"]
    assert (found.value, found.low) == (14 / 8, 0)
    assert found.high == pytest.approx(14 / 8 + reach)
    assert found.method == "t, cut at zero"
    # Units are won and lost, in halves: their mean can be negative.
    casino = GAMES["casino-war"]
    columns = {column.name: 0 * wars for column in casino.columns}
    counted = tally(casino, ("",), [columns | {"net": 2 * (1 - 3 * wars)}])
    net = named(Summary(counted, casino, {"": casino.rules()}).estimates(), "")[
        "net mean"
    ]
    assert net.low == pytest.approx(1 - 3 * found.high)
    assert net.method == "t"
