"""The numbers of a report are those of the rows of the run."""

from __future__ import annotations

import re

import polars as pl
import pytest

from reports.contents import compose
from reports.document import Table
from reports.facts import gather
from reports.numbers import fixed, whole
from reports.sections import winners
from sim.runs import Run
from tests.support.ways_of_war import rendered

GAMES = 3000


@pytest.fixture(scope="module")
def rows(one: Run) -> pl.DataFrame:
    return one.games().collect()


def tables(of: Run, section: str) -> list[Table]:
    found = next(each for each in compose(of).sections if each.title == section)
    return [block for block in found.blocks if isinstance(block, Table)]


def column(table: Table, title: str) -> dict[str, str]:
    place = table.head.index(title)
    return {row[0].text: row[place].text for row in table.rows}


class TestNumbers:
    """The numbers of the report are those of the rows of the run, added up here."""

    def test_mean_and_median_of_all_lengths(self, one: Run, rows: pl.DataFrame) -> None:
        [table] = tables(one, "How long a game lasts")
        for name in ("rounds", "battles", "plays"):
            told = column(table, name)
            decimals = len(told["mean"].partition(".")[2])
            assert told["mean"] == fixed(float(rows[name].to_numpy().mean()), decimals)
            ordered = rows[name].sort()
            assert told["median: half are over by"] == whole(ordered[GAMES // 2 - 1])
            assert told["longest seen"] == whole(ordered[-1])

    def test_minutes_are_plays_at_the_pace_of_the_scenario(self, one: Run, rows: pl.DataFrame) -> None:
        [table] = tables(one, "How long a game lasts")
        told = column(table, "time")
        # A pace that is a guess carries no decimals, and its error dwarfs that of the games.
        assert told["mean"] == f"{4 * float(rows['plays'].to_numpy().mean()) / 60:.0f} minutes"
        place = table.head.index("time")
        assert not any(row[place].interval for row in table.rows)
        assert "At 4 seconds a card" in rendered(one, "txt")

    def test_who_wins_and_how_games_end(self, one: Run, rows: pl.DataFrame) -> None:
        winners_table, endings_table = tables(one, "Who wins, and how games end")
        won = column(winners_table, "share of games")["first player wins"]
        assert float(won.removesuffix(" %")) == pytest.approx(100 * (rows["winner"] == 0).mean(), abs=0.05)
        out = column(endings_table, "share of games")["lost by running out in a war"]
        share = (rows["ending"].cast(pl.String) == "run-out").mean()
        assert float(out.removesuffix(" %")) == pytest.approx(100 * share, abs=0.05)

    def test_the_share_of_games_with_a_double_war(self, one: Run, rows: pl.DataFrame) -> None:
        table = tables(one, "Wars in a game")[0]
        told = column(table, "games with any")["double wars"]
        share = (rows["double_wars"] > 0).mean()
        assert float(told.removesuffix(" %")) == pytest.approx(100 * share, abs=0.05)

    def test_who_wins_by_aces(self, one: Run, rows: pl.DataFrame) -> None:
        told = column(tables(one, "What the deal says about the winner")[0], "first player wins")
        for aces in range(5):
            held = rows.filter(pl.col("aces") == aces)
            share = 100 * (held["winner"] == 0).mean()
            assert float(told[str(aces)].removesuffix(" %")) == pytest.approx(share, abs=0.5)

    @pytest.mark.parametrize(("name", "even"), [("aces", 2), ("rank_sum", 208)])
    def test_how_well_the_first_hand_predicts_the_winner(
        self, one: Run, rows: pl.DataFrame, name: str, even: int
    ) -> None:
        # 52 cards: half of the four aces, and half of 4 x (2 + 3 + ... + 14).
        uneven = rows.filter(pl.col(name) != even)
        favourite = (uneven[name] < even).cast(pl.Int8)
        facts = gather(one)
        found = winners.forecast(facts, facts.variants[0], name)
        assert found is not None
        assert found.value == pytest.approx((uneven["winner"] == favourite).mean())

    def test_unfinished_games_are_counted_and_reported(self, two: Run) -> None:
        games = two.games().filter(pl.col("variant") == "<b>capped</b>").collect()
        left = int((games["winner"] == -2).sum())
        assert left > 100
        for fmt in ("html", "md", "txt"):
            text = re.sub(r"\s+", " ", rendered(two, fmt))
            assert f"{left:,} of 3,000 games" in text
            assert f"{left:,} stopped at the cap" in text

    def test_differences_are_those_within_games(self, two: Run) -> None:
        first, second = (
            two.games().filter(pl.col("variant") == name).sort("game").collect() for name in two.variants
        )
        mean = float((second["rounds"] - first["rounds"]).mean())  # type: ignore[arg-type]  # a number
        told = column(tables(two, "What the variants change")[0], "rounds, mean")["<b>capped</b>"]
        assert float(told.replace("−", "-")) == pytest.approx(mean, abs=0.5)
