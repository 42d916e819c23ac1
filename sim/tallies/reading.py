"""Reading tallies: histograms, cross tables and lengths out of the table that a run keeps.

Pure functions on the table of tallies (:mod:`sim.tallies.tally`). What the counts say is for
:mod:`sim.tallies.summary`.
"""

from __future__ import annotations

import polars as pl

from sim.contract.events import UNFINISHED
from sim.contract.game import ENDINGS
from sim.stats import Histogram, Lengths
from sim.tallies.tally import LENGTHS, WINNER, unfinished_tally

OF_THE_WINNER = "winner_"
"""Columns so named tell something of the winner, and are negative in games that nobody won."""

ENDLESS = "cycle"
"""The ending of games that go on for ever; all other unfinished ones were stopped."""

Parts = dict[tuple[str, str, str], pl.DataFrame]
"""The rows of each tally by variant, versus and its name."""


def histogram(tallies: pl.DataFrame, variant: str, column: str, versus: str = "") -> Histogram:
    """Return how often each value of a column was seen (or each difference, with ``versus``).

    Without a tally of its own it is added up from a cross table that the column is part of; it is empty
    without either.
    """
    return histogram_in(parts_of(tallies), variant, column, versus)


def lengths(tallies: pl.DataFrame, variant: str, column: str) -> Lengths:
    """Return the values of a counted column, with those of unfinished games apart.

    Of a column that is no length, or that was not counted apart, any game may be an unfinished one as soon as there
    is any: all are lower bounds then.
    """
    parts = parts_of(tallies)
    return lengths_in(parts, variant, column, unfinished_in(parts, variant))


def cross_table(
    tallies: pl.DataFrame, variant: str, first: str, second: str, versus: str = ""
) -> dict[tuple[int, int], int]:
    """Return how many games had each pair of values of two columns that were counted together."""
    return dict(table_in(parts_of(tallies), variant, f"{first},{second}", versus))


def unfinished_in(parts: Parts, variant: str) -> int:
    """Return how many games came to no end."""
    return histogram_in(parts, variant, WINNER, "").count_at_most(UNFINISHED)


def lengths_in(parts: Parts, variant: str, column: str, unfinished: int) -> Lengths:
    """Do as :func:`lengths`, with tallies already parted and so many unfinished games."""
    hist = histogram_in(parts, variant, column, "")
    if column.startswith(OF_THE_WINNER):
        return Lengths(hist.at_least(0))
    if not unfinished:
        return Lengths(hist)
    stopped, endless = Histogram(), Histogram()
    for ending in ENDINGS if column in LENGTHS else ():
        own = histogram_in(parts, variant, unfinished_tally(column, ending), "")
        stopped, endless = (stopped, endless + own) if ending == ENDLESS else (stopped + own, endless)
    if stopped.n + endless.n != unfinished:
        # Not counted apart: any game may be an unfinished one, and each lasts at least as long as it was seen to.
        return Lengths(Histogram(), stopped=hist, apart=False)
    return Lengths(hist.without(stopped + endless), stopped, endless)


def parts_of(tallies: pl.DataFrame) -> Parts:
    """Return the tallies, each by itself."""
    parts = tallies.partition_by(["variant", "versus", "tally"], as_dict=True)
    return {(str(variant), str(versus), str(tally)): part for (variant, versus, tally), part in parts.items()}


def histogram_in(parts: Parts, variant: str, column: str, versus: str) -> Histogram:
    """Do as :func:`histogram`, with tallies already parted."""
    own = parts.get((variant, versus, column))
    if own is not None:
        return Histogram(own["a"].to_numpy(), own["count"].to_numpy())
    if not versus:
        for (name, other, tally), part in parts.items():
            first, comma, second = tally.partition(",")
            if name == variant and not other and comma and column in (first, second):
                return Histogram(part["a" if column == first else "b"].to_numpy(), part["count"].to_numpy())
    return Histogram()


def table_in(parts: Parts, variant: str, tally: str, versus: str) -> dict[tuple[int, int], int]:
    """Return the counts of a cross table by its two values."""
    part = parts.get((variant, versus, tally))
    return (
        {} if part is None else {(a, b): count for a, b, count in part.select("a", "b", "count").iter_rows()}
    )
