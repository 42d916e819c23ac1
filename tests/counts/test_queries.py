"""Queries: conditions and amounts in SQL, counted exactly, and refused where a game cannot decide them."""

import math
from dataclasses import replace
from fractions import Fraction
from statistics import NormalDist

import numpy as np
import polars as pl
import pytest

from sim.contract.columns import Column, Role
from sim.counts.answers import differences_of_answers
from sim.counts.counted import Key
from sim.counts.counting import tally
from sim.counts.queries import Kind, Query, check_query, seconds_of, values
from sim.counts.summary import Summary
from sim.errors import UserError
from sim.games import find_game
from sim.stats import Histogram, difference_of_means, difference_of_shares
from sim.stats import mean as stats_mean
from tests.counts.invented import WAR, invented
from tests.support.command_line import refuses
from tests.support.fractions import in_fractions

NAMES = ("one", "two")
GAMES = 5000
PLAYED = (invented(1, GAMES), invented(2, GAMES))


def chance(expression, given="", pace=2.5):
    return Query("asked", Kind.CHANCE, expression, given, (("plays", pace),))


def mean(expression, given=""):
    return Query("asked", Kind.MEAN, expression, given, (("plays", 2.5),))


def played():
    """The games under the first variant, as others read them."""
    (ending,) = (column for column in WAR.columns if column.name == "ending")
    names = [ending.categories[code] for code in PLAYED[0]["ending"].tolist()]
    columns = ("winner", "rounds", "wars", "aces", "plays")
    games = pl.DataFrame({name: PLAYED[0][name] for name in columns})
    return games.cast(pl.Int64).with_columns(ending=pl.Series(names))


def rows(pace=2.5):
    """The same games one by one, with their minutes."""
    return [
        {**game, "minutes": Fraction(game["plays"]) * Fraction(pace) / 60}
        for game in played().to_dicts()
    ]


def summary(counted, queries=None):
    return Summary(counted, WAR, dict.fromkeys(NAMES, WAR.rules()), queries or ())


def answer(query, place=0):
    """Return the value of a query under one variant, and its number of games."""
    counted = tally(WAR, NAMES, PLAYED, queries=[query])
    found = [
        one for one in summary(counted, [query]).estimates() if one.statistic == "asked"
    ]
    return found[place].interval.value, found[place].games


@pytest.mark.parametrize(
    "query",
    [
        chance("minutes > 60"),
        chance("minutes > 60", pace=4),
        chance("winner = 0", "aces = 3"),
        chance(
            "winner = 0 OR rounds IN (1, 2)", "NOT (aces >= 2) AND ending = 'cards'"
        ),
        # 100 wars and more, times 300, do not fit in the 8 bits that the column has
        # here.
        chance("wars * 300 > 30000"),
        chance("winner - 1 < 0"),
    ],
)
def test_a_chance_is_the_share_of_the_games_that_count(query):
    check_query(query, WAR, WAR.columns, "chance")
    ((_, pace),) = query.seconds
    holds = in_fractions(query.expression, rows(pace))
    given = in_fractions(query.given or "True", rows(pace))
    among = [own for own, counts in zip(holds, given, strict=True) if counts]
    value, games = answer(query)
    assert games == len(among)
    assert value == pytest.approx(sum(among) / len(among), rel=1e-15)


def test_a_mean_of_whole_numbers_is_exact():
    own = PLAYED[0]
    there = own["plays"][own["winner"] == 1].tolist()
    assert answer(mean("plays", "winner = 1")) == (
        float(Fraction(sum(there), len(there))),
        len(there),
    )


COARSE = "1e9 / (1 + plays) + 1e-10 * wars / (1 + plays) - 1e9 / (1 + plays)"
"""An amount that can be large, and is small in all games."""


def test_differences_of_amounts_in_coarse_steps_are_refused():
    query = mean(COARSE)
    counted = tally(WAR, NAMES, PLAYED, queries=[query])
    with pytest.raises(UserError, match="too coarse for its values"):
        [*differences_of_answers(counted, [query], WAR, *NAMES, 0.95, shared=True)]


