"""Reports of runs with games that do not end: no sentence counts them as games that did.

Games that pick up by seat repeat themselves in about two of five cases; a cap of six rounds stops many more.
"""

from __future__ import annotations

import math
import re
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import reports
from reports.contents import compose
from reports.document import Table
from reports.facts import gather
from reports.sections import figures, lengths
from sim.runs import Run, run
from sim.scenario import parse_scenario
from sim.stats import Estimate
from sim.tallies.counts import Tallies
from sim.tallies.summary import estimates
from tests.support.told import lead

SCENARIO = """
title = "Games without end"
question = "How long?"
game = "war"
games = 2000
seed = 3
"""

SMALL = """
[rules]
lowest = 11
copies = 2
max_rounds = 6
"""


def played(path: Path, more: str) -> Run:
    return run(parse_scenario(SCENARIO + more), path / "run")


@pytest.fixture(scope="module")
def endless(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return played(tmp_path_factory.mktemp("endless"), '[rules]\npickup = "seat"\n')


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return played(tmp_path_factory.mktemp("both"), '[vary]\npickup = ["shuffled", "seat"]\n')


@pytest.fixture(scope="module")
def capped(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return played(tmp_path_factory.mktemp("capped"), SMALL)


@pytest.fixture(scope="module")
def decks(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return played(tmp_path_factory.mktemp("decks"), "[vary]\nhighest = [10, 14]\n")


def text_of(of: Run) -> str:
    return re.sub(r"\s+", " ", reports.render(of, "txt"))


def spread(of: Run) -> dict[str, str]:
    section = next(each for each in compose(of).sections if each.title == "How long a game lasts")
    [table] = [block for block in section.blocks if isinstance(block, Table)]
    place = table.head.index("rounds")
    return {row[0].text: row[place].text for row in table.rows}


def without_end(games: pl.DataFrame) -> list[float]:
    """Return the rounds of all games, rising, those that repeat themselves as infinitely many."""
    rounds = zip(games["rounds"], games["ending"].cast(pl.String), strict=True)
    return sorted(math.inf if ending == "cycle" else count for count, ending in rounds)


def test_quantiles_count_games_without_end_as_longest(endless: Run) -> None:
    told, ordered = spread(endless), without_end(endless.games().collect())
    assert 0.3 < ordered.count(math.inf) / len(ordered) < 0.5
    assert told["median: half are over by"] == f"{ordered[999]:,}"
    assert told["2.5 % of games are over by"] == f"{ordered[49]:,}"
    assert told["97.5 % are over by"] == told["99.9 % are over by"] == "never"
    assert told["longest that ended"] == f"{max(x for x in ordered if x < math.inf):,}"
    assert told["mean"].startswith("≥ ")


def test_the_answer_says_at_least_and_for_ever(endless: Run) -> None:
    answer = lead(compose(endless), "How long a game lasts")
    assert answer.startswith("A game lasts at least ")
    assert "1 game in 20 or more goes on for ever; the longest of " in answer
    assert "that ended took" in answer
    assert "medians are not touched" not in text_of(endless)


def test_a_cap_is_a_lower_bound_too(capped: Run) -> None:
    games = capped.games().collect()
    assert 0.2 < (games["ending"].cast(pl.String) == "cap").mean() < 0.4  # type: ignore[operator]  # a number
    assert spread(capped)["97.5 % are over by"] == "≥ 6"
    answer = lead(compose(capped), "How long a game lasts")
    assert "1 game in 20 lasts at least 6 rounds;" in answer
    assert "lasts longer than" not in answer


def test_the_curve_of_the_tail_ends_level_at_the_unfinished_share(both: Run) -> None:
    spec: Any = figures.tail_figure(gather(both), "rounds").draw()
    rows = [row for data in spec["datasets"].values() for row in data]
    by = {name: [row["share"] for row in rows if row["name"].endswith(name)] for name in ("shuffled", "seat")}
    games = both.games().filter(pl.col("variant") == "pickup=seat").collect()
    assert min(by["seat"]) == by["seat"][-1] == (games["winner"] == -2).mean()
    assert min(by["shuffled"]) < 0.001


def test_the_histogram_has_unfinished_games_beyond_its_edge(both: Run) -> None:
    facts = gather(both)
    drawn = figures.binned({name: facts.with_unfinished(name, "rounds") for name in facts.variants})[1]
    assert drawn.beyond >= facts.unfinished("pickup=seat") / 2000
    assert sum(drawn.shares) + drawn.beyond == pytest.approx(1)


def test_a_variant_whose_games_all_end_is_reported_as_usual(both: Run) -> None:
    found = lengths.measure(gather(both), "pickup=shuffled", "rounds", "97.5 %")
    rounds = sorted(both.games().filter(pl.col("variant") == "pickup=shuffled").collect()["rounds"])
    assert found.value == rounds[1949]
    assert (found.method, found.at_least) == ("order statistics", False)


def test_the_summary_says_how_unfinished_games_count(endless: Run) -> None:
    rows = {row["statistic"]: row for row in endless.summary().to_dicts()}
    assert rows["rounds mean"]["method"] == "t, lower bound: unfinished games as they stand"
    assert rows["rounds median"]["method"] == "order statistics, unfinished games as the longest"
    assert rows["rounds 97.5 %"]["value"] is None
    assert rows["rounds 97.5 %"]["method"] == "order statistics, never: too many games go on for ever"
    assert rows["wars median"]["method"] == "order statistics, lower bound: unfinished games as they stand"


def test_tallies_that_do_not_separate_unfinished_games_give_lower_bounds(endless: Run) -> None:
    class Older:
        def __getattr__(self, name: str) -> Any:
            return getattr(endless, name)

        @property
        def counted(self) -> Tallies:
            return Tallies.from_frame(endless.tallies().filter(~pl.col("tally").str.contains("unfinished")))

        def estimates(self, level: float) -> list[Estimate]:
            return estimates(self.counted, endless.game, endless.variants, level)

    older: Any = Older()
    told = spread(older)
    assert told["97.5 % are over by"].startswith("≥ ")
    assert "did not count unfinished games separately" in text_of(older)


def test_unfinished_games_are_counted_by_how_they_stopped(endless: Run, capped: Run) -> None:
    for of, ending in ((endless, "cycle"), (capped, "cap")):
        games = of.games().filter(pl.col("winner") == -2).collect()
        rows = of.tallies().filter(tally=f"plays unfinished {ending}")
        counts = dict(games["plays"].value_counts().iter_rows())
        assert dict(rows.select("a", "count").iter_rows()) == counts


def test_other_decks_are_not_called_the_same_deals(decks: Run, both: Run) -> None:
    assert "same deal" not in text_of(decks).replace("not all on the same deals", "")
    assert "not all on the same deals" in compose(decks).subtitle
    assert "paired by their number" in text_of(decks)
    assert "from the same deal. Each row" in text_of(both)
