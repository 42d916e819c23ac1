"""Reports of runs with games that do not end: no sentence counts them as games that did.

Games that pick up by seat repeat themselves in about two of five cases; a cap of six
rounds stops many more.
"""

import math
import re

import polars as pl

import reports
from reports.contents import compose
from reports.facts import gather
from reports.sections import lengths
from sim.runs import run
from sim.scenario import parse_scenario
from sim.stats import Measure
from tests.support.played import played
from tests.support.told import tables

SCENARIO = """
title = "Games without end"
question = "How long?"
game = "war"
games = 2000
seed = 3
"""

BOTH = "".join(
    f'[[variant]]\nname = "{x}"\nrules = {{ pickup = "{x}" }}\n'
    for x in ("shuffled", "seat")
)
NEVER = (
    '[rules]\npickup = "seat"\nlowest = 8\nhighest = 13\ncopies = 2\nface_down = 0\n'
)

endless = played(SCENARIO + '[rules]\npickup = "seat"\n')
both = played(SCENARIO + BOTH)
capped = played(SCENARIO + "[rules]\nlowest = 11\ncopies = 2\nmax_rounds = 6\n")
stopped = played(SCENARIO + '[rules]\npickup = "shuffled"\nmax_rounds = 300\n')
never = played(SCENARIO + NEVER)


def text_of(of):
    return re.sub(r"\s+", " ", reports.render(of, "txt"))


def spread(of):
    [table] = tables(compose(of), "How long a game lasts")
    place = table.head.index("rounds")
    return {row[0].text: row[place].text for row in table.rows}


def rows(of, title, head):
    """Return the names of the rows of a section's tables with the cells of one column."""
    shown = [table for table in tables(compose(of), title) if head in table.head]
    return [
        (row[0].text, row[table.head.index(head)].text)
        for table in shown
        for row in table.rows
    ]


def without_end(games):
    """Return the rounds of all games, rising, those that repeat themselves as infinitely many."""
    rounds = zip(games["rounds"], games["ending"].cast(pl.String), strict=True)
    return sorted(math.inf if ending == "cycle" else count for count, ending in rounds)


def test_quantiles_count_games_without_end_as_longest(endless):
    told, ordered = spread(endless), without_end(endless.games().collect())
    assert 0.3 < ordered.count(math.inf) / len(ordered) < 0.5
    assert told["median"] == f"{ordered[999]:,}"
    assert told["1 in 40 is over by"] == f"{ordered[49]:,}"
    for few in ("40", "1,000"):
        assert told[f"only 1 game in {few} is longer than"] == "no limit"
    assert told["longest that ended"] == f"{max(x for x in ordered if x < math.inf):,}"
    assert told["mean"] == told["standard deviation"] == "no mean"


def test_nothing_that_happens_in_endless_games_has_a_mean(both):
    """The mean length of games of which a part never ends is infinite; no table, picture or p-value pretends one."""
    facts = gather(both)
    for column in ("rounds", "plays", "wars", "single_wars"):
        for measure in (Measure.MEAN, Measure.SD):
            found = facts.interval("seat", column, measure)
            assert (found.value, found.low, found.high) == (None, None, None)
            assert facts.interval("shuffled", column, measure).value is not None
    assert not [one for one in facts.differences if one.measure is Measure.MEAN]
    assert "≥ 1," not in text_of(both)
    [row] = [
        row
        for row in rows(both, "How long a game lasts", "never end")
        if row[0] == "seat"
    ]
    stuck = (
        both.games()
        .filter(pl.col("variant") == "seat", pl.col("ending") == "cycle")
        .collect()
    )
    assert row[1] == f"{100 * len(stuck) / 2000:.0f} %"


def test_a_stopped_game_leaves_a_mean_without_an_upper_end(stopped):
    facts = gather(stopped)
    [only] = facts.variants
    assert facts.endless(only) == 0 < facts.unfinished(only)
    found = facts.interval(only, "rounds", Measure.MEAN)
    plain = stopped.games().collect()["rounds"].to_numpy().mean()
    assert (found.value, found.high) == (plain, None)
    assert found.low is not None
    assert spread(stopped)["mean"].startswith("≥ ")