def test_a_mean_of_fractions_is_counted_in_millionths():
    value, games = answer(mean("minutes"))
    assert games == GAMES
    assert value == pytest.approx(
        math.fsum(PLAYED[0]["plays"] * 2.5 / 60) / GAMES, abs=5e-7
    )


def test_the_interval_of_a_mean_is_that_of_the_games_own_mean():
    query = mean("plays")
    counted = tally(WAR, NAMES, PLAYED, queries=[query])
    found = {
        one.statistic: one.interval
        for one in summary(counted, [query]).estimates()
        if one.variant == "one"
    }
    own = found["asked"]
    games = found["plays mean"]
    assert (own.value, own.low, own.high) == (games.value, games.low, games.high)


def difference(query):
    counted = tally(WAR, NAMES, PLAYED, queries=[query])
    (found,) = (
        one
        for one in summary(counted, [query]).differences()
        if one.statistic == "asked, difference"
    )
    return found


def test_the_difference_of_a_share_of_all_games_is_mcnemars():
    own = difference(chance("winner = 0"))
    other = None
    counted = tally(WAR, NAMES, PLAYED)
    for one in summary(counted).differences():
        if one.statistic == "player 0 wins, difference":
            other = one
    assert own.interval == other.interval
    assert own.p_value == other.p_value


def test_the_difference_of_conditional_shares_has_the_spread_of_the_jackknife():
    found = difference(chance("winner = 0", "aces = 3"))
    won = [one["winner"] == 0 for one in PLAYED]
    among = [one["aces"] == 3 for one in PLAYED]

    def shares(without):
        one, other = (
            ((win & given).sum() - (win & given)[without])
            / (given.sum() - given[without])
            for win, given in zip(won, among, strict=True)
        )
        return float(other - one)

    left_out = np.array([shares(place) for place in range(GAMES)])
    spread = math.sqrt((GAMES - 1) / GAMES * ((left_out - left_out.mean()) ** 2).sum())
    reach = NormalDist().inv_cdf(0.975) * spread
    assert found.interval.value == pytest.approx(float(left_out.mean()), abs=1e-6)
    assert found.interval.high - found.interval.low == pytest.approx(
        2 * reach, rel=1e-3
    )


def test_means_among_different_games_add_their_margins():
    query = mean("plays", "winner = 0")
    counted = tally(WAR, NAMES, PLAYED, queries=[query])
    (found,) = [
        one
        for one in summary(counted, [query]).differences()
        if "asked" in one.statistic
    ]
    one, other = (
        stats_mean(Histogram.of(each["plays"][each["winner"] == 0])) for each in PLAYED
    )
    value = other.value - one.value
    reach = one.half_width + other.half_width
    assert found.interval.value == pytest.approx(value)
    assert (found.interval.low, found.interval.high) == pytest.approx(
        (value - reach, value + reach)
    )
    assert found.p_value is None


def test_answers_on_other_deals_are_those_of_separate_samples():
    asked = [
        chance("plays > 1500", "aces = 3"),
        mean("plays"),
        mean("plays", "winner = 0"),
    ]
    asked = [replace(query, name=f"asked {place}") for place, query in enumerate(asked)]
    counted = tally(WAR, NAMES, PLAYED, queries=asked)
    rules = {"one": WAR.rules(), "two": WAR.rules(jokers=2)}
    apart = Summary(counted, WAR, rules, asked)
    found = {one.statistic: one for one in apart.differences()}
    assert "deals with a different winner" not in found
    among = [one["plays"][one["aces"] == 3] > 1500 for one in PLAYED]
    shares = [(int(own.sum()), len(own)) for own in among[::-1]]
    assert (
        found["asked 0, difference"].interval
        == difference_of_shares(*shares[0], *shares[1]).interval
    )
    for name, won in (("asked 1", False), ("asked 2", True)):
        samples = [
            Histogram.of(one["plays"][one["winner"] == 0] if won else one["plays"])
            for one in PLAYED[::-1]
        ]
        one, known = found[f"{name}, difference"], difference_of_means(*samples)
        assert (one.interval, one.p_value) == (known.interval, known.p_value)


