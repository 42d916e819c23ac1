"""``[chances]``, ``[means]`` and ``[quantiles]``: read, checked, written, counted by runs, and merged."""

import math

import polars as pl
import pytest
import scipy.stats

import sim
from reports.contents import compose
from reports.terminal import render
from sim.counts.queries import Kind, Query
from sim.errors import UserError
from sim.scenario import from_dict, parse_scenario
from sim.scenario.reading import load_scenario

HEAD = 'game = "war"\ngames = 3000\nseed = 5\n'
ASKED = """
[[variant]]
name = "one down"
rules = {}

[[variant]]
name = "three down"
rules = { face_down = 3 }

[chances]
"over an hour" = "minutes > 60"
"aces win" = { chance = "winner = 0", given = "aces = 3" }

[means]
"rounds of the winner" = { mean = "rounds", given = "winner = 0" }

[report]
seconds_per_play = 4
"""

PACE = (("plays", 4.0),)


def test_queries_are_read_with_the_pace_of_the_report():
    assert parse_scenario(HEAD + ASKED).queries == (
        Query("over an hour", Kind.CHANCE, "minutes > 60", "", PACE),
        Query("aces win", Kind.CHANCE, "winner = 0", "aces = 3", PACE),
        Query("rounds of the winner", Kind.MEAN, "rounds", "winner = 0", PACE),
    )


def test_queries_are_written_and_read_again():
    scenario = parse_scenario(HEAD + ASKED)
    assert from_dict(scenario.as_dict()).queries == scenario.queries
    assert scenario.hash == parse_scenario(HEAD + ASKED.replace("> 60", "> 30")).hash


@pytest.mark.parametrize(
    ("tables", "message"),
    [
        (
            '[chances]\nlong = "minuts > 60"',
            "chances.long: unknown column 'minuts'; did you mean 'minutes'?",
        ),
        ("[chances]\nlong = 3", "chances.long: 3 is not a text; write it in quotes"),
        (
            '[chances]\nlong = { given = "aces = 3" }',
            "chances.long: there is no 'chance'; give a condition",
        ),
        (
            '[means]\nlong = { chance = "aces = 3" }',
            "means.long: unknown key 'chance'; choose from given, by, mean",
        ),
        (
            '[chances]\n" " = "aces = 3"',
            "chances: the name ' ' is empty; give it a name",
        ),
        (
            '[chances]\n"rounds mean" = "aces = 3"',
            "chances.rounds mean: another statistic has this name",
        ),
        (
            '[chances]\nx = "aces = 3"\n[means]\nx = "rounds"',
            "means.x: another statistic has this name",
        ),
        ('chances = "aces = 3"', "chances: 'aces = 3' is not a table"),
        (
            '[means]\nx = { mean = "rounds", given = "rounds" }',
            "means.x: given: 'rounds' is not a condition",
        ),
        (
            '[quantiles]\nx = { quantile = "rounds", at = 1 }',
            "quantiles.x.at: 1 is not a valid share; give",
        ),
        (
            '[quantiles]\nx = { quantile = "rounds", by = "wars" }',
            "quantiles.x.by: 'wars' does not have a few known values; ask given \"wars = 3\"",
        ),
        (
            '[chances]\nx = "aces = 3"\n[precision]\ny = 0.1',
            "precision: unknown statistic 'y'",
        ),
    ],
)
def test_mistakes_name_their_place_and_their_cure(tables, message):
    with pytest.raises(UserError) as caught:
        parse_scenario(HEAD + tables)
    assert message in str(caught.value)


def run(text, out, **more):
    return sim.run(parse_scenario(text), out, **more)


BY_ROWS = {
    "over an hour": ("plays * 4.0 / 60 > 60", "game >= 0"),
    "aces win": ("winner = 0", "aces = 3"),
    "rounds of the winner": ("rounds", "winner = 0"),
}
"""What is averaged, and over which games."""


def summary(of):
    rows = of.summary().filter(pl.col("statistic").is_in(list(BY_ROWS)))
    return {
        (row["variant"], row["statistic"]): (row["value"], row["games"])
        for row in rows.to_dicts()
    }


def test_a_run_without_rows_answers_what_the_rows_would(tmp_path):
    kept = run(HEAD + ASKED, tmp_path / "kept")
    found = summary(run("keep_games = false\n" + HEAD + ASKED, tmp_path / "tallies"))
    assert found == summary(kept)
    assert len(found) == 6
    rows = kept.games().collect()
    for (variant, name), (value, games) in found.items():
        what, given = BY_ROWS[name]
        own = rows.filter(pl.col("variant") == variant, pl.sql_expr(given))
        assert games == own.height
        assert value == pytest.approx(own.select(pl.sql_expr(what)).to_series().mean())
    compared = kept.compare().filter(pl.col("statistic") == "over an hour, difference")
    values = [found[name, "over an hour"][0] for name in ("three down", "one down")]
    assert compared["value"].to_list() == [pytest.approx(values[0] - values[1])]