def test_a_game_that_repeats_itself_has_shown_its_longest_war(endless, stopped):
    for of, at_least in ((endless, False), (stopped, True)):
        facts = gather(of)
        [only] = facts.variants
        assert facts.interval(only, "longest_war", Measure.MEAN).at_least == at_least


def test_what_a_player_holds_in_a_stopped_game_is_no_lower_bound(tmp_path):
    """Cards change hands until the end: in Wilcox War played on, a stop bounds neither player's cards."""
    text = """
    game = "wilcox-war"
    games = 300
    seed = 1
    policies = ["equilibrium-now", "win-cheaply"]
    [rules]
    play_on = true
    max_turns = 60
    """
    facts = gather(run(parse_scenario(text), tmp_path / "run"))
    [variant] = facts.variants
    assert facts.unfinished(variant) > 250
    for column in ("cards_0", "cards_1", "margin"):
        for measure in (Measure.MEAN, Measure.MEDIAN):
            found = facts.interval(variant, column, measure)
            assert not found.at_least
            assert found.low is not None
            assert found.high is not None
    assert facts.interval(variant, "turns", Measure.MEAN).at_least
    assert facts.interval(variant, "wars", Measure.MEAN).at_least


def test_winners_are_compared_among_the_finished_games(both):
    """Seat 0 wins more of the games that end when cards are picked up by seat, but fewer of all games."""
    games = both.games().filter(pl.col("variant") == "seat").collect()
    of_all = [(games["winner"] == seat).mean() for seat in (0, 1)]
    of_finished = [one / sum(of_all) for one in of_all]  # numbers
    assert of_all[0] < 0.4 < 0.5 < of_finished[0]  # numbers
    found = tables(compose(both), "Who wins")
    (finished,) = [
        table
        for table in found
        if table.caption.startswith("Who wins, as shares of games that were finished.")
    ]
    shown = [cell.text for row in finished.rows for cell in row[1:]]
    share = 100 * of_finished[0]  # a number
    assert {f"{share:.0f} %", f"{share:.1f} %"} & {*shown}
    assert gather(both).share_of_finished("seat", 2).value is None
    [table] = tables(compose(both), "What the rules change")
    assert {"first player wins", "second player wins"} <= {*table.head}


def test_games_that_repeat_themselves_are_told_from_those_that_were_stopped(
    endless, stopped, both
):
    repeats, cap = "repeat themselves for ever", "were stopped at the cap"
    left = endless.counted.endless("war")
    assert f"Of 2,000 games, {left} {repeats}." in text_of(endless)
    assert f"{cap}." in text_of(stopped)
    assert repeats not in text_of(stopped)
    assert cap not in text_of(both)


def test_a_cap_is_a_lower_bound_too(capped):
    games = capped.games().collect()
    assert 0.2 < (games["ending"].cast(pl.String) == "cap").mean() < 0.4  # a number
    assert spread(capped)["only 1 game in 40 is longer than"] == "≥ 6"


def test_a_variant_whose_games_all_end_is_reported_as_usual(both):
    found = lengths.measure(gather(both), "shuffled", "rounds", "97.5 %")
    rounds = sorted(
        both.games().filter(pl.col("variant") == "shuffled").collect()["rounds"]
    )
    assert found.value == rounds[1949]
    assert (found.method, found.at_least) == ("order statistics", False)


def test_no_median_is_a_number_of_rounds_called_never(tmp_path):
    """Of three players in order more than half never finish: the median is no number."""
    variants = {
        "two": "",
        "three": "players = 3",
        "four": "players = 4",
        "three down": "face_down = 3",
    }
    text = SCENARIO.replace("games = 2000", "games = 300")
    text += "".join(
        f'[[variant]]\nname = "{name}"\nrules = {{ {own} }}\n'
        for name, own in variants.items()
    )
    told = reports.render(
        run(parse_scenario(text), out=tmp_path / "three", workers=1), "md"
    )
    assert "never rounds" not in told