def test_a_query_is_not_counted_where_a_variant_lacks_its_column():
    query = chance("aces = 3")
    without = {name: values for name, values in PLAYED[1].items() if name != "aces"}
    counted = tally(WAR, NAMES, [PLAYED[0], without], queries=[query])
    assert [key for key in counted.entries if key.column == query.key] == [
        Key("one", "", query.key)
    ]


def test_fractional_columns_are_asked_in_the_units_that_the_table_shows():
    game = find_game("casino-war")
    halves = next(column for column in game.columns if column.per == 2)
    columns = {column.name: np.zeros(4, column.dtype) for column in game.columns}
    columns[halves.name] = np.array([-2, -1, 2, 2], halves.dtype)
    query = mean(halves.name)
    counted = tally(game, ("",), (columns,), queries=[query])
    found = Summary(counted, game, {"": game.rules()}, [query]).estimates()
    assert [one.interval.value for one in found if one.statistic == "asked"] == [0.125]


@pytest.mark.parametrize(
    ("expression", "same"),
    [
        ("40 < wars <= 80", "40 < wars AND wars <= 80"),
        ("0 <= winner < aces <> 3", "0 <= winner AND winner < aces AND aces <> 3"),
        (
            "rounds > 0 AND 1.0 * wars / rounds > 20",
            "rounds > 0 AND wars * 1.0 / rounds > 20",
        ),
        (
            "wars / 7 + 2 * -aces - 1_000 % 7 > 3.5",
            "wars / 7.0 + 2 * -aces - 1000 % 7 > 3.5",
        ),
        (
            "MOD(winner - 3, 2) = -1 OR DIV(aces - 7, 3) = -2",
            "(winner-3) % 2 = -1 OR (aces-7) // 3 = -2",
        ),
        (
            "winner = 0 OR aces = 1 AND wars < 9 OR NOT rounds = 2",
            "winner = 0 OR (aces=1 AND wars<9) OR rounds <> 2",
        ),
        ("NOT winner = 0 AND NOT NOT aces = 1", "NOT (winner = 0) AND aces = 1"),
        (
            "wars NOT BETWEEN 5 AND 100 OR aces IN (1, 2 + 1)",
            "wars < 5 OR wars > 100 OR aces = 1 OR aces = 3",
        ),
        ("CASE WHEN aces > 2 THEN 5 WHEN aces > 1 THEN winner ELSE .5 END < 1", None),
        ("wars ≥ 5 AND wars × 2 ≤ 30 AND wars ≠ 7", "wars>=5 AND wars<=15 AND wars<>7"),
        ("IF(aces = 0, wars, rounds) >= GREATEST(aces, winner, 2)", None),
        (
            "LEAST(wars, 50) + ABS(winner) + SIGN(-aces) + CEIL(wars / 7) - FLOOR(wars / 7) > 50",
            None,
        ),
        ("POW(wars, 2) > 900 AND ROUND(wars / 8) < 12", None),
        (
            "FLOOR(wars / 7 - 8.5) = -2 OR (winner = 0) + (aces = 1) = 2",
            "floor(wars/7 - 8.5) = -2 OR (winner=0 AND aces=1)",
        ),
        ("ending = 'cards' OR ending IN ('draw') AND (winner = 0) <> TRUE", None),
        ("rounds = 0 OR wars / rounds > 20", "rounds = 0 OR wars > 20 * rounds"),
    ],
)
def test_an_expression_means_what_it_means_to_another_reader_of_sql(expression, same):
    import duckdb

    with duckdb.connect() as database:
        database.register("games", played())
        asked = f"SELECT {same or expression} FROM games"
        expected = database.sql(asked).fetchall()
    held = values(chance(expression), WAR, PLAYED[0])
    assert held.tolist() == [int(each) for (each,) in expected]
    assert 0 < held.sum() < GAMES