def order_statistics(values, share):
    """Return a quantile and its interval, from the values in order and the binomial of those below the quantile."""
    n, ordered = len(values), values.sort()
    below = max(
        rank for rank in range(n) if scipy.stats.binom.cdf(rank - 1, n, share) <= 0.025
    )
    above = min(
        rank
        for rank in range(1, n + 1)
        if scipy.stats.binom.sf(rank - 1, n, share) <= 0.025
    )
    return tuple(ordered[rank - 1] for rank in (math.ceil(share * n), below, above))


@pytest.mark.slow
def test_quantiles_by_group_are_those_of_the_rows_of_each_group(tmp_path):
    asked = '[quantiles]\n"half" = { quantile = "rounds", by = "aces" }\n'
    asked += '"nine in ten" = { quantile = "minutes", at = 0.9, given = "rounds > 50", by = "ending" }\n'
    scenario = parse_scenario(HEAD + asked)
    assert from_dict(scenario.as_dict()).queries == scenario.queries
    found = run(HEAD + asked, tmp_path / "run")
    rows = found.games().collect()
    long = rows.filter(pl.col("rounds") > 50)
    groups = {"half": rows["rounds"], "nine in ten": long["plays"] * 2.5 / 60}
    groups |= {
        f"half, aces = {k}": rows.filter(pl.col("aces") == k)["rounds"]
        for k in range(5)
    }
    for word in ("cards", "run-out"):
        ended = long.filter(pl.col("ending") == word)
        groups[f"nine in ten, ending = '{word}'"] = ended["plays"] * 2.5 / 60
    known = {row["statistic"]: row for row in found.summary().to_dicts()}
    for name, values in groups.items():
        ends = [known[name][end] for end in ("value", "low", "high")]
        share = 0.5 if name.startswith("half") else 0.9
        assert ends == pytest.approx(order_statistics(values, share), abs=1e-6)
        assert known[name]["games"] == len(values)
    text = render(compose(found))
    assert "half, aces = 4" in text


def test_games_without_an_end_are_the_longest_in_a_quantile_of_all_games(tmp_path):
    """Among other games they are not known, and the quantile is a lower bound."""
    given = '{ quantile = "rounds", given = "aces >= 0" }'
    asked = (
        f'rules.pickup = "seat"\nquantiles.half = "rounds"\nquantiles.other = {given}\n'
    )
    found = run(HEAD.replace("3000", "300") + asked, tmp_path / "run")
    known = {row["statistic"]: row for row in found.summary().to_dicts()}
    assert "unfinished games as the longest" in known["half"]["method"]
    length = pl.when(pl.col("winner") == -2).then(math.inf).otherwise(pl.col("rounds"))
    lengths = found.games().select(length.alias("length")).collect()["length"]
    ends = [known["half"][end] for end in ("value", "low", "high")]
    expected = order_statistics(lengths, 0.5)
    assert ends == [None if math.isinf(end) else end for end in expected]
    method = known["other"]["method"]
    assert "lower bound: unfinished games as they stand" in method


def test_a_run_is_not_resumed_or_merged_with_another_query(tmp_path):
    run(HEAD + ASKED, tmp_path / "run", games=500)
    other = HEAD + ASKED.replace("> 60", "> 90")
    with pytest.raises(
        UserError,
        match="its games were not counted for 'over an hour'; choose another directory",
    ):
        run(other, tmp_path / "run", games=1000, resume=True)
    run(other, tmp_path / "next", games=500, first=500)
    with pytest.raises(
        UserError, match="its games were not counted for 'over an hour'"
    ):
        sim.merge_runs([tmp_path / "next", tmp_path / "run"], tmp_path / "merged")


def test_an_answer_and_a_report_show_what_was_asked(tmp_path):
    plan = """
[answer]
text = "{{ long }} of games last over an hour, {{ more }} than with one card down."
[answer.numbers.long]
statistic = "over an hour"
variant = "three down"
label = "games over an hour"
[answer.numbers.more]
statistic = "over an hour"
variant = "three down"
versus = "one down"
label = "more of them"
"""
    found = run(HEAD + ASKED + plan, tmp_path / "run")
    value = summary(found)["three down", "over an hour"][0]
    text = render(compose(found))
    assert f"{100 * value:.1f} %" in text
    with pytest.raises(
        UserError,
        match="unknown statistic 'over two hours'; did you mean 'over an hour'",
    ):
        parse_scenario(
            HEAD
            + ASKED
            + plan.replace('statistic = "over an hour"', 'statistic = "over two hours"')
        )


def test_queries_of_a_scenario_bring_the_columns_that_they_name(tmp_path):
    path = tmp_path / "kings.toml"
    path.write_text(
        'title = "kings"\ngame = "war"\ngames = 100\nseed = 1\n'
        '[means]\nheld = "kings"\n[chances]\nwon = {chance = "winner = 0", given = "jacks = 2"}\n'
        '[precision]\n"queens mean" = 0.5\n'
    )
    (rules,) = load_scenario(path).rules.values()
    assert set(rules.columns) == {"kings", "jacks", "queens"}
