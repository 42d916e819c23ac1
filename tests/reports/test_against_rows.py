"""The numbers of a report are those of the rows of the run."""

from __future__ import annotations

import polars as pl
import pytest

from reports.contents import compose
from reports.document import Table
from sim.runs import Run
from tests.support.told import tables
from tests.support.ways_of_war import rendered


@pytest.fixture(scope="module")
def rows(one: Run) -> pl.DataFrame:
    return one.games().collect()


def column(table: Table, title: str) -> dict[str, str]:
    place = table.head.index(title)
    return {row[0].text: row[place].text for row in table.rows}


class TestNumbers:
    """The numbers of the report are those of the rows of the run, added up here."""

    def test_minutes_are_plays_at_the_pace_of_the_scenario(self, one: Run, rows: pl.DataFrame) -> None:
        [table] = tables(compose(one), "How long a game lasts")
        told = column(table, "time")
        # A pace that is a guess carries no decimals, and its error dwarfs that of the games.
        assert told["mean"] == f"{4 * float(rows['plays'].to_numpy().mean()) / 60:.0f} minutes"
        place = table.head.index("time")
        assert not any(row[place].interval for row in table.rows)
        assert "At 4 seconds for a card of each player" in rendered(one, "txt")

    def test_who_wins_by_aces(self, one: Run, rows: pl.DataFrame) -> None:
        told = column(tables(compose(one), "What the deal says about the winner")[0], "first player wins")
        for aces in range(5):
            held = rows.filter(pl.col("aces") == aces)
            share = 100 * (held["winner"] == 0).mean()
            assert float(told[str(aces)].removesuffix(" %")) == pytest.approx(share, abs=0.5)