@pytest.mark.parametrize(
    "expression",
    [
        "plays * 10000000000000000",
        "POW(plays, 4) * 1.0 + 1",
        "plays / 3 + 1e18 - 1e18",
        "1000 + plays * 1e-10",
        "plays / (plays - 0.5)",
        "(1e12 + 1 / plays) - 1e12",
        "plays - plays * 1.0000000001",
        "plays * 1e16 / 3 / 1e16",
        "plays + 4000000000000000000 - 4000000000000000000",
        "IF(plays > 9000, 1e6, plays / 1e8) * 1e6",
        "IF(plays > 9000, 1e6 / 3, 0)",
        "minutes * 3 - minutes * 2 - minutes",
        "plays * plays * plays - 7",
        "plays / 1e9 / 1e9",
        "-plays / 8 / 1e12",
    ],
)
def test_a_mean_of_amounts_of_any_size_has_its_digits(expression):
    amounts = in_fractions(expression, rows())
    whole = all(amount.denominator == 1 for amount in amounts)
    expected = float(sum(amounts) / GAMES)
    found, _ = answer(mean(expression))
    assert found == pytest.approx(expected, rel=1e-15 if whole else 1e-6)


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        (chance("CASE WHEN 0 < 3 THEN 0 < 0 ELSE 0 < wars END"), 0),
        (chance("GREATEST(wars, 10000000000000000) > 3"), 1),
        (mean("CASE WHEN 1 = 1 THEN 7 ELSE wars END"), 7),
    ],
)
def test_what_is_the_same_in_all_games_has_a_value_in_each(query, expected):
    assert answer(query)[0] == expected


@pytest.mark.parametrize(
    ("query", "message"),
    [
        (chance("POW(plays, 7) > 0"), "that can be too large, or too small; leave out"),
        (mean("plays / 7 * 1e30 / (1 + wars)"), "too large to be counted; divide it"),
        (chance("POW(plays, 11) > 0"), "write a whole exponent, 0 to 10"),
        (chance("SQRT(plays) > 3"), "SQRT is not a function of one game"),
        *(
            (mean(large), f"'{large}' is too large in some games; divide it, or")
            for large in (
                "POW(plays, 3) / (1 + wars)",
                "plays + 1e18",
                "plays + 9223372036854775807",
                "plays * 1e16 / (1 + wars)",
            )
        ),
        *(
            (
                mean(fine),
                f"'{fine}' is counted in steps of 1e-06, too coarse for its values; multiply it by {times}, or",
            )
            for fine, times in ((COARSE, "1e+06"),)
        ),
        (
            replace(mean(COARSE), kind=Kind.QUANTILE),
            "too coarse for its values",
        ),
        (
            replace(mean("plays + 1000000000000000000"), kind=Kind.QUANTILE),
            "is too large in some games",
        ),
        *(
            (
                replace(mean(skewed), kind=Kind.QUANTILE),
                f"too coarse for its values; multiply it by {times}, or by more",
            )
            for skewed, times in (
                ("1 / POW(plays, 3)", "1e+10"),
                ("CASE WHEN aces = 3 THEN plays ELSE 1 / plays / 1e4 END", "1e+06"),
            )
        ),
        *(
            (chance(far), "numbers that can be too large, or too small; leave")
            for far in (f"plays > {2**127}", "plays > 1e-300", "plays < 1e300")
        ),
        (chance("plays > 1e400"), "'1e400' is too large"),
        (chance("plays > 1e-400"), "'1e-400' is too small"),
        (chance("plays BETWEEN SYMMETRIC 9 AND 3"), "is not expected"),
        (chance("plays > 5 && wars > 3"), "'&&' is not expected; write AND or OR"),
        (chance("plays > 5 || wars > 3"), "'||' is not expected; write AND or OR"),
        (chance("+"), "'+' is not a valid expression: something is missing"),
        (
            chance("ABS(" * 7 + "plays" + ")" * 7 + " > 1"),
            "is too deeply nested; write",
        ),
        (chance("plays > /* 900 */ 3"), "a comment; leave it out"),
        (chance("ROUND(plays, 2) > 3"), "ROUND of 2; give it 1"),
        (chance("plays * 9 DIV 4 > 900"), "is not expected"),
        (mean("(plays - 1500) * 5e-324"), "too small to be counted"),
    ],
)
def test_what_cannot_be_computed_exactly_is_refused(query, message):
    with pytest.raises(UserError) as caught:
        answer(query)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "expression",
    [
        "plays + 9223372036854775807 > 0",
        "plays + 1e-20 > 1000",
        "POW(plays, 4) > 0",
        "GREATEST(aces, wars, 3) = 3",
        "SIGN(plays - 20) = 0",
        "1 / plays + 1e18 = 1e18 + 0.001",
        "wars/plays + 1/plays > 1",
        "0.1 + 0.2 + wars = 3.3",
        "plays > 1e3+1",
        "ROUND(wars / 2) = 2",
        "(plays + 9223372036854775807) - 9223372036854775800 > 1000",
        "MOD(plays * 10000000000000000, 30000000000000000) = 0",
        "DIV(plays * 10000000000000000, 10000000000000000) > 900",
        "IF(plays > 9, plays * 9000000000000000000, 1) > 90000000000000000000",
    ],
)
def test_conditions_on_huge_numbers_hold_exactly(expression):
    found = values(chance(expression), WAR, PLAYED[0])
    assert found.tolist() == in_fractions(expression, rows())


