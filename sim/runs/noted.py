"""The longest games of a run of an earlier version, which did not note them: found in its rows, if it keeps rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sim.contract.columns import WINNER
from sim.contract.events import UNFINISHED
from sim.counts.declarations import leading_length
from sim.counts.tallies import Longest, Tallies
from sim.errors import UserError
from sim.games import find_game
from sim.runs import dataset
from sim.runs.reading import Run
from sim.scenario import Scenario
from sim.storage.places import Place


def is_noted(scenario: Scenario, counted: Tallies) -> bool:
    """Return whether the longest games of a run are noted as far as its rows could tell them."""
    if {*scenario.names} <= counted.longest.keys() or not scenario.keep_games:
        return True
    return leading_length(find_game(scenario.game)) is None


def noted(run: Run) -> Tallies:
    """Return the counts of a run, with its longest games as far as they are noted or rows can tell."""
    counted = run.counted
    length = leading_length(run.game)
    if length is None or is_noted(run.scenario, counted):
        return counted
    try:
        found = {one.name: _longest(one, list(parts.values()), length) for one, parts in run.parts()}
    except UserError:  # rows are missing or damaged, which is said where rows are needed
        return counted
    return replace(counted, longest=found)


def _longest(variant: dataset.Variant, parts: Sequence[Place], length: str) -> Longest | None:
    import polars as pl

    rows = dataset.scan(variant, list(parts))
    if WINNER in rows.collect_schema():
        rows = rows.filter(pl.col(WINNER) != UNFINISHED)
    found = (
        rows.select(length, "game").sort(length, "game", descending=[True, False]).head(1).collect().rows()
    )
    return Longest(*found[0]) if found else None
