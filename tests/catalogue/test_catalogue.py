"""The catalogue: what counts as a fit, and that published figures are found under their rules."""

import json
import re

import polars as pl
import pytest

from docs.disagreements import answered, entries
from sim.catalogue.figures import figure, fits_by_chance, matches
from sim.catalogue.kept import SEED, kept, rule_sets, statistics
from sim.commands.which import NOT_AMONG
from sim.games import find_game
from tests.support.command_line import refusal, warlab

TABLE = pl.DataFrame(
    [
        ('{"face_down": 3}', "rounds mean", 177.7, 176.5, 178.4, 100),
        ('{"face_down": 3}', "battles mean", 190.2, 189.0, 191.5, 100),
        ('{"face_down": 3}', "ending cycle", 0.12, 0.115, 0.125, 100),
        ("{}", "rounds mean", 289.0, 287.0, 291.0, 100),
        ("{}", "battles mean", 308.0, 306.0, 310.0, 100),
        ("{}", "ending cycle", 0.0, 0.0, 0.001, 100),
    ],
    schema=["rules", "statistic", "value", "low", "high", "games"],
    orient="row",
)


@pytest.mark.parametrize(
    ("figures", "fits"),
    [
        (["mean = 178"], [({"face_down": 3}, "rounds")]),
        (["rounds mean = 179"], []),  # 178.5 is above the interval
        (["rounds mean = 308"], []),  # battles, but not rounds
        (
            ["battles mean = 190", "rounds mean = 178"],
            [({"face_down": 3}, "battles and rounds")],
        ),
        (["average is 308.04"], [({}, "battles")]),
        (["mean = 190", "endless = 12 %"], [({"face_down": 3}, "battles")]),
        (["mean: 190", "endless = 0 %"], []),
        (["endless = 0.1 %"], [({}, "")]),
    ],
)
def test_a_rule_set_fits_if_every_interval_meets_its_figure(figures, fits):
    known = matches([figure(text) for text in figures], table=TABLE)
    assert [(match.rules, match.counted) for match in known if match.fits] == fits


@pytest.mark.parametrize(
    ("asked", "fits"),
    [
        # Of 144.5 to 578 in equal ratios, the twelfth root of 2, only 289 is in an
        # interval.
        (["rounds mean = 289"], 1 / 25),
        (["endless = 90 %"], 0.0),
        # 178 alone, and, half a point off, 11.3, 12 and 12.7 %, independently.
        (["rounds mean = 178", "endless = 12 %"], 3 / 25**2),
    ],
)
def test_how_many_combinations_fit_numbers_by_chance(asked, fits):
    published = [figure(text) for text in asked]
    known = matches(published, table=TABLE)
    assert fits_by_chance(known, published) == pytest.approx(fits)


def test_one_figure_is_said_to_prove_little():
    one, two = (
        warlab("which", *figures).prose
        for figures in (["mean = 289"], ["mean = 289", "median = 220"])
    )
    assert "One figure proves little" in one
    assert "combinations of rules and ways of counting. Give a second" in one
    assert "proves little" not in two
    assert " gives" not in one + two


def test_the_slack_of_a_figure_is_half_a_unit_of_its_last_digit_or_as_asked():
    assert figure("endless = 11.0 %").slack == pytest.approx(0.0005)
    assert figure("mean = 1,414").within(0.01).slack == pytest.approx(14.14)


@pytest.mark.slow
def test_the_kept_statistics_are_those_of_games_that_anybody_can_play():
    rules = find_game("war").rules.of({"face_down": 3, "pickup": "shuffled"})
    again = {row["statistic"]: row for row in statistics(rules, 100_000)}
    same = kept().filter(pl.col("rules") == json.dumps(rules.changed()))
    assert same.height == len(again)
    for row in same.rows(named=True):
        for name in ("value", "low", "high", "games"):
            assert row[name] == pytest.approx(again[row["statistic"]][name], rel=1e-6)
    assert SEED == 1
    assert {json.dumps(rules.changed()) for rules, _ in rule_sets()} == set(
        kept()["rules"]
    )


def test_what_is_not_among_the_rule_sets_is_said():
    changed = [rules.changed() for rules, _ in rule_sets()]
    assert not any(options.get("run_out") == "draw" for options in changed)
    settings = ({*options} for options in changed)
    assert set[str]().union(*settings) <= {
        *re.findall(r"\w+", NOT_AMONG),
        "jokers",
        "lowest",
    }
    assert NOT_AMONG in warlab("which", "mean = 2000").prose


@pytest.mark.parametrize(
    "entry",
    [entry for entry in entries() if "rules" in entry],
    ids=lambda entry: entry["where"],
)
def test_the_rules_that_are_said_to_give_a_published_figure_do(entry):
    assert answered(entry)[1].fits


def test_the_command_answers_best_first_and_says_when_nothing_fits():
    said = warlab("which", "mean = 441.4", "median = 334", "--within", "0.5%").out
    assert (
        "To play the first of them:\n  $ warlab play war -r pickup=shuffled\n" in said
    )
    assert (
        "None of 336 rule sets fits mean = 2000; the nearest:"
        in warlab("which", "mean = 2000").out
    )
    [first, *_] = warlab("which", "battles mean = 277", "--json").json
    assert first["fits"]
    assert first["statistics"]["battles mean"]["value"] == pytest.approx(277, abs=1)


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (
            ["277"],
            'FIGURE: \'277\' is not a figure; write it as "rounds mean = 277" or "endless = 11 %"',
        ),
        (["mean = 1e400"], "FIGURE: 'mean = 1e400' is not a figure"),
        (
            ["endless = 42"],
            "FIGURE: 'endless = 42' is not possible; a share of games is at most 100 %",
        ),
        (["mean = 277 %"], "FIGURE: 'mean = 277 %' is not possible"),
        (
            ["rounds mode = 5"],
            "FIGURE: unknown statistic 'rounds mode'; did you mean 'rounds mean'?",
        ),
    ],
)
def test_mistakes_are_one_line(words, line):
    assert refusal("which", *words).startswith(line)