def test_the_values_of_every_game_lie_in_the_ranges_of_its_columns():
    from sim.counts.amounts import range_of
    from sim.engine.playing import play_block
    from sim.games import GAMES as ALL

    for game in ALL.values():
        rules = game.rules.of()
        played = play_block(game, rules, 1, 0, 200)
        for column in game.columns_under(rules):
            if column.name in played and not column.categories:
                low, high = (0, 1) if column.role is Role.FLAG else range_of(column)
                values_met = played[column.name]
                assert low <= values_met.min(), (game.name, column.name)
                assert values_met.max() <= high, (game.name, column.name)


def test_a_value_that_is_missing_is_refused():
    with pytest.raises(UserError, match="has no value in some games; leave them out"):
        answer(mean("plays / wars"))
    assert answer(mean("plays / wars", "wars > 0"))[0] is not None
    for without in (
        mean("CASE WHEN wars > 3 THEN 1 END"),
        chance("wars / rounds > 1"),
    ):
        with pytest.raises(UserError, match="has no value in some games"):
            answer(without)
    with pytest.raises(UserError, match="has no value in some games"):
        answer(chance("winner = 0", "1 / winner < 1"))


def test_what_is_of_the_winner_has_no_value_where_nobody_won():
    won = PLAYED[0]["winner"] >= 0
    lows = np.where(won, PLAYED[0]["winner_low"], -1).astype(np.int16)
    games = {**PLAYED[0], "winner_low": lows}
    for without in (mean("winner_low"), chance("winner_low <= 2")):
        with pytest.raises(UserError, match="has no value in some games"):
            values(without, WAR, games)
    for given in ("winner >= 0", "winner_low IS NOT NULL"):
        found = values(mean("winner_low", given), WAR, games)
        assert found.tolist() == lows[won].tolist()
    missing = values(chance("winner_low IS NULL"), WAR, games)
    assert missing.tolist() == (~won).tolist()
    low = values(chance("winner_low <= 2", "winner >= 0"), WAR, games)
    assert low[won].tolist() == (lows[won] <= 2).tolist()


@pytest.mark.parametrize("expression", ["winner", "(winner)"])
def test_a_player_is_no_amount(expression):
    with pytest.raises(UserError, match="'winner' is a player, not an amount"):
        check_query(mean(expression), WAR, WAR.columns, "--mean")


def test_no_game_that_counts_is_no_answer():
    assert answer(chance("winner = 0", "aces = 100")) == (None, 0)


