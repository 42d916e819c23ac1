"""The report against the summary: every number in its tables and pictures is one of ``summary()`` or ``compare()``.

The tables are read as a reader reads them, from their texts, and each number is looked
for among the rows of the run's summary and comparison, in their unit, in percent or in
minutes, to the last digit that is printed.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

import sim
from reports.cells import cells
from reports.contents import compose
from reports.facts import gather
from sim.contract.answer import Cell, Section, Table
from sim.contract.columns import Role
from sim.counts.declarations import declared
from sim.runs.reader import Run
from sim.scenario import load_scenario
from tests.support.told import labels

NUMBER = re.compile(r"−?\d[\d,]*(?:\.\d+)?")

OF_THE_SUMMARY = (
    "How long a game lasts",
    "Who wins",
    "How games end",
    "What the rules change",
)
"""Sections with only such numbers; the section on what is counted in a game is another."""

ENDED = "longest that ended"
"""A number of these sections that the summary does not have: it takes unfinished games as they stand."""


@pytest.fixture(
    scope="module", params=["war-length", "pickup-order", "run-out-rules", "gops-match"]
)
def run(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Run:
    # Without the text of its author the report has all sections.
    return sim.run(
        replace(load_scenario(request.param), text=""),
        out=tmp_path_factory.mktemp("runs") / "run",
        games=400,
        keep_games=False,
    )


@cache
def rows_of(of: Run) -> list[dict[str, Any]]:
    return [*of.summary().to_dicts(), *of.compare().to_dicts()]


def scales(of: Run) -> tuple[float, ...]:
    seconds = of.scenario.report.seconds_per_play
    return 1.0, 100.0, seconds / 60, seconds / 3600


@cache
def sections(of: Run) -> list[Section]:
    return [
        one
        for one in compose(of).sections
        if one.title in OF_THE_SUMMARY or one.title.endswith(" in a game")
    ]


def shows(text: str, value: float | None) -> bool:
    """Return whether a printed number is a value, rounded to the digits that are printed."""
    if value is None:
        return False
    printed, places = read(text)
    # A whole number may have been cut to four significant digits.
    unit = (
        10.0**-places if places else max(1.0, 10.0 ** (len(str(int(abs(value)))) - 4))
    )
    return abs(printed - value) <= unit / 2 * (1 + 1e-9)


@cache
def read(text: str) -> tuple[float, int]:
    """Return a printed number, and how many decimal places it has."""
    return float(text.replace(",", "").replace("−", "-")), len(text.partition(".")[2])


@cache
def numbers(text: str) -> list[str]:
    return NUMBER.findall(text)


def is_row(cell: Cell, row: dict[str, Any], scale: float) -> bool:
    """Return whether a cell shows a row of the summary: its value, both ends of its interval."""
    value, low, high = (
        None if row[name] is None else row[name] * scale
        for name in ("value", "low", "high")
    )
    if cell.note:
        return False
    ends = numbers(cell.interval)
    if cell.text == "never":
        return "never" in row["method"] and all(shows(end, low) for end in ends)
    shown = numbers(cell.text)
    if len(shown) != 1 or not shows(shown[0], value):
        return False
    if len(ends) == 2:
        return shows(ends[0], low) and shows(ends[1], high)
    return all(shows(end, low) or shows(end, high) for end in ends)


@cache
def nouns(of: Run) -> dict[str, str]:
    """Return the name of every column by what it is called in the report."""
    return {gather(of).noun(name): name for name in declared(of.game).columns}


def is_elsewhere(of: Run, table: Table, row: str, head: str) -> bool:
    """Return whether the summary has no such number; it has the games with any of a thing only for kinds and flags."""
    if (
        ENDED in (row, head)
        or head in ("each player wins", "first less second")
        or "never end" in (row, head)
        or "games that were finished" in table.caption
    ):
        return True
    if table.caption.startswith("Games with at least this number"):
        return True
    counts_any = head == "games with any" or table.caption.startswith(
        "Games with at least one"
    )
    said = row if head == "games with any" else head.removeprefix("games with ")
    thing = nouns(of).get(said, said)
    known = declared(of.game)
    flags = (name for name, column in known.columns.items() if column.role is Role.FLAG)
    return counts_any and thing not in {
        *flags,
        *(column.name for column in known.by_kind()),
    }


def told(of: Run) -> Iterator[tuple[str, str, Cell]]:
    """Yield every number in the tables, with its variant ("" if there is only one) and its title."""
    known = labels(of)
    for section in sections(of):
        for block in section.blocks:
            if not isinstance(block, Table):
                continue
            for row in cells(block):
                for head, cell in zip(block.head[1:], row[1:], strict=True):
                    variant = known.get(row[0].text, "")
                    if NUMBER.search(cell.text) and not is_elsewhere(
                        of, block, row[0].text, head
                    ):
                        yield variant, f"{row[0].text} / {head}", cell


@pytest.mark.slow
def test_every_number_in_the_tables_is_in_the_summary_or_the_comparison(
    run: Run,
) -> None:
    rows, found = rows_of(run), 0
    for variant, title, cell in told(run):
        own = [row for row in rows if variant in ("", row["variant"])]
        assert any(is_row(cell, row, scale) for row in own for scale in scales(run)), (
            title,
            cell,
        )
        found += 1
    assert found > 15


def test_the_bars_of_the_picture_are_numbers_of_the_summary(run: Run) -> None:
    known = {(row["value"], row["low"], row["high"]) for row in rows_of(run)}
    # How many per cent more one mean is than another is no row of the comparison.
    ratios = (found.ratio for found in run.differences(0.95) if found.ratio)
    known |= {
        tuple(100 * (end - 1) for end in (ratio.value, ratio.low, ratio.high))  # type: ignore[misc, operator]  # three numbers
        for ratio in ratios
    }
    picture = compose(run).picture
    assert picture is not None
    bars = [
        (row["value"], row["low"], row["high"])
        for data in picture.draw()["datasets"].values()
        for row in data
        if {"value", "low", "high", "label"} <= row.keys()
    ]
    assert set(bars) <= known
    planned = run.scenario.answer
    assert planned is not None
    assert planned.picture is not None
    assert (len(bars) > 1) == (planned.picture.kind in ("means", "numbers"))