def test_what_a_game_cannot_decide_is_refused_in_one_line():
    refuses("""
$ warlab play war --chance "minuts > 3"
--chance: unknown column 'minuts'; did you mean 'minutes'?
$ warlab play war --chance "(SELECT rounds FROM games) > 3"
--chance: ...'(SELECT rounds FROM games)' is not expected...
$ warlab play war --chance rounds
--chance: 'rounds' is not a condition; compare it with something...
$ warlab play war --mean ending
--mean: 'ending' is not a number...
$ warlab play war --mean rounds --given aces
--mean: given: 'aces' is not a condition...
$ warlab play war --chance "rounds > 'x'"
--chance: the text 'x' is compared with numbers; leave out the quotes
$ warlab play war --chance "ending = 'cicle'"
--chance: unknown text 'cicle'; did you mean 'cycle'?
$ warlab play war --chance "ending > 3"
--chance: 'ending' is a text, not a number; compare it by = or <> with one of 'cards', ...
$ warlab play war --chance "rounds > 60 wars"
--chance: ...'wars' is not expected...; join conditions by AND or OR
$ warlab play war --chance "rounds > 6; wars = 0"
--chance: ...'rounds > 6; wars = 0' is not expected...
$ warlab play war --chance "rounds / 0 > 1"
--chance: 'rounds / 0' divides by zero; divide by what is not zero
$ warlab play war --chance "not rounds"
--chance: 'rounds' is a number, not a condition; compare it with something...
$ warlab play war --chance "(100 < rounds) < 200"
--chance: '100 < rounds' is a condition, not a number; join conditions by...
$ warlab play war --chance "rounds over 300"
--chance: ...'300' is not expected at character 13...
$ warlab play war --chance "rounds IN ()"
--chance: ...IN names no value; write it as IN (1, 2)
$ warlab play war --chance "rounds > 1e"
--chance: ...'1e' is not a number; write it as 1000 or 1e3
$ warlab play war --chance "(rounds > 1"
--chance: ...something is missing after '1'...
$ warlab play war --chance "rounds BETWEEN 1"
--chance: ...is not a valid expression...
$ warlab play war --chance "rounds >"
--chance: 'rounds >' is not a valid expression: something is missing after '>'...
$ warlab play war --chance "1 > 0"
--chance: '1 > 0' names no column; choose from winner, ...
$ warlab play war --chance "winner = 0" --given "aces = = 3"
--chance: given: 'aces = = 3' is not a valid expression...
""")


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        ("- " * 900 + "rounds > 1", "is too deeply nested; write it shorter"),
        ("rounds" + " + wars" * 200 + " > 1", "of 202 terms; write at most 200"),
        ("rounds > 1" + " " * 1990 + "1", "of 2,001 characters; write at most 2,000"),
        (" ", "the expression is empty"),
    ],
)
def test_an_expression_has_a_bearable_length(expression, message):
    with pytest.raises(UserError, match=message):
        check_query(chance(expression), WAR, WAR.columns, "--chance")


def test_a_column_without_plays_gives_no_minutes():
    columns = [Column("length", "int32", "its length", role=Role.LENGTH)]
    with pytest.raises(UserError, match="unknown column 'minutes'"):
        check_query(chance("minutes > 3"), toy(columns), columns, "--chance")


def toy(columns):
    from dataclasses import replace

    return replace(
        WAR,
        own_columns=lambda rules: tuple(columns),
        histograms=(),
        tables=(),
        paired=(),
    )


def test_only_what_depends_on_the_pace_has_it_in_its_key():
    assert chance("rounds > 3", pace=1).key == chance("rounds > 3", pace=2).key
    assert chance("minutes > 3", pace=1).key != chance("minutes > 3", pace=2).key
    assert chance("rounds > 3").key != mean("rounds > 3").key
    assert chance("rounds > 3", "aces = 1").key != chance("rounds > 3").key


def test_what_players_do_one_after_the_other_takes_time_one_after_the_other():
    assert seconds_of(WAR, 3.0) == (("plays", 3.0),)
    # Syrian War: of 10 turns and a war of 2 cards, one player lays 5 + 2 cards; they
    # take the time of 12. Steal War: 4 cards of each player at once, and 2 steals.
    for name, columns, cards in (
        ("syrian-war", {"plays": 7, "turns": 10}, 12),
        ("steal-war", {"plays": 4, "steals": 2}, 6),
    ):
        game = find_game(name)
        query = Query(
            "long", Kind.CHANCE, f"minutes = {cards}", "", seconds_of(game, 60.0)
        )
        assert values(
            query, game, {key: np.array([value]) for key, value in columns.items()}
        ).tolist() == [1]
